// SPDX-License-Identifier: Apache-2.0
#include "particles/exact_roots.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace impinge::inline v0::particles {
namespace {

void trim(ExactPolynomial& p) {
    while (!p.empty() && p.back().sign() == 0) {
        p.pop_back();
    }
}

struct Division {
    ExactPolynomial quotient; ///< of a multiple of the dividend, by a factor that is not zero
    ExactPolynomial rest;
};

Division divided(ExactPolynomial a, const ExactPolynomial& b) {
    Division result;
    trim(a);
    if (a.size() >= b.size()) {
        result.quotient.resize(a.size() - b.size() + 1);
    }
    while (a.size() >= b.size()) {
        const std::size_t shift = a.size() - b.size();
        const ExactNumber factor = a.back();
        for (ExactNumber& q : result.quotient) {
            q = q * b.back();
        }
        result.quotient[shift] = result.quotient[shift] + factor;
        for (ExactNumber& coefficient : a) {
            coefficient = coefficient * b.back();
        }
        for (std::size_t i = 0; i < b.size(); ++i) {
            a[i + shift] = a[i + shift] - factor * b[i];
        }
        a.pop_back(); // zero now
        trim(a);
    }
    result.rest = std::move(a);
    return result;
}

/// A greatest common divisor; constant if there is none.
ExactPolynomial common_divisor(ExactPolynomial a, ExactPolynomial b) {
    trim(a);
    trim(b);
    while (!b.empty()) {
        ExactPolynomial rest = divided(std::move(a), b).rest;
        a = std::move(b);
        b = std::move(rest);
    }
    return a;
}

ExactPolynomial derivative(const ExactPolynomial& p) {
    ExactPolynomial result;
    for (std::size_t i = 1; i < p.size(); ++i) {
        result.push_back(p[i] * ExactNumber(static_cast<double>(i)));
    }
    return result;
}

ExactPolynomial without_multiple_roots(ExactPolynomial p) {
    if (p.size() <= 2) {
        return p;
    }
    const ExactPolynomial common = common_divisor(p, derivative(p));
    return common.size() <= 1 ? p : divided(std::move(p), common).quotient;
}

/// p(s duration) as a polynomial in s.
ExactPolynomial stretched(ExactPolynomial p, double duration) {
    ExactNumber power(1);
    for (ExactNumber& coefficient : p) {
        coefficient = coefficient * power;
        power = power * ExactNumber(duration);
    }
    return p;
}

ExactNumber value(const ExactPolynomial& p, const ExactNumber& s) {
    ExactNumber sum;
    for (std::size_t i = p.size(); i-- > 0;) {
        sum = sum * s + p[i];
    }
    return sum;
}

/// The Bernstein coefficients over low .. low + width, times a positive number.
ExactPolynomial bernstein(const ExactPolynomial& p, const ExactNumber& low,
                          const ExactNumber& width) {
    // First p(low + width u), by Horner's rule.
    ExactPolynomial c;
    for (std::size_t i = p.size(); i-- > 0;) {
        ExactPolynomial times(c.size() + 1);
        for (std::size_t k = 0; k < c.size(); ++k) {
            times[k] = times[k] + c[k] * low;
            times[k + 1] = times[k + 1] + c[k] * width;
        }
        times[0] = times[0] + p[i];
        c = std::move(times);
    }
    // Then sums of C(j, i) / C(n, i) c[i], times the least common multiple of the divisors.
    static constexpr std::array<std::array<double, 5>, 5> multiple_over_binomial{
        {{1}, {1, 1}, {2, 1, 2}, {3, 1, 1, 3}, {12, 3, 2, 3, 12}}};
    for (std::size_t i = 0; i < c.size(); ++i) {
        c[i] = c[i] * ExactNumber(multiple_over_binomial[c.size() - 1][i]);
    }
    for (std::size_t row = 1; row < c.size(); ++row) {
        for (std::size_t j = c.size() - 1; j >= row; --j) {
            c[j] = c[j] + c[j - 1];
        }
    }
    return c;
}

int changes_of_sign(const ExactPolynomial& b) {
    int changes = 0;
    Sign last = 0;
    for (const ExactNumber& coefficient : b) {
        const Sign sign = coefficient.sign();
        changes += sign != 0 && last != 0 && sign != last ? 1 : 0;
        last = sign != 0 ? sign : last;
    }
    return changes;
}

/// Where the root of Bernstein coefficients that change sign once lies in 0..1, roughly.
double rough_root(const ExactPolynomial& b) {
    std::array<ExactNumber::Approximation, 5> parts{};
    long largest = std::numeric_limits<long>::min();
    for (std::size_t i = 0; i < b.size(); ++i) {
        parts[i] = b[i].approximate();
        if (parts[i].mantissa != 0) {
            largest = std::max(largest, parts[i].exponent);
        }
    }
    std::array<double, 5> rough{};
    for (std::size_t i = 0; i < b.size(); ++i) {
        const long below = std::max(parts[i].exponent - largest, -1000L);
        rough[i] = std::ldexp(parts[i].mantissa, static_cast<int>(std::min(below, 0L)));
    }
    Sign first = 0;
    for (const ExactNumber& coefficient : b) {
        first = first != 0 ? first : coefficient.sign();
    }
    double low = 0;
    double high = 1;
    for (int step = 0; step < 40; ++step) {
        const double u = 0.5 * (low + high);
        std::array<double, 5> at = rough;
        for (std::size_t level = 1; level < b.size(); ++level) {
            for (std::size_t i = 0; i + level < b.size(); ++i) {
                at[i] = at[i] * (1 - u) + at[i + 1] * u;
            }
        }
        ((at[0] > 0) == (first > 0) ? low : high) = u;
    }
    return 0.5 * (low + high);
}

double rounded(const ExactNumber& number) {
    const ExactNumber::Approximation parts = number.approximate();
    return parts.mantissa == 0
               ? 0
               : std::ldexp(parts.mantissa,
                            static_cast<int>(std::clamp(parts.exponent, -3000L, 3000L)));
}

} // namespace

