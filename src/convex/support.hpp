// SPDX-License-Identifier: Apache-2.0
//
// Scans over all vertices or all planes of a polytope, several at a time. Below some thousand
// vertices they beat any walk.
#pragma once

#include "convex/polytope_data.hpp"

namespace impinge::inline v0 {

/// Smallest and largest dot(direction, vertex).
struct Extent {
    double min = 0;
    double max = 0;
};

Extent extent_along(const PolytopeData& polytope, const Vec3d& direction);

/// The largest value of a scan and where it was found (of equal ones, always the same).
struct Highest {
    double value = 0;
    std::uint32_t index = 0;
};

/// The vertex farthest in a direction.
Highest farthest_vertex(const PolytopeData& polytope, const Vec3d& direction);

/// The face whose plane a point lies highest above: the point is inside where the value is
/// negative, by that much.
Highest highest_plane(const PolytopeData& polytope, const Vec3d& point);

} // namespace impinge::inline v0
