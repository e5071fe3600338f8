// SPDX-License-Identifier: Apache-2.0
//
// Seeded random numbers with the same bits on every platform (std distributions promise none).
#pragma once

#include "impinge/vec3.hpp"

#include <cstdint>

namespace impinge::inline v0 {

/// splitmix64: small, fast, and any seed is a good seed.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    /// Uniform in [0, 1), a multiple of 2^-53.
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double uniform(double low, double high) { return low + (high - low) * unit(); }
    /// Uniform in 0 .. bound - 1 (bound > 0), to a bias below 2^-32 for bounds below 2^32.
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }
    int integer(int low, int high_inclusive) {
        return low + static_cast<int>(below(static_cast<std::uint64_t>(high_inclusive - low) + 1));
    }
    Vec3d in_box(Vec3d low, Vec3d high) {
        const double x = uniform(low.x, high.x);
        const double y = uniform(low.y, high.y);
        return {x, y, uniform(low.z, high.z)};
    }
    /// Of length 1 up to rounding, uniform on the sphere.
    Vec3d direction() {
        for (;;) {
            const Vec3d inside = in_box({-1, -1, -1}, {1, 1, 1});
            const double norm = length(inside);
            if (norm > 0.1 && norm < 1) {
                return inside * (1 / norm);
            }
        }
    }

  private:
    std::uint64_t state_;
};

} // namespace impinge::inline v0
