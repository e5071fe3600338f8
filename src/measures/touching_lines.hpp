// SPDX-License-Identifier: Apache-2.0
//
// Edges and points in which solids touch that do not lie on walls flush with each other.
#pragma once

#include "impinge/contact_patches.hpp"
#include "impinge/context.hpp"
#include "measures/flush_walls.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

struct TouchingPlaces {
    std::vector<TouchingEdge> edges; ///< sorted
    std::vector<Vec3d> points;       ///< sorted
};

/// Of bodies whose interiors do not overlap; `pairs` are all that meet, `coplanar` those of them in
/// one plane. Means nothing once the context is cancelled.
TouchingPlaces touching_places(const Solid& a, const Solid& b, std::span<const TrianglePair> pairs,
                               std::span<const CoplanarPair> coplanar, const Context& context);

} // namespace impinge::inline v0
