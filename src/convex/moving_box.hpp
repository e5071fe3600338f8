// SPDX-License-Identifier: Apache-2.0
//
// Axis-aligned world boxes of a polytope that moves (section 4.1 of Cohen, Lin, Manocha and Ponamgi
// 1995).
#pragma once

#include "convex/polytope_data.hpp"

#include <array>

namespace impinge::inline v0 {

/// The box of all world vertices, bit for bit what apply() gives. Linear in the vertices, but
/// quick.
Box3 tight_box(const PolytopeData& polytope, const Rigid& pose);

/// A cube around the centre that holds the world vertices whatever the orientation.
Box3 fixed_cube(const PolytopeData& polytope, const Rigid& pose);

/// The vertices that were extreme along -x, +x, -y, +y, -z, +z when last looked at.
using ExtremeVertices = std::array<std::uint32_t, 6>;

/// The box of the extreme vertices, walked to from the last ones, widened by what rounding can
/// hide: it holds all world vertices. Method 1: through the Voronoi regions of the vertices.
Box3 box_by_regions(const PolytopeData& polytope, const Rigid& pose, ExtremeVertices& extremes);

/// Method 2: from neighbour to neighbour, as long as one is more extreme.
Box3 box_by_neighbours(const PolytopeData& polytope, const Rigid& pose, ExtremeVertices& extremes);

} // namespace impinge::inline v0
