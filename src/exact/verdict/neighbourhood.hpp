// SPDX-License-Identifier: Apache-2.0
//
// What solids look like right beside a point of their surface. Around a line each is a set of
// sectors bounded by half planes, around a vertex a region of the sphere of directions. All
// questions are answered by orient3d on vertices; no point in between is constructed.
#pragma once

#include "exact/verdict/surface.hpp"
#include "impinge/predicates.hpp"

#include <vector>

namespace impinge::inline v0 {

/// Where a direction leads that starts at a point of a solid's surface.
enum class Where : std::uint8_t { Inside, Outside, OnSurface };

/// A line with a sense of direction; angles count counter-clockwise when looking against it.
struct Axis {
    Vec3d from;
    Vec3d to;
};

/// A face as seen along the axis.
struct HalfPlane {
    Vec3d through;     ///< a point of it off the axis
    Sign material = 0; ///< +1: the solid lies counter-clockwise of it, -1: clockwise
};

/// The half planes in which the surface leaves the axis. The axis must run along the feature: an
/// edge's own line (either sense), or a line in the interior of a face.
std::vector<HalfPlane> half_planes(const SolidSurface& surface, const SurfaceFeature& feature,
                                   const Axis& axis);

/// Whether two solids, each given by its half planes, have a sector in common.
bool interiors_overlap_around(const Axis& axis, std::vector<HalfPlane> a, std::vector<HalfPlane> b);

/// Where the half plane from the axis through the target leads.
Where locate_around(const Axis& axis, std::vector<HalfPlane> planes, Vec3d target);

/// Where the ray from a vertex of the surface towards the target leads at its very beginning.
Where locate_around_vertex(const SolidSurface& surface, std::uint32_t vertex, Vec3d target);

} // namespace impinge::inline v0
