// SPDX-License-Identifier: Apache-2.0
//
// Solids turned on a lathe (cups, plates, pots: concave where the profile is) and convex ones with
// an octagonal outline that is scaled from ring to ring.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <vector>

namespace impinge::scenes {

struct ProfilePoint {
    double radius = 0;
    double height = 0;
};

struct TurnedSolid {
    /// From the axis below along the outside, then back along the inside to the axis: radius 0
    /// first and last, and nowhere else. Must not cross itself.
    std::vector<ProfilePoint> profile;
    double phase_radians = 0;  ///< where the first sector begins
    std::size_t triangles = 0; ///< met within half a sector; never less than eight sectors
};

/// About the z axis, on the grid of assembly.hpp. Flat rings stay flat.
Mesh turned_solid(const TurnedSolid& shape);

struct OutlineRing {
    double height = 0;
    double scale = 1;
};

/// A convex solid from rings of one octagon, upwards, whose scales are a concave function of the
/// height. The octagon reaches from -half to half and has corners cut by a quarter of that. Exactly
/// convex, and with flat faces, as long as products of these numbers are exact (a few bits each).
Mesh octagon_stack(double half_x, double half_y, const std::vector<OutlineRing>& rings);

} // namespace impinge::scenes
