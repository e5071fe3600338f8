// SPDX-License-Identifier: Apache-2.0
//
// From the normals of surfaces that face each other to the directions to look along.
#pragma once

#include "impinge/vec3.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// A piece of surface in the collision zone.
struct FacingSurface {
    Vec3d towards_b; ///< unit normal: A's outward one, or B's inward one
    double weight = 0;
};

/// Their weighted mean, if it is at least nine tenths as long as that of parallel normals (a cap of
/// 37 degrees about the mean) or one direction is all that is asked for. Else they are gathered
/// around two or three axes (the fewest for which the mean cosine is 0.95, at most `most`), those
/// with less than a twentieth of the weight left out, the heaviest first. `fallback` if there are
/// none, or if only the mean is asked for and is shorter than a tenth.
std::vector<Vec3d> projection_planes(std::span<const FacingSurface> surfaces, int most,
                                     Vec3d fallback);

} // namespace impinge::inline v0::imagespace
