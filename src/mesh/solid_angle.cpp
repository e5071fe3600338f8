// SPDX-License-Identifier: Apache-2.0
//
// With a, b, c from the point to the corners, tan(angle / 2) is det(a, b, c) over
// |a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|.
#include "mesh/solid_angle.hpp"

#include "math/sine.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge::inline v0 {
namespace {

double largest_part(Vec3d v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

} // namespace

double solid_angle_in_spheres(const Triangle& triangle, Vec3d point) {
    Vec3d a = triangle[0] - point;
    Vec3d b = triangle[1] - point;
    Vec3d c = triangle[2] - point;
    // Differences of corners, not of a, b and c: they are right also where those nearly agree.
    Vec3d ab = triangle[1] - triangle[0];
    Vec3d ac = triangle[2] - triangle[0];
    const double size = std::max({largest_part(a), largest_part(b), largest_part(c)});
    if (size == 0) {
        return 0;
    }
    constexpr double comfortably_large = 0x1p-100; // a product of six such lengths does not vanish
    if (size < comfortably_large) {
        const double factor = std::ldexp(1.0, -std::ilogb(size));
        for (Vec3d* v : {&a, &b, &c, &ab, &ac}) {
            *v = *v * factor;
        }
    }
    const double height = dot(a, cross(ab, ac));
    if (height == 0) {
        return 0;
    }
    const double length_a = length(a);
    const double length_b = length(b);
    const double length_c = length(c);
    const double width = length_a * length_b * length_c + dot(a, b) * length_c +
                         dot(b, c) * length_a + dot(c, a) * length_b;
    const double half_angle = angle_of({.sine = std::abs(height), .cosine = width});
    return (height > 0 ? half_angle : -half_angle) / (2 * std::numbers::pi);
}

} // namespace impinge::inline v0
