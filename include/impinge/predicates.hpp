// SPDX-License-Identifier: Apache-2.0
//
// Exact signs of the polynomials that decide every answer.
//
//     bool is_above(impinge::Vec3d point, const std::array<impinge::Vec3d, 3>& plane) {
//         return impinge::orient3d(plane[0], plane[1], plane[2], point) > 0;
//     }
//
// Each function first evaluates its polynomial in double with a proved error bound; when the bound
// cannot tell the sign from zero it evaluates again with floating-point expansions, and when the
// numbers lie outside the exponent range in which expansions are exact (products that would
// overflow, underflow or become denormal) with integers of unlimited length. The sign is therefore
// right for EVERY finite double input, denormals and 1e308 included. NaN or infinite input is the
// caller's mistake: the result is then unspecified (the queries reject such meshes beforehand).
//
// All functions are pure and may be called from any thread. They assume the IEEE default rounding
// mode and must not be compiled with -ffast-math.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/export.h"
#include "impinge/vec3.hpp"

namespace impinge::inline v0 {

/// -1, 0 or +1.
using Sign = int;

struct Vec2d {
    double x = 0;
    double y = 0;
};

/// Sign of the area of triangle (a, b, c): +1 counter-clockwise, -1 clockwise, 0 on one line.
IMPINGE_API Sign orient2d(Vec2d a, Vec2d b, Vec2d c);

/// Sign of det(b - a, c - a, d - a): +1 when d lies on the side of the plane (a, b, c) to which
/// the normal (b - a) x (c - a) points, -1 on the other side, 0 in the plane (or when a, b, c lie
/// on one line).
IMPINGE_API Sign orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d);

/// Whether three points lie on one line (equal points included).
IMPINGE_API bool collinear(Vec3d a, Vec3d b, Vec3d c);

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
