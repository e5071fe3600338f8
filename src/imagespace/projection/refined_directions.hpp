// SPDX-License-Identifier: Apache-2.0
//
// From the normals of surfaces that face each other to the directions to look along: the planes of
// projection.
#pragma once

#include "imagespace/projection/facing_surfaces.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// The directions after a first look: the mean of the normals of the surfaces that face each other
/// in the collision zone, weighted by the area seen, or several directions, the most important
/// first, if those normals vary; at most `most_planes`. All of unit length, from A to B. Never
/// empty: the view's own direction if nothing is seen or the normals cancel.
///
/// Four draws into a small item buffer, whatever the resolution of the view: of each body the
/// nearest and the farthest triangle of every pixel.
Expected<std::vector<Vec3d>> refined_directions(raster::Device& device, const raster::View& view,
                                                const CollisionZone& zone, const Side& a,
                                                const Side& b, int most_planes);

/// The weighted mean of the normals, if it is at least nine tenths as long as that of parallel ones
/// (a cap of 37 degrees about the mean) or one direction is all that is asked for. Else they are
/// gathered around two or three axes (the fewest for which the mean cosine is 0.95, at most
/// `most`), those with less than a twentieth of the weight left out, the heaviest first. `fallback`
/// if there are none, or if only the mean is asked for and is shorter than a tenth.
std::vector<Vec3d> projection_planes(std::span<const FacingSurface> surfaces, int most,
                                     Vec3d fallback);

} // namespace impinge::inline v0::imagespace
