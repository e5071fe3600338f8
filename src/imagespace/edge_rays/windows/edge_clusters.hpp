// SPDX-License-Identifier: Apache-2.0
//
// Which bodies are looked at together, and where in the world.
#pragma once

#include "broadphase/box_pairs.hpp"
#include "impinge/edge_rays.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// Where bodies may meet: where the boxes of two overlap, or all of one body (a == b) if the whole
/// scene is looked at.
struct EdgePlace {
    Box3 box;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

struct EdgeCluster {
    std::vector<std::uint32_t> bodies; ///< ascending
    std::vector<EdgePlace> places;     ///< by a, then b
};

/// The pairs are those whose boxes overlap, sorted. Clusters come in the order of their first
/// bodies; bodies in no pair are in none of them, unless the whole scene is looked at.
std::vector<EdgeCluster> edge_clusters(std::span<const Box3> boxes, std::span<const BoxPair> pairs,
                                       Windows windows);

} // namespace impinge::inline v0::imagespace
