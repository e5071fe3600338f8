// SPDX-License-Identifier: Apache-2.0
//
// The middle of the road: from two meshes in the world to the triangle pairs that meet.
#pragma once

#include "exact/match.hpp"
#include "exact/world_mesh.hpp"

#include <functional>

namespace impinge {

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

/// Kind of a candidate pair; Apart drops it.
using Prover = std::function<PairKind(std::uint32_t a, std::uint32_t b)>;

/// The last two stages: matches the boxes and proves the candidates, on all threads.
void match_and_prove(std::vector<IndexedBox> a, std::vector<IndexedBox> b, const Prover& prover,
                     Stop stop, const Context& context, FoundPairs& found);

} // namespace impinge
