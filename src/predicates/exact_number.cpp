// SPDX-License-Identifier: Apache-2.0
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace impinge::inline v0 {
namespace {

__extension__ using Wide = unsigned __int128;
constexpr int limb_bits = 64;

long floor_divide(long a, long b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

} // namespace

ExactNumber::ExactNumber(double value) {
    if (value == 0) {
        return;
    }
    sign_ = value > 0 ? 1 : -1;
    int exponent = 0;
    const double mantissa = std::frexp(std::fabs(value), &exponent);
    const auto integer = static_cast<std::uint64_t>(std::ldexp(mantissa, 53));
    const long bit_exponent = static_cast<long>(exponent) - 53;
    limb_exponent_ = floor_divide(bit_exponent, limb_bits);
    const auto shift = static_cast<int>(bit_exponent - limb_exponent_ * limb_bits);
    const Wide shifted = static_cast<Wide>(integer) << shift;
    limbs_ = {static_cast<std::uint64_t>(shifted),
              static_cast<std::uint64_t>(shifted >> limb_bits)};
    trim();
}

void ExactNumber::trim() {
    while (!limbs_.empty() && limbs_.back() == 0) {
        limbs_.pop_back();
    }
    const auto first =
        std::find_if(limbs_.begin(), limbs_.end(), [](auto limb) { return limb != 0; });
    limb_exponent_ += first - limbs_.begin();
    limbs_.erase(limbs_.begin(), first);
    if (limbs_.empty()) {
        sign_ = 0;
        limb_exponent_ = 0;
    }
}

std::uint64_t ExactNumber::limb_at(long position) const {
    const long index = position - limb_exponent_;
    const bool stored = index >= 0 && index < static_cast<long>(limbs_.size());
    return stored ? limbs_[static_cast<std::size_t>(index)] : 0;
}

int ExactNumber::compare_magnitudes(const ExactNumber& a, const ExactNumber& b) {
    if (a.top() != b.top()) {
        return a.top() < b.top() ? -1 : 1;
    }
    const long bottom = std::min(a.limb_exponent_, b.limb_exponent_);
    for (long position = a.top() - 1; position >= bottom; --position) {
        const std::uint64_t limb_a = a.limb_at(position);
        const std::uint64_t limb_b = b.limb_at(position);
        if (limb_a != limb_b) {
            return limb_a < limb_b ? -1 : 1;
        }
    }
    return 0;
}

ExactNumber ExactNumber::add_magnitudes(const ExactNumber& a, const ExactNumber& b) {
    ExactNumber sum;
    sum.sign_ = a.sign_;
    sum.limb_exponent_ = std::min(a.limb_exponent_, b.limb_exponent_);
    const long top = std::max(a.top(), b.top());
    sum.limbs_.reserve(static_cast<std::size_t>(top - sum.limb_exponent_ + 1));
    Wide carry = 0;
    for (long position = sum.limb_exponent_; position < top; ++position) {
        carry += static_cast<Wide>(a.limb_at(position)) + b.limb_at(position);
        sum.limbs_.push_back(static_cast<std::uint64_t>(carry));
        carry >>= limb_bits;
    }
    sum.limbs_.push_back(static_cast<std::uint64_t>(carry));
    sum.trim();
    return sum;
}

ExactNumber ExactNumber::subtract_magnitudes(const ExactNumber& a, const ExactNumber& b) {
    ExactNumber difference;
    difference.sign_ = a.sign_;
    difference.limb_exponent_ = std::min(a.limb_exponent_, b.limb_exponent_);
    difference.limbs_.reserve(static_cast<std::size_t>(a.top() - difference.limb_exponent_));
    std::uint64_t borrow = 0;
    for (long position = difference.limb_exponent_; position < a.top(); ++position) {
        const std::uint64_t from = a.limb_at(position);
        const Wide take = static_cast<Wide>(b.limb_at(position)) + borrow;
        difference.limbs_.push_back(from - static_cast<std::uint64_t>(take));
        borrow = take > from ? 1 : 0;
    }
    difference.trim();
    return difference;
}

ExactNumber ExactNumber::operator-() const {
    ExactNumber negated = *this;
    negated.sign_ = -sign_;
    return negated;
}

ExactNumber operator+(const ExactNumber& a, const ExactNumber& b) {
    if (a.sign_ == 0) {
        return b;
    }
    if (b.sign_ == 0) {
        return a;
    }
    if (a.sign_ == b.sign_) {
        return ExactNumber::add_magnitudes(a, b);
    }
    const int order = ExactNumber::compare_magnitudes(a, b);
    if (order == 0) {
        return {};
    }
    return order > 0 ? ExactNumber::subtract_magnitudes(a, b)
                     : ExactNumber::subtract_magnitudes(b, a);
}

ExactNumber operator-(const ExactNumber& a, const ExactNumber& b) { return a + (-b); }

ExactNumber operator*(const ExactNumber& a, const ExactNumber& b) {
    ExactNumber product;
    if (a.sign_ == 0 || b.sign_ == 0) {
        return product;
    }
    product.sign_ = a.sign_ * b.sign_;
    product.limb_exponent_ = a.limb_exponent_ + b.limb_exponent_;
    product.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
    for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < b.limbs_.size(); ++j) {
            const Wide term =
                static_cast<Wide>(a.limbs_[i]) * b.limbs_[j] + product.limbs_[i + j] + carry;
            product.limbs_[i + j] = static_cast<std::uint64_t>(term);
            carry = static_cast<std::uint64_t>(term >> limb_bits);
        }
        product.limbs_[i + b.limbs_.size()] = carry;
    }
    product.trim();
    return product;
}

