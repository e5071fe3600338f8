// SPDX-License-Identifier: Apache-2.0
//
// Two polytopes and where they stand, as the proofs about them read it, and what rounding can hide.
//
// Everything is proved about the world vertices, the doubles of apply(). The proofs compute in the
// frames of the polytopes, so they differ from the world vertices by rounding. With u = 2^-53, s
// the scale, m the largest absolute coordinate of the polytope, t the largest of the translation,
// rows of length 1 and a direction d:
//
//   apply()      three products, two sums, a product, a sum: each world coordinate is off by at
//                most 5.1 u s sqrt(3) m + 1.1 u t; along d that is |d|_1 times as much, at most
//                u |d| (15.3 s m + 1.9 t)
//   d turned     into the polytope's frame: 3 u |d| in each coordinate, 9 u |d| m in a product
//   the scan     3 u |d|_1 m, at most 5.2 u |d| m
//   and back     times s, plus dot(d, translation): u |d| (1.8 s m + 5.2 t); the sum, and the
//                difference between two bodies: u |d| (3.6 s m + 3.6 t)
//
// together at most u |d| (35 s m + 11 t). rounding_of() takes 48 and 16 instead: room for its own
// rounding, for rows that are unit vectors only to 1e-6, and for what has second order in u.
#pragma once

#include "convex/polytope_data.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {

/// The poses must be rotations to 1e-6, with a positive scale.
struct ConvexPair {
    const PolytopeData& a;
    const PolytopeData& b;
    const Rigid& pose_a;
    const Rigid& pose_b;
    /// How far, beyond the rounding of apply(), world vertices may lie from where the poses put
    /// them; for both bodies together.
    double extra_margin = 0;
};

/// How far the world vertices of a body can seem to lie, along a unit direction, from where they
/// are. Also bounds how far apply() moves a point from where exact arithmetic would put it.
inline double rounding_of(const PolytopeData& polytope, const Rigid& pose) {
    const Vec3d t = pose.translation;
    const double largest = std::max({std::abs(t.x), std::abs(t.y), std::abs(t.z)});
    return 0x1p-53 * (48 * pose.scale * polytope.reach + 16 * largest);
}

/// The bounds above hold where nothing overflows, and where underflow (least_error covers it) is
/// far below what they allow for. Bodies that are larger or smaller are left to the exact engine.
inline bool has_safe_magnitude(const PolytopeData& polytope, double rounding) {
    return polytope.reach > 0x1p-100 && polytope.reach < 0x1p100 && rounding > 0x1p-200 &&
           rounding < 0x1p200;
}
/// Scales of safe bodies are below 2^354, so that a product that underflows is off by less.
constexpr double least_error = 0x1p-700;
/// Where an error is above this, a sum may have overflowed.
constexpr double most_error = 0x1p200;

/// Turns a direction of the world into the frame of a body: dot(d, rotation * p) = dot(turned, p).
inline Vec3d into_frame(const Rigid& pose, const Vec3d& d) {
    return {pose.row_x.x * d.x + pose.row_y.x * d.y + pose.row_z.x * d.z,
            pose.row_x.y * d.x + pose.row_y.y * d.y + pose.row_z.y * d.z,
            pose.row_x.z * d.x + pose.row_y.z * d.y + pose.row_z.z * d.z};
}

/// Turns a direction of a body's frame into the world.
inline Vec3d out_of_frame(const Rigid& pose, const Vec3d& d) {
    return {dot(pose.row_x, d), dot(pose.row_y, d), dot(pose.row_z, d)};
}

/// Not shorter than the vector, and cheaper than its length.
inline double length_bound(const Vec3d& d) { return std::abs(d.x) + std::abs(d.y) + std::abs(d.z); }

} // namespace impinge::inline v0
