// SPDX-License-Identifier: Apache-2.0
//
// What a World keeps from step to step. A step (world_step.cpp) is a broad phase over the boxes of
// the bodies that moved, then a narrow phase over the pairs that overlap (step/step.hpp).
#pragma once

#include "impinge/world.hpp"
#include "world/bodies/body_table.hpp"
#include "world/step/step.hpp"

#include <vector>

namespace impinge::inline v0 {

struct World::Data {
    explicit Data(const WorldOptions& world_options)
        : options(world_options), broad_phase({.method = world_options.broad_phase}) {}

    /// Makes the broad phase anew if memory ran out in the middle of changing it. May throw, and is
    /// then asked again.
    void repair();
    /// What was kept from the last step is given up.
    void forget_last_step();

    WorldOptions options;
    BodyTable bodies;
    BroadPhase broad_phase;                 ///< numbers its boxes as the table its bodies
    std::vector<Mobility> mobility;         ///< of all slots, for repairs
    std::vector<Box3> grown_boxes;          ///< of all slots, if there is a margin
    std::vector<WorldCandidate> candidates; ///< of the last step, sorted
    std::vector<WorldCandidate> next_candidates;
    /// In the last step: interfering, undecided or within the margin, sorted.
    std::vector<EndedPair> near;
    bool damaged = false; ///< the broad phase is to be repaired
};

} // namespace impinge::inline v0
