// SPDX-License-Identifier: Apache-2.0
//
// Moving polytopes and the world that finds who collides.
#pragma once

#include "scenes/moving_polytopes.hpp"
#include "simulate_request.hpp"

#include <vector>

namespace impinge::cli {

struct RunningSwarm {
    scenes::MovingPolytopes swarm;
    World world;
    /// Of a world that nothing was removed from: the index of an id is the number of the body.
    std::vector<BodyId> ids;

    static Expected<RunningSwarm> set_up(const SwarmRequest& request);

    [[nodiscard]] const Polytope& shape(std::size_t body) const {
        return swarm.shapes()[swarm.shape_of()[body]];
    }
    /// The next frame, after what this one found.
    Status advance(const WorldStep& step);
};

} // namespace impinge::cli
