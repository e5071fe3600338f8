// SPDX-License-Identifier: Apache-2.0
//
// From what the device says of a swarm to the answer: what was in doubt is proved, pairs are put in
// their order.
#pragma once

#include "gpu/swarm/swarm_engine.hpp"

namespace impinge::inline v0::gpu {

struct SwarmBodies {
    std::vector<Polytope> shapes;
    std::vector<std::uint32_t> shape_of;

    [[nodiscard]] const Polytope& shape(std::uint32_t body) const { return shapes[shape_of[body]]; }
};

/// Sorted, without pairs that are apart.
Expected<std::vector<SwarmPair>> pairs_of(const RawSwarm& raw, const SwarmBodies& bodies,
                                          const Context& context);

/// What WorldStep::hash is for these pairs.
std::uint64_t hash_of(std::span<const SwarmPair> pairs);

/// All of it by a World.
Expected<SwarmStep> step_of_world(const SwarmBodies& bodies, std::span<const Rigid> poses,
                                  const Context& context);

} // namespace impinge::inline v0::gpu
