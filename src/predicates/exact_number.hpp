// SPDX-License-Identifier: Apache-2.0
//
// Numbers without rounding: sums, differences and products of doubles, of any length and any
// exponent. The last resort of the predicates, and the arithmetic of everything that is rare enough
// to be slow (fractions of a microsecond per operation) but must not be wrong.
#pragma once

#include "impinge/predicates.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

/// sign * (limbs as one integer, least significant first) * 2^(64 * limb_exponent).
/// Keeping the exponent a multiple of the limb size makes addition a plain aligned carry chain.
class ExactNumber {
  public:
    ExactNumber() = default; ///< zero
    explicit ExactNumber(double value);

    [[nodiscard]] Sign sign() const { return sign_; }

    ExactNumber operator-() const;
    friend ExactNumber operator+(const ExactNumber& a, const ExactNumber& b);
    friend ExactNumber operator-(const ExactNumber& a, const ExactNumber& b);
    friend ExactNumber operator*(const ExactNumber& a, const ExactNumber& b);

    /// mantissa * 2^exponent with 0.5 <= |mantissa| <= 1, within 2^-52 of the number relative to
    /// it; 0 and 0 for zero.
    struct Approximation {
        double mantissa = 0;
        long exponent = 0;
    };
    [[nodiscard]] Approximation approximate() const;

  private:
    void trim();
    static int compare_magnitudes(const ExactNumber& a, const ExactNumber& b);
    static ExactNumber add_magnitudes(const ExactNumber& a, const ExactNumber& b);
    /// |a| - |b| for |a| > |b|, with the sign of a.
    static ExactNumber subtract_magnitudes(const ExactNumber& a, const ExactNumber& b);
    /// The limb of weight 2^(64 * position).
    [[nodiscard]] std::uint64_t limb_at(long position) const;
    [[nodiscard]] long top() const { return limb_exponent_ + static_cast<long>(limbs_.size()); }

    Sign sign_ = 0;
    long limb_exponent_ = 0;
    std::vector<std::uint64_t> limbs_;
};

inline ExactNumber absolute(const ExactNumber& value) { return value.sign() < 0 ? -value : value; }

/// Sign of a - b.
Sign compare(const ExactNumber& a, const ExactNumber& b);

/// The double nearest to numerator / denominator (ties to even). The denominator must not be zero
/// and the quotient must lie in the range of finite doubles.
double round_quotient(const ExactNumber& numerator, const ExactNumber& denominator);

/// The polynomials behind orient2d and orient3d, in full.
ExactNumber exact_orient2d(Vec2d a, Vec2d b, Vec2d c);
ExactNumber exact_orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d);

} // namespace impinge::inline v0
