// SPDX-License-Identifier: Apache-2.0
//
// Walls of two solids that lie on each other in one plane, material on opposite sides, as polygons.
#pragma once

#include "impinge/collide.hpp"
#include "impinge/contact_patches.hpp"
#include "measures/solids.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Two triangles with an area in one plane that have a common point.
struct CoplanarPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// Those among pairs that meet.
std::vector<CoplanarPair> coplanar_pairs(const WorldMesh& a, const WorldMesh& b,
                                         std::span<const TrianglePair> pairs);

/// All pairs of triangles in one plane must be given. Walls that the same solid has twice, looking
/// to opposite sides, count as none.
std::vector<ContactPatch> flush_patches(const Solid& a, const Solid& b,
                                        std::span<const CoplanarPair> pairs);

} // namespace impinge::inline v0