ExactNumber::Approximation ExactNumber::approximate() const {
    if (sign_ == 0) {
        return {};
    }
    const std::uint64_t high = limbs_.back();
    const int shift = std::countl_zero(high);
    const std::uint64_t below = limb_at(top() - 2);
    const std::uint64_t leading =
        shift == 0 ? high : (high << shift) | (below >> (limb_bits - shift));
    return {sign_ * std::ldexp(static_cast<double>(leading), -limb_bits),
            top() * limb_bits - shift};
}

Sign compare(const ExactNumber& a, const ExactNumber& b) { return (a - b).sign(); }

namespace {

/// The largest double not above the quotient, for positive numerator and denominator.
double quotient_rounded_down(const ExactNumber& numerator, const ExactNumber& denominator) {
    const auto n = numerator.approximate();
    const auto d = denominator.approximate();
    const auto exponent = std::clamp(n.exponent - d.exponent, -3000L, 3000L);
    constexpr double largest = std::numeric_limits<double>::max();
    double low = std::min(std::ldexp(n.mantissa / d.mantissa, static_cast<int>(exponent)), largest);
    while (compare(ExactNumber(low) * denominator, numerator) > 0) {
        low = std::nextafter(low, 0.0);
    }
    while (low < largest) {
        const double next = std::nextafter(low, largest);
        if (compare(ExactNumber(next) * denominator, numerator) > 0) {
            break;
        }
        low = next;
    }
    return low;
}

} // namespace

double round_quotient(const ExactNumber& numerator, const ExactNumber& denominator) {
    if (numerator.sign() == 0) {
        return 0;
    }
    const Sign sign = numerator.sign() * denominator.sign();
    const ExactNumber n = numerator.sign() < 0 ? -numerator : numerator;
    const ExactNumber d = denominator.sign() < 0 ? -denominator : denominator;
    const double low = quotient_rounded_down(n, d);
    if (low == std::numeric_limits<double>::max()) {
        return sign * low;
    }
    const double high = std::nextafter(low, std::numeric_limits<double>::infinity());
    const Sign above_middle = compare(n + n, (ExactNumber(low) + ExactNumber(high)) * d);
    const bool low_is_even = (std::bit_cast<std::uint64_t>(low) & 1) == 0;
    const bool take_low = above_middle < 0 || (above_middle == 0 && low_is_even);
    return sign * (take_low ? low : high);
}

ExactNumber exact_orient2d(Vec2d a, Vec2d b, Vec2d c) {
    const auto difference = [](double p, double q) { return ExactNumber(p) - ExactNumber(q); };
    return difference(b.x, a.x) * difference(c.y, a.y) -
           difference(b.y, a.y) * difference(c.x, a.x);
}

ExactNumber exact_orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    const auto from_a = [a](Vec3d p) {
        return std::array{ExactNumber(p.x) - ExactNumber(a.x), ExactNumber(p.y) - ExactNumber(a.y),
                          ExactNumber(p.z) - ExactNumber(a.z)};
    };
    const auto u = from_a(b);
    const auto v = from_a(c);
    const auto w = from_a(d);
    return w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
           w[2] * (u[0] * v[1] - u[1] * v[0]);
}

} // namespace impinge::inline v0
