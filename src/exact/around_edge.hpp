// SPDX-License-Identifier: Apache-2.0
//
// What solids look like around a line: seen along it, each is a set of sectors bounded by half
// planes. All questions are answered by orient3d on vertices; no point in between is constructed.
#pragma once

#include "exact/surface_feature.hpp"
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

} // namespace impinge::inline v0
