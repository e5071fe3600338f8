// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impinge/world.hpp"
#include "world/bodies/body_table.hpp"
#include "world/step/candidates.hpp"

#include <vector>

namespace impinge::inline v0 {

struct World::Data {
    explicit Data(const WorldOptions& world_options)
        : options(world_options), broad_phase({.method = world_options.broad_phase}) {}

    WorldOptions options;
    BodyTable bodies;
    BroadPhase broad_phase;                 ///< numbers its boxes as the table its bodies
    std::vector<Box3> grown_boxes;          ///< of all slots, if there is a margin
    std::vector<WorldCandidate> candidates; ///< of the last step, sorted
    std::vector<WorldCandidate> next_candidates;
    std::vector<EndedPair> near; ///< in the last step: interfering or within the margin, sorted
};

} // namespace impinge::inline v0
