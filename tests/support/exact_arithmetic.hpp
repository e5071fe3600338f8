// SPDX-License-Identifier: Apache-2.0
//
// Sums and products of doubles that refuse to round, for building test input whose geometry is
// known exactly.
#pragma once

#include "impinge/vec3.hpp"

#include <cmath>
#include <optional>

namespace impinge::tests {

/// x + y, if doubles can hold it.
inline std::optional<double> exact_sum(double x, double y) {
    const double sum = x + y;
    const double y_seen = sum - x;
    const double error = (x - (sum - y_seen)) + (y - y_seen);
    return std::isfinite(sum) && error == 0 ? std::optional(sum) : std::nullopt;
}

inline std::optional<double> exact_product(int factor, double x) {
    const double product = factor * x;
    return std::fma(factor, x, -product) == 0 ? std::optional(product) : std::nullopt;
}

inline std::optional<double> exact_scaled(double x, int exponent) {
    const double result = std::ldexp(x, exponent);
    const bool exact = std::isfinite(result) && std::ldexp(result, -exponent) == x;
    return exact ? std::optional(result) : std::nullopt;
}

inline std::optional<Vec3d> exact_midpoint(Vec3d p, Vec3d q) {
    Vec3d middle;
    for (int axis = 0; axis < 3; ++axis) {
        const auto sum = exact_sum(p[axis], q[axis]);
        const auto half = sum ? exact_scaled(*sum, -1) : std::nullopt;
        if (!half) {
            return std::nullopt;
        }
        middle[axis] = *half;
    }
    return middle;
}

} // namespace impinge::tests
