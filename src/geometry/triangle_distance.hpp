// SPDX-License-Identifier: Apache-2.0
//
// Distance of two triangles for searches over many pairs: everything is measured in a common unit,
// a power of two chosen once for the whole search, so that squares neither overflow nor underflow.
#pragma once

#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

/// The power of two to multiply coordinates of at most this magnitude with before squaring their
/// differences; 1 for magnitudes from 1e-100 to 1e100 (and for 0).
double comfortable_unit(double magnitude);

/// The largest absolute coordinate.
double magnitude(const Triangle& triangle);

/// A distance computed here is within this many times 2^-53 times the largest coordinate difference
/// of the two triangles of the true one (or within 1e-150 units, where that is more).
inline constexpr double distance_error_steps = 16;

struct TriangleGap {
    double squared = 0; ///< of unit * distance; exactly 0 if and only if the triangles intersect
    Vec3d direction;    ///< from A to B, not of unit length; meaningless if they intersect
};

/// The distance alone: cheaper than closest_points when the triangles intersect. The same value, in
/// either order of the triangles.
TriangleGap triangle_gap(const Triangle& a, const Triangle& b, double unit);

/// triangle_distance with the squared distance in squared units.
TriangleDistance closest_points(const Triangle& a, const Triangle& b, double unit);

} // namespace impinge::inline v0
