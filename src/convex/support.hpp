// SPDX-License-Identifier: Apache-2.0
//
// The support function of a polytope, and its dual over the planes: scans over all vertices or all
// planes, several at a time. Below some thousand vertices they beat any walk (hill climbing).
#pragma once

#include "convex/polytope_data.hpp"

namespace impinge::inline v0 {

/// The projection onto a direction: smallest and largest dot(direction, vertex).
struct ProjectedExtent {
    double min = 0;
    double max = 0;
};

ProjectedExtent extent_along(const PolytopeData& polytope, const Vec3d& direction);

/// The largest value of a scan and where it was found (of equal ones, always the same).
struct Highest {
    double value = 0;
    std::uint32_t index = 0;
};

/// The support vertex: farthest in a direction.
Highest farthest_vertex(const PolytopeData& polytope, const Vec3d& direction);

/// The face whose plane a point lies highest above: the point is inside where the value is
/// negative, by that much.
Highest highest_plane(const PolytopeData& polytope, const Vec3d& point);

} // namespace impinge::inline v0
