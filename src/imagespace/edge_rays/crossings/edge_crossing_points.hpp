// SPDX-License-Identifier: Apache-2.0
//
// One edge and the triangles near it: where it passes from one side of the surface to the other.
#pragma once

#include "exact/world_mesh.hpp"
#include "imagespace/edge_rays/crossings/edge_crossing_place.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

struct CrossingPoint {
    std::uint32_t triangle = 0;
    Vec3d position;
};

/// In the order in which the segment passes. `near` holds every triangle of the closed surface that
/// the segment meets, and perhaps others. `outward` is -1 if the surface is inside out.
std::vector<CrossingPoint> crossing_points(const Segment& segment, const WorldMesh& surface,
                                           std::span<const std::uint32_t> near, Sign outward);

} // namespace impinge::inline v0::imagespace
