// SPDX-License-Identifier: Apache-2.0
//
// What proves a verdict about two polytopes: a separating axis, a common point, faces over which a
// body reaches out of the other.
//
// A separating axis: two bodies are apart if their extents along one direction are; a body that
// reaches farther than the other is not inside it. Why the extents prove it about collide(): the
// world triangles lie in the hull of the world vertices. If a plane has all world vertices of A on
// one side and those of B on the other, no triangles meet, and no point of one is wound around by
// the other. A world vertex beyond all world vertices of B along a direction is not wound around by
// B.
#pragma once

#include "convex/convex_pair.hpp"
#include "convex/support.hpp"

#include <limits>

namespace impinge::inline v0 {

inline bool is_overlap(ConvexVerdict verdict) {
    return verdict != ConvexVerdict::Apart && verdict != ConvexVerdict::Unsure;
}

/// What both bodies cover along a direction of the world, measured from A's translation: each end
/// is right to `error`.
struct Slabs {
    ProjectedExtent a;
    ProjectedExtent b;
    double error = 0;

    [[nodiscard]] bool apart() const { return b.min - a.max > error || a.min - b.max > error; }
    [[nodiscard]] bool a_protrudes() const {
        return a.max - b.max > error || b.min - a.min > error;
    }
    [[nodiscard]] bool b_protrudes() const {
        return b.max - a.max > error || a.min - b.min > error;
    }
};

/// Of ends along a direction. `rounding` is that of both bodies, and what else may have moved their
/// vertices; `more` is what else the ends may be off by.
inline double slab_error(const Vec3d& direction, double rounding, double more = 0) {
    const double error = length_bound(direction) * rounding + least_error + more;
    return error < most_error ? error : std::numeric_limits<double>::infinity();
}

/// The direction may have any length and be off by anything: what is proved is proved.
inline Slabs slabs_along(const ConvexPair& pair, const Vec3d& direction, double rounding) {
    const ProjectedExtent a = extent_along(pair.a, into_frame(pair.pose_a, direction));
    const ProjectedExtent b = extent_along(pair.b, into_frame(pair.pose_b, direction));
    const double shift = dot(direction, pair.pose_b.translation - pair.pose_a.translation);
    const double scale_a = pair.pose_a.scale;
    const double scale_b = pair.pose_b.scale;
    return {.a = {a.min * scale_a, a.max * scale_a},
            .b = {b.min * scale_b + shift, b.max * scale_b + shift},
            .error = slab_error(direction, rounding)};
}

// --- a common point ----------------------------------------------------------------------------
//
// Proof that two bodies overlap: a point that lies in both, deeper than rounding reaches.
//
// Let P be a polytope moved by its pose without rounding. apply() moves each point of its surface
// by at most e. A point c deeper in P than e is passed by no point of the surface on the way from
// P's to that of the world triangles, so these wind around c once, as P does: c is inside. A point
// p of the polytope's own frame is as deep as its distance below all stored planes, less
// plane_error (polytope_data.hpp says why).
//
// A body sees a point of the world where the transposed rotation puts it, which is not quite the
// inverse; how far from it apply() brings that place back is measured and taken off the depth.

/// Rows are unit vectors only to 1e-6, normals to rounding: a depth may shrink by so much.
constexpr double shrinks = 1 - 0x1p-16;

/// Where the pose's inverse, to rounding, puts a point of the world.
struct PlacedPoint {
    Vec3d in_body;
    double off = 0; ///< how far from the point apply() brings that place back, at most
};

inline PlacedPoint place_in_body(const Rigid& pose, const Vec3d& world) {
    const Vec3d in_body = into_frame(pose, world - pose.translation) * (1 / pose.scale);
    return {in_body, length_bound(apply(pose, in_body) - world)};
}

/// Rounding was bounded for points about as far from the origin as the vertices.
inline bool is_near(const PolytopeData& polytope, const Vec3d& p) {
    return largest_magnitude(p) <= 2 * polytope.reach;
}

/// A point of both bodies, as the scans over their planes see it.
struct CommonPoint {
    bool proved = false;
    std::uint32_t face_a = 0; ///< whose plane it lies least deep under
    std::uint32_t face_b = 0;
};

/// Whether a point of the world is inside both bodies. `rounding` is that of both bodies, and what
/// else may have moved their vertices.
CommonPoint check_common_point(const ConvexPair& pair, const Vec3d& world, double rounding);

/// Whether planes of the polytope tell inside from outside at all.
inline bool has_sound_planes(const PolytopeData& polytope) {
    return polytope.centre_depth > polytope.plane_error;
}

// --- containment -------------------------------------------------------------------------------
//
// Which of two bodies that overlap lies inside the other, if any.

/// The verdict on two bodies that have a proved point in common: Crossing if each has a vertex
/// outside the other, inside if all vertices of one are deeper in the other than rounding reaches,
/// else Unsure. Looks along `likely` first.
ConvexVerdict overlap_verdict(const ConvexPair& pair, Vec3d likely, const CommonPoint& common,
                              double rounding);

} // namespace impinge::inline v0