ExactRoots::ExactRoots(ExactPolynomial polynomial, double duration) : duration_(duration) {
    trim(polynomial);
    // A root at the start is not looked for.
    polynomial.erase(polynomial.begin(),
                     std::find_if(polynomial.begin(), polynomial.end(),
                                  [](const ExactNumber& c) { return c.sign() != 0; }));
    if (polynomial.size() <= 1) {
        return;
    }
    polynomial_ = stretched(without_multiple_roots(std::move(polynomial)), duration);
    if (value(polynomial_, ExactNumber(1)).sign() == 0) {
        open_.push_back({ExactNumber(1), {}});
    }
    open_.push_back({{}, ExactNumber(1)});
}

bool ExactRoots::has_one(const Place& place) const {
    return changes_of_sign(bernstein(polynomial_, place.low, place.width)) == 1;
}

bool ExactRoots::next() {
    while (!open_.empty()) {
        root_ = std::move(open_.back());
        open_.pop_back();
        if (root_.width.sign() == 0) {
            return true;
        }
        const int changes = changes_of_sign(bernstein(polynomial_, root_.low, root_.width));
        if (changes == 1) {
            return true;
        }
        if (changes > 1) {
            const ExactNumber half = root_.width * ExactNumber(0.5);
            const ExactNumber middle = root_.low + half;
            open_.push_back({middle, half});
            if (value(polynomial_, middle).sign() == 0) {
                open_.push_back({middle, {}});
            }
            open_.push_back({root_.low, half});
        }
    }
    return false;
}

void ExactRoots::halve() {
    const ExactNumber half = root_.width * ExactNumber(0.5);
    const ExactNumber middle = root_.low + half;
    if (value(polynomial_, middle).sign() == 0) {
        root_ = {middle, {}};
    } else if (const Place lower{root_.low, half}; has_one(lower)) {
        root_ = lower;
    } else {
        root_ = {middle, half};
    }
}

/// To a small part around where the root seems to be, if it is there.
void ExactRoots::narrow() {
    constexpr double part = 0x1p-24;
    const double rough = rough_root(bernstein(polynomial_, root_.low, root_.width));
    const double from = std::floor(std::clamp(rough, 0.0, 1 - part) / part) * part;
    const Place close{root_.low + root_.width * ExactNumber(from), root_.width * ExactNumber(part)};
    if (has_one(close)) {
        root_ = close;
    } else {
        halve();
    }
}

Sign ExactRoots::sign_of(ExactPolynomial polynomial) {
    polynomial = stretched(std::move(polynomial), duration_);
    trim(polynomial);
    if (polynomial.empty()) {
        return 0;
    }
    if (root_.width.sign() != 0) {
        const ExactPolynomial common = common_divisor(polynomial_, polynomial);
        if (common.size() > 1 && changes_of_sign(bernstein(common, root_.low, root_.width)) == 1) {
            return 0;
        }
    }
    while (root_.width.sign() != 0) {
        const ExactPolynomial b = bernstein(polynomial, root_.low, root_.width);
        if (changes_of_sign(b) == 0) {
            const auto some = std::find_if(b.begin(), b.end(),
                                           [](const ExactNumber& c) { return c.sign() != 0; });
            return some->sign();
        }
        narrow();
    }
    return value(polynomial, root_.low).sign();
}

double ExactRoots::time() {
    while (root_.width.sign() != 0 && compare(root_.width, ExactNumber(0x1p-56)) > 0) {
        narrow();
    }
    // Once more where the root is near the start, so that small times are good, too.
    if (root_.width.sign() != 0 && compare(root_.width, root_.low * ExactNumber(0x1p-52)) > 0) {
        narrow();
        narrow();
    }
    const double at = rounded(root_.low + root_.width * ExactNumber(0.5));
    return std::min(at * duration_, duration_);
}

} // namespace impinge::inline v0::particles
