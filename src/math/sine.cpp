// SPDX-License-Identifier: Apache-2.0
#include "math/sine.hpp"

#include <cmath>

namespace impinge::inline v0 {
namespace {

// Taylor series on |x| <= pi/4; the terms left out are below 1e-18.
double sine_series(double x) {
    const double x2 = x * x;
    double term = 1.0;
    double sum = 1.0;
    for (int k = 2; k <= 18; k += 2) {
        term *= -x2 / (k * (k + 1));
        sum += term;
    }
    return x * sum;
}

double cosine_series(double x) {
    const double x2 = x * x;
    double term = 1.0;
    double sum = 1.0;
    for (int k = 1; k <= 19; k += 2) {
        term *= -x2 / (k * (k + 1));
        sum += term;
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
