// SPDX-License-Identifier: Apache-2.0
//
// Points whose orientation is known: integer coordinates, decided in 128-bit integers, which reach
// the predicates multiplied by a power of two per axis. Such a scaling is exact and keeps every
// orientation, so one small oracle covers denormals, the top of the range and mixtures of both.
#pragma once

#include "base/random.hpp"
#include "impinge/predicates.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace impinge::lattice {

// __extension__ keeps -Wpedantic quiet about the one type beyond the standard.
__extension__ using Wide = __int128;

struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;

    friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Point operator*(Point a, std::int64_t s) {
        return {a.x * s, a.y * s, a.z * s};
    }
};

/// Exponents of two, one per axis.
struct Scaling {
    int x = 0;
    int y = 0;
    int z = 0;
};

inline Vec3d to_vec3(Point p, Scaling scaling) {
    return {std::ldexp(static_cast<double>(p.x), scaling.x),
            std::ldexp(static_cast<double>(p.y), scaling.y),
            std::ldexp(static_cast<double>(p.z), scaling.z)};
}
inline Vec2d to_vec2(Point p, Scaling scaling) {
    const Vec3d v = to_vec3(p, scaling);
    return {v.x, v.y};
}

constexpr Sign sign_of(Wide value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/// Coordinate differences must stay below 2^62.
constexpr Sign orient2d(Point a, Point b, Point c) {
    const Wide left = Wide{b.x - a.x} * (c.y - a.y);
    const Wide right = Wide{b.y - a.y} * (c.x - a.x);
    return left > right ? 1 : left < right ? -1 : 0;
}

/// Coordinate differences must stay below 2^41.
constexpr Sign orient3d(Point a, Point b, Point c, Point d) {
    const Wide ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
    const Wide vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    const Wide wx = d.x - a.x, wy = d.y - a.y, wz = d.z - a.z;
    return sign_of((uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz);
}

constexpr bool collinear(Point a, Point b, Point c) {
    const auto turned = [](Point p) { return Point{p.y, p.z, p.x}; };
    const Point a1 = turned(a), b1 = turned(b), c1 = turned(c);
    return orient2d(a, b, c) == 0 && orient2d(a1, b1, c1) == 0 &&
           orient2d(turned(a1), turned(b1), turned(c1)) == 0;
}

/// Uniform in -limit .. limit.
inline std::int64_t coordinate(Random& random, std::int64_t limit) {
    return static_cast<std::int64_t>(random.below(2 * static_cast<std::uint64_t>(limit) + 1)) -
           limit;
}
inline Point point(Random& random, std::int64_t limit) {
    const std::int64_t x = coordinate(random, limit);
    const std::int64_t y = coordinate(random, limit);
    return {x, y, coordinate(random, limit)};
}

/// What a program without exact predicates computes; the tests show that it errs on their cases.
inline Sign naive_sign(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }
inline Sign naive_orient2d(Vec2d a, Vec2d b, Vec2d c) {
    return naive_sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}
inline Sign naive_orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    return naive_sign(dot(cross(b - a, c - a), d - a));
}

} // namespace impinge::lattice
