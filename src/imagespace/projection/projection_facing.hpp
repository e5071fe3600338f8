// SPDX-License-Identifier: Apache-2.0
//
// Which triangles face each other in the collision zone.
#pragma once

#include "imagespace/projection/projection.hpp"
#include "imagespace/projection/projection_planes.hpp"

namespace impinge::inline v0::imagespace {

/// At every pixel that both bodies cover, of the two ends where they could meet (A's last surface
/// and B's first, or the other way round) the nearer pair, as far as it lies in the zone; one entry
/// for each triangle seen. Its weight is the area seen of it, at most its own, and the more the
/// closer the other surface is there.
Expected<std::vector<FacingSurface>> facing_surfaces(raster::Device& device,
                                                     const raster::View& view,
                                                     const CollisionZone& zone, const Side& a,
                                                     const Side& b);

} // namespace impinge::inline v0::imagespace
