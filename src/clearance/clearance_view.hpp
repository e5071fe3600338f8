// SPDX-License-Identifier: Apache-2.0
//
// Which way a clearance map looks, and at what.
#pragma once

#include "imagespace/projection/collision_zone.hpp"
#include "impinge/clearance.hpp"
#include "raster/range.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// The corners of all triangles where they stand, each once.
std::vector<Vec3d> world_corners(const MeshView& mesh, const Rigid& pose);

/// Distances from the eye along the view.
raster::Range depths_of(const raster::View& view, std::span<const Vec3d> points);

/// Across the flattest side of where the bounding volumes meet, or of the gap between them. Looks
/// from A to B.
struct ChosenDirection {
    Vec3d direction;
    std::optional<CollisionZone> zone; ///< if the volumes meet
};
ChosenDirection clearance_direction(const Body& a, const Body& b);

enum class ClearanceWindow : std::uint8_t {
    Common, ///< where the projections of both bodies meet; all of both if they do not
    OfA,
};

/// Depths reach over both bodies.
struct ClearanceViewOptions {
    Vec3d direction;
    int resolution = 512; ///< pixels along the longer side
    ClearanceWindow window = ClearanceWindow::Common;
};
Expected<raster::View> clearance_view(const ClearanceViewOptions& options,
                                      std::span<const Vec3d> corners_a,
                                      std::span<const Vec3d> corners_b);

} // namespace impinge::inline v0::imagespace
