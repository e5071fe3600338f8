// SPDX-License-Identifier: Apache-2.0
//
// Which triangles face each other in the collision zone, seen in an item buffer (id buffer): each
// triangle drawn with its own number, so that every pixel tells which one is seen there.
#pragma once

#include "imagespace/solid_body.hpp"

#include <vector>

namespace impinge::inline v0::imagespace {

/// A piece of surface in the collision zone.
struct FacingSurface {
    Vec3d towards_b; ///< unit normal: A's outward one, or B's inward one
    double weight = 0;
};

/// At every pixel that both bodies cover, of the two ends where they could meet (A's last surface
/// and B's first, or the other way round) the nearer pair, as far as it lies in the zone; one entry
/// for each triangle seen. Its weight is the area seen of it, at most its own, and the more the
/// closer the other surface is there.
Expected<std::vector<FacingSurface>> facing_surfaces(raster::Device& device,
                                                     const raster::View& view,
                                                     const CollisionZone& zone, const Side& a,
                                                     const Side& b);

} // namespace impinge::inline v0::imagespace
