// SPDX-License-Identifier: Apache-2.0
//
// Floating-point expansions: a number as an unevaluated sum of doubles, smallest first, none
// overlapping, after J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
// Geometric Predicates" (1997). Written for fixed capacities so that everything stays on the stack.
//
// Exact as long as no partial product overflows or falls below the smallest normal number; the
// callers check the exponents of what they put in (see in_expansion_range).
#pragma once

#include "impinge/predicates.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace impinge::inline v0 {

struct TwoTerms {
    double tail = 0; ///< rounding error of head
    double head = 0;
};

inline TwoTerms two_sum(double a, double b) {
    const double head = a + b;
    const double b_part = head - a;
    const double a_part = head - b_part;
    return {(a - a_part) + (b - b_part), head};
}

inline TwoTerms two_difference(double a, double b) { return two_sum(a, -b); }

inline TwoTerms two_product(double a, double b) {
    constexpr double splitter = 0x1p27 + 1;
    const auto split = [](double value) {
        const double scaled = splitter * value;
        const double high = scaled - (scaled - value);
        return TwoTerms{value - high, high};
    };
    const double head = a * b;
    const auto [a_low, a_high] = split(a);
    const auto [b_low, b_high] = split(b);
    const double error = ((head - a_high * b_high) - a_low * b_high) - a_high * b_low;
    return {a_low * b_low - error, head};
}

template <std::size_t Capacity> struct Expansion {
    std::array<double, Capacity> terms;
    std::size_t size = 0;

    /// Zero terms are dropped as they appear, so zero is the empty expansion.
    void push(double term) {
        if (term != 0) {
            terms[size++] = term;
        }
    }
    [[nodiscard]] Sign sign() const { return size == 0 ? 0 : terms[size - 1] > 0 ? 1 : -1; }
};

inline Expansion<2> to_expansion(TwoTerms value) {
    Expansion<2> result;
    result.push(value.tail);
    result.push(value.head);
    return result;
}

/// Merges the terms by magnitude and sweeps the rounding errors upwards.
template <std::size_t M, std::size_t N>
Expansion<M + N> operator+(const Expansion<M>& e, const Expansion<N>& f) {
    Expansion<M + N> sum;
    std::size_t i = 0;
    std::size_t j = 0;
    double carry = 0;
    while (i < e.size || j < f.size) {
        const bool take_e =
            j == f.size || (i < e.size && std::fabs(e.terms[i]) < std::fabs(f.terms[j]));
        const double term = take_e ? e.terms[i++] : f.terms[j++];
        const auto [tail, head] = two_sum(carry, term);
        sum.push(tail);
        carry = head;
    }
    sum.push(carry);
    return sum;
}

template <std::size_t N> Expansion<N> operator-(Expansion<N> e) {
    for (std::size_t i = 0; i < e.size; ++i) {
        e.terms[i] = -e.terms[i];
    }
    return e;
}

template <std::size_t M, std::size_t N>
Expansion<M + N> operator-(const Expansion<M>& e, const Expansion<N>& f) {
    return e + (-f);
}

template <std::size_t N> Expansion<2 * N> operator*(const Expansion<N>& e, double factor) {
    Expansion<2 * N> product;
    double carry = 0;
    for (std::size_t i = 0; i < e.size; ++i) {
        const auto [low, high] = two_product(e.terms[i], factor);
        const auto [tail, middle] = two_sum(carry, low);
        product.push(tail);
        const auto [second_tail, head] = two_sum(high, middle);
        product.push(second_tail);
        carry = head;
    }
    product.push(carry);
    return product;
}

template <std::size_t N> Expansion<4 * N> operator*(const Expansion<N>& e, const Expansion<2>& f) {
    if (f.size == 0) {
        return {};
    }
    const Expansion<2 * N> low = e * f.terms[0];
    return low + (f.size == 2 ? e * f.terms[1] : Expansion<2 * N>{});
}

/// Whether both terms are zero or lie between 2^-300 and 2^300: then products of three such terms
/// keep all their bits within the normal range.
inline bool in_expansion_range(TwoTerms value) {
    const auto fits = [](double term) {
        const double magnitude = std::fabs(term);
        return magnitude == 0 || (magnitude >= 0x1p-300 && magnitude <= 0x1p300);
    };
    return fits(value.tail) && fits(value.head);
}

} // namespace impinge::inline v0
