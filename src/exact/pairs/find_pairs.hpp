// SPDX-License-Identifier: Apache-2.0
//
// From two meshes in the world to the triangle pairs that meet. Broad phase: quantised coordinates,
// depth-slice image, candidate pairs (the files beside this one). Narrow phase: each candidate is
// classified by exact predicates.
#pragma once

#include "exact/pairs/slice_image.hpp"
#include "exact/world_mesh.hpp"
#include "impinge/triangle.hpp"

#include <memory>

namespace impinge::inline v0 {

enum class Stop : std::uint8_t {
    Never, ///< find every pair
    /// Once one crossing pair is proved, the rest does not matter. Without one, of the pairs that
    /// have but a corner in common or overlap in one plane some may be left out. Each of their
    /// triangles is in some pair; where it overlaps triangles in its plane, in a pair with one of
    /// each normal that they have.
    AtFirstCrossing,
    AtFirstPair,
};

/// The common part of the bodies' boxes, and all triangles that reach into it: kept from culling
/// for who asks what else is there.
struct CommonRegion {
    Quantiser quantiser;
    RegionTriangles a;
    RegionTriangles b;
};

struct FoundPairs {
    std::vector<TrianglePair> pairs; ///< sorted, each once; all of them unless stopped or cancelled
    bool left_some_out = false;      ///< as Stop::AtFirstCrossing says
    Counters counters;
    StageTimes milliseconds;
    double box_tests = 0; ///< pairs of boxes that were compared
    /// Of two bodies, if codes were taken to find the pairs.
    std::shared_ptr<const CommonRegion> region;
};

FoundPairs find_pairs(const WorldMesh& a, const WorldMesh& b, Stop stop, const Context& context);

/// Pairs (s, t), s < t, of triangles of one mesh that meet in more than a common corner or edge.
FoundPairs find_self_pairs(const WorldMesh& mesh, Stop stop, const Context& context);

/// The same for some triangles of the mesh against all: pairs (s, t) of one of `some` and another
/// triangle.
FoundPairs find_own_pairs(const WorldMesh& mesh, std::span<const std::uint32_t> some, Stop stop,
                          const Context& context);

/// As classify_triangles, for two triangles of one surface: a common corner or edge, by
/// coordinates, is no contact. What counts is whatever they have in common beyond it.
PairKind classify_neighbours(const Triangle& s, const Triangle& t);

} // namespace impinge::inline v0
