// SPDX-License-Identifier: Apache-2.0
#include "running_swarm.hpp"

#include <utility>

namespace impinge::cli {

Expected<RunningSwarm> RunningSwarm::set_up(const SwarmRequest& request) {
    RunningSwarm running{scenes::MovingPolytopes(request.swarm), World(request.world), {}};
    for (std::size_t i = 0; i < request.swarm.bodies; ++i) {
        const auto id = running.world.add(running.shape(i), {.pose = running.swarm.poses()[i]});
        if (!id) {
            return id.error();
        }
        running.ids.push_back(*id);
    }
    return running;
}

Status RunningSwarm::advance(const WorldStep& step) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> colliding;
    for (const WorldPair& pair : step.pairs) {
        if (pair.interferes()) {
            colliding.emplace_back(pair.a.index, pair.b.index);
        }
    }
    swarm.advance(colliding);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (Status status = world.move(ids[i], swarm.poses()[i]); !status) {
            return status;
        }
    }
    return {};
}

} // namespace impinge::cli
