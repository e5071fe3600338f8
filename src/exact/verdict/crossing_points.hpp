// SPDX-License-Identifier: Apache-2.0
//
// A pair of triangles that crosses cuts its surroundings into four: in both bodies, in one of them,
// in neither. A point in both, one in A alone and one in B alone prove that the bodies cross,
// wherever they were taken from; so they may be rounded, and their winding numbers take
// nanoseconds for each triangle in the way of a ray.
#pragma once

#include "exact/verdict/surface.hpp"
#include "impinge/triangle.hpp"

#include <optional>

namespace impinge::inline v0 {

struct CrossingPoints {
    Vec3d middle; ///< of the segment in which the triangles meet, to rounding
    Vec3d in_both;
    Vec3d in_a; ///< alone
    Vec3d in_b;
};

/// Points where they would be expected for a crossing pair of triangles of borders; that they lie
/// there is for the caller to prove. Nothing for triangles that are nearly in one plane.
std::optional<CrossingPoints> points_beside_crossing(const Triangle& s, Normals of_a,
                                                     const Triangle& t, Normals of_b);

} // namespace impinge::inline v0
