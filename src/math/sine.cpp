// SPDX-License-Identifier: Apache-2.0
#include "math/sine.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge::inline v0 {
namespace {

/// The Taylor series 1 - x^2 / (k (k + 1)) + x^4 / (k (k + 1) (k + 2) (k + 3)) ... from k = `first`
/// on, for |x| <= pi/4; the terms left out are below 1e-18.
double series(double x2, int first) {
    double term = 1.0;
    double sum = 1.0;
    for (int k = first; k < 20; k += 2) {
        term *= -x2 / (k * (k + 1));
        sum += term;
    }
    return sum;
}
double sine_series(double x) { return x * series(x * x, 2); }
double cosine_series(double x) { return series(x * x, 1); }

/// Of |x| below 0.2; the terms left out are below 1e-17.
double arc_tangent_series(double x) {
    const double x2 = x * x;
    double power = x;
    double sum = x;
    for (int k = 3; k <= 23; k += 2) {
        power *= -x2;
        sum += power / k;
    }
    return sum;
}

} // namespace

SineCosine sine_cosine(double angle_radians) {
    // Half pi in two parts: the first has few enough bits that quadrant * half_pi_high is exact.
    constexpr double half_pi_high = 0x1.921fb544p+0;
    constexpr double half_pi_low = 0x1.0b4611a626331p-34;
    const double quadrant = std::nearbyint(angle_radians / (half_pi_high + half_pi_low));
    const double rest = (angle_radians - quadrant * half_pi_high) - quadrant * half_pi_low;
    return quarter_turns_on({sine_series(rest), cosine_series(rest)},
                            static_cast<long long>(quadrant));
}

double angle_of(SineCosine direction) {
    // Scaled first, so that squares neither vanish nor overflow.
    const double largest = std::max(direction.sine, std::abs(direction.cosine));
    const double height = direction.sine / largest;
    const double width = direction.cosine / largest;
    // The tangent of half the angle, halved twice more.
    double tangent = height / (std::sqrt(height * height + width * width) + std::abs(width));
    for (int halving = 0; halving < 2; ++halving) {
        tangent /= 1 + std::sqrt(1 + tangent * tangent);
    }
    const double angle = 8 * arc_tangent_series(tangent);
    return width < 0 ? std::numbers::pi - angle : angle;
}

SineCosine quarter_turns_on(SineCosine angle, long long quarters) {
    const auto [s, c] = angle;
    switch (quarters & 3) {
    case 0:
        return {s, c};
    case 1:
        return {c, -s};
    case 2:
        return {-s, -c};
    default:
        return {-c, s};
    }
}

} // namespace impinge::inline v0
