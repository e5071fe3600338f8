// SPDX-License-Identifier: Apache-2.0
//
// Proofs by looking along one direction: two bodies are apart if their extents are; a body that
// reaches farther than the other is not inside it.
//
// Why the extents prove it about collide(): the world triangles lie in the hull of the world
// vertices. If a plane has all world vertices of A on one side and those of B on the other, no
// triangles meet, and no point of one is wound around by the other. A world vertex beyond all world
// vertices of B along a direction is not wound around by B.
#pragma once

#include "convex/convex_pair.hpp"
#include "convex/support.hpp"

#include <limits>

namespace impinge::inline v0 {

/// What both bodies cover along a direction of the world, measured from A's translation: each end
/// is right to `error`.
struct Slabs {
    Extent a;
    Extent b;
    double error = 0;

    [[nodiscard]] bool apart() const { return b.min - a.max > error || a.min - b.max > error; }
    [[nodiscard]] bool a_protrudes() const {
        return a.max - b.max > error || b.min - a.min > error;
    }
    [[nodiscard]] bool b_protrudes() const {
        return b.max - a.max > error || a.min - b.min > error;
    }
};

/// The direction may have any length and be off by anything: what is proved is proved. `rounding`
/// is that of both bodies, and what else may have moved their vertices.
inline Slabs slabs_along(const ConvexPair& pair, const Vec3d& direction, double rounding) {
    const Extent a = extent_along(pair.a, into_frame(pair.pose_a, direction));
    const Extent b = extent_along(pair.b, into_frame(pair.pose_b, direction));
    const double shift = dot(direction, pair.pose_b.translation - pair.pose_a.translation);
    const double scale_a = pair.pose_a.scale;
    const double scale_b = pair.pose_b.scale;
    const double error = length_bound(direction) * rounding + least_error;
    return {.a = {a.min * scale_a, a.max * scale_a},
            .b = {b.min * scale_b + shift, b.max * scale_b + shift},
            .error = error < most_error ? error : std::numeric_limits<double>::infinity()};
}

} // namespace impinge::inline v0
