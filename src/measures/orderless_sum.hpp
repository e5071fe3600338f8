// SPDX-License-Identifier: Apache-2.0
//
// Sums that do not depend on the order of their terms.
#pragma once

#include <cmath>
#include <cstdint>

namespace impinge::inline v0 {

__extension__ using Int128 = __int128;

/// Adds up to 2^26 terms in integers, each cut off at 2^-96 of the bound.
class OrderlessSum {
  public:
    OrderlessSum() = default;
    /// No term is larger.
    explicit OrderlessSum(double bound)
        : exponent_(bound > 0 && std::isfinite(bound) ? std::ilogb(bound) + 1 : 0),
          scale_(std::ldexp(1.0, 96 - exponent_)) {}

    void add(double term) {
        // Where the scale is no double, ldexp() still finds the product.
        const double scaled =
            std::isnormal(scale_) ? term * scale_ : std::ldexp(term, 96 - exponent_);
        // In two halves, which processors convert by themselves.
        const auto high = static_cast<std::int64_t>(scaled * 0x1p-48);
        const auto low = static_cast<std::int64_t>(scaled - static_cast<double>(high) * 0x1p48);
        sum_ += static_cast<Int128>(high) * (std::int64_t{1} << 48) + low;
        magnitude_ += std::abs(term);
    }
    [[nodiscard]] double value() const {
        return std::ldexp(static_cast<double>(sum_), exponent_ - 96);
    }
    /// Of all terms together, roughly.
    [[nodiscard]] double magnitude() const { return magnitude_; }

  private:
    int exponent_ = 0;
    double scale_ = 0x1p96;
    Int128 sum_ = 0;
    double magnitude_ = 0;
};

} // namespace impinge::inline v0
