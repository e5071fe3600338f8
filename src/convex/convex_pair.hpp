// SPDX-License-Identifier: Apache-2.0
//
// The room of convex polytopes, and what all its questions start from: two polytopes and where they
// stand. Three questions can be asked about a pair (at the end of this file):
//
//   closest_features()   a walk over Voronoi regions (Lin-Canny, the family of V-Clip)
//   convex_verdict()     separating axis or common point, proved in double arithmetic (as SAT and
//   GJK
//                        find them, by a linear program), or left open
//   penetration()        the expanding polytope algorithm (EPA)
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
#include "impinge/expected.hpp"
#include "impinge/rigid.hpp"
#include "math/measures.hpp"

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
    const double largest = largest_magnitude(pose.translation);
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

// --- poses ---------------------------------------------------------------------------------------

/// Finite, the rows orthonormal to 1e-9 and right-handed, the scale positive. Without branches: it
/// is asked of every body in every frame.
inline bool is_convex_pose(const Rigid& pose) {
    const Vec3d x = pose.row_x;
    const Vec3d y = pose.row_y;
    const Vec3d z = pose.row_z;
    const Vec3d t = pose.translation;
    // NaN and infinities make these comparisons false.
    const auto small = [](double value) { return std::abs(value) <= 1e-9; };
    const auto finite = [](double value) { return std::abs(value) <= 0x1.fffffffffffffp1023; };
    return (static_cast<int>(small(dot(x, x) - 1)) & static_cast<int>(small(dot(y, y) - 1)) &
            static_cast<int>(small(dot(z, z) - 1)) & static_cast<int>(small(dot(x, y))) &
            static_cast<int>(small(dot(y, z))) & static_cast<int>(small(dot(z, x))) &
            static_cast<int>(dot(cross(x, y), z) > 0) & static_cast<int>(finite(t.x)) &
            static_cast<int>(finite(t.y)) & static_cast<int>(finite(t.z)) &
            static_cast<int>(finite(pose.scale)) & static_cast<int>(pose.scale > 0)) != 0;
}

/// A sentence that says why, where that is not so.
Status check_convex_pose(const Rigid& pose);

// --- frames --------------------------------------------------------------------------------------
//
// Two bodies seen from each other: everything the walk compares is brought into the frame of one of
// the polytopes, so that neither is moved as a whole and the distance from the origin is lost
// before anything is multiplied with it.

/// A point of one polytope's frame in that of the other.
struct FrameChange {
    Vec3d row_x;
    Vec3d row_y;
    Vec3d row_z;
    Vec3d offset;

    [[nodiscard]] constexpr Vec3d turned(Vec3d vector) const {
        return {dot(row_x, vector), dot(row_y, vector), dot(row_z, vector)};
    }
    /// The direction of the first frame that measures there what `direction` measures here:
    /// dot(direction, turned(v)) = dot(turned_back(direction), v).
    [[nodiscard]] constexpr Vec3d turned_back(Vec3d direction) const {
        return row_x * direction.x + row_y * direction.y + row_z * direction.z;
    }
    [[nodiscard]] constexpr Vec3d operator()(Vec3d point) const { return turned(point) + offset; }
};

/// Vectors change their length between the frames if the bodies have different scales; sizes and
/// distances found by the walk are those of A's frame.
struct RelativePose {
    FrameChange b_to_a;
    FrameChange a_to_b;
};

/// Rotations must be orthonormal.
constexpr RelativePose relative_pose(const Rigid& a, const Rigid& b) {
    const auto columns = [](Vec3d x, Vec3d y, Vec3d z) {
        return FrameChange{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}, {}};
    };
    const FrameChange world_to_a = columns(a.row_x, a.row_y, a.row_z);
    const FrameChange b_axes = columns(b.row_x, b.row_y, b.row_z); // its rows: images of B's axes
    const Vec3d x = world_to_a.turned(b_axes.row_x);
    const Vec3d y = world_to_a.turned(b_axes.row_y);
    const Vec3d z = world_to_a.turned(b_axes.row_z);
    const double growth = b.scale / a.scale;
    const Vec3d between = b.translation - a.translation;

    RelativePose relative;
    relative.b_to_a = columns(x * growth, y * growth, z * growth);
    relative.b_to_a.offset = world_to_a.turned(between) * (1 / a.scale);
    relative.a_to_b = {x * (1 / growth), y * (1 / growth), z * (1 / growth), {}};
    relative.a_to_b.offset = b_axes.turned(between) * (-1 / b.scale);
    return relative;
}

// --- the questions, for callers that ask very often and have checked the poses -------------------

/// As the public function; the start may come from any other pair of polytopes.
ClosestFeatures closest_features(const ConvexPair& pair, const FeaturePair& start);

/// What double arithmetic can prove about the world vertices of the two, or Unsure. Memory may come
/// from any other pair of polytopes: it costs time, never the answer.
ConvexVerdict convex_verdict(const ConvexPair& pair, ConvexMemory& memory,
                             ConvexSearch search = ConvexSearch::LinearProgram);

/// What the closest features alone prove: the first half of that search.
ConvexVerdict walked_verdict(const ConvexPair& pair, ConvexMemory& memory);

/// The shortest translation of B that parts the two; depth 0 if they are apart or touch.
Penetration penetration(const ConvexPair& pair);

} // namespace impinge::inline v0
