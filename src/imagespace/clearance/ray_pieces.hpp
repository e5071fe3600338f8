// SPDX-License-Identifier: Apache-2.0
//
// A solid along one ray: from the surfaces the ray meets to the stretches that lie inside. Inside
// is where the winding number is at least one, as for the exact engine: what enters counts up, what
// leaves counts down, so that parts of one body may overlap, nest or have their faces twice.
#pragma once

#include "impinge/collide.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// Which way the faces of a body look where it stands.
enum class Facing : std::uint8_t { Outward, Inward };

/// The faces of a body that is inside out look inward, and a pose with a mirror in it turns them.
inline Facing facing_of(const Diagnosis& diagnosis, const Rigid& pose) {
    const bool mirrors = dot(pose.row_x, cross(pose.row_y, pose.row_z)) < 0;
    return diagnosis.inside_out != mirrors ? Facing::Inward : Facing::Outward;
}

/// A place where a ray meets a surface.
struct RaySurface {
    double depth = 0;
    bool enters = false; ///< else it leaves
};

/// A stretch of the ray inside the body; flat if both ends are equal.
struct RayPiece {
    double begin = 0;
    double end = 0;

    friend bool operator==(const RayPiece&, const RayPiece&) = default;
};

/// By depth; at one depth first what enters, so that parts that touch are one piece and a body
/// without thickness is a flat one.
inline void sort_surfaces(std::span<RaySurface> surfaces) {
    std::ranges::sort(surfaces, [](const RaySurface& p, const RaySurface& q) {
        return p.depth != q.depth ? p.depth < q.depth : p.enters && !q.enters;
    });
}

/// Appends the pieces, in order and disjoint. The surfaces are sorted.
inline void append_pieces(std::span<const RaySurface> surfaces, std::vector<RayPiece>& pieces) {
    int winding = 0;
    double begin = 0;
    for (const RaySurface& surface : surfaces) {
        const int before = winding;
        winding += surface.enters ? 1 : -1;
        if (before == 0 && winding == 1) {
            begin = surface.depth;
        } else if (before == 1 && winding == 0) {
            pieces.push_back({begin, surface.depth});
        }
    }
}

} // namespace impinge::inline v0::imagespace
