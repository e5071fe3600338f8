// SPDX-License-Identifier: Apache-2.0
//
// The middle of the road: from two meshes in the world to the triangle pairs that meet.
#pragma once

#include "exact/world_mesh.hpp"

namespace impinge::inline v0 {

enum class Stop : std::uint8_t {
    Never,           ///< find every pair
    AtFirstCrossing, ///< once one crossing pair is proved, the rest does not matter
    AtFirstPair,
};

struct FoundPairs {
    std::vector<TrianglePair> pairs; ///< sorted, each once; all of them unless stopped or cancelled
    Counters counters;
    StageTimes milliseconds;
};

FoundPairs find_pairs(const WorldMesh& a, const WorldMesh& b, Stop stop, const Context& context);

/// Pairs (s, t), s < t, of triangles of one mesh that meet in more than a common corner or edge.
FoundPairs find_self_pairs(const WorldMesh& mesh, Stop stop, const Context& context);

} // namespace impinge::inline v0
