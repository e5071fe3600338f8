// SPDX-License-Identifier: Apache-2.0
//
// Fractions of 128-bit integers for oracles on small integer coordinates.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

namespace impinge::tests {

__extension__ using Integer = __int128;

class Rational {
  public:
    Rational(std::int64_t value = 0) : top_(value) {} // implicit on purpose: integers are fractions
    Rational(Integer top, Integer bottom) : top_(top), bottom_(bottom) { reduce(); }

    [[nodiscard]] int sign() const { return top_ > 0 ? 1 : top_ < 0 ? -1 : 0; }

    friend Rational operator+(const Rational& a, const Rational& b) {
        return {a.top_ * b.bottom_ + b.top_ * a.bottom_, a.bottom_ * b.bottom_};
    }
    friend Rational operator-(const Rational& a, const Rational& b) {
        return {a.top_ * b.bottom_ - b.top_ * a.bottom_, a.bottom_ * b.bottom_};
    }
    friend Rational operator*(const Rational& a, const Rational& b) {
        return {a.top_ * b.top_, a.bottom_ * b.bottom_};
    }
    friend Rational operator/(const Rational& a, const Rational& b) {
        return {a.top_ * b.bottom_, a.bottom_ * b.top_};
    }
    friend bool operator==(const Rational& a, const Rational& b) = default;

  private:
    void reduce() {
        Integer a = top_ < 0 ? -top_ : top_;
        Integer b = bottom_ < 0 ? -bottom_ : bottom_;
        while (b != 0) {
            const Integer rest = a % b;
            a = b;
            b = rest;
        }
        const Integer divisor = bottom_ < 0 ? -a : a;
        top_ /= divisor;
        bottom_ /= divisor;
    }

    Integer top_ = 0;
    Integer bottom_ = 1;
};

} // namespace impinge::tests
