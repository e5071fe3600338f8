// SPDX-License-Identifier: Apache-2.0
//
// Moving polytopes and the World that finds which of them collide.
#pragma once

#include "impinge/world.hpp"
#include "scenes/moving_polytopes.hpp"
#include "simulate/simulate_pictures.hpp"

#include <memory>
#include <string>
#include <vector>

namespace impinge::cli {

struct RunningSwarm {
    scenes::MovingPolytopes swarm;
    World world; ///< may be empty until it is needed
    /// Of a world that nothing was removed from: the index of an id is the number of the body.
    std::vector<BodyId> ids;

    /// The world is empty at first.
    RunningSwarm(const scenes::SwarmParameters& parameters, const WorldOptions& options);
    /// With all bodies in the world.
    static Expected<RunningSwarm> set_up(const scenes::SwarmParameters& parameters,
                                         const WorldOptions& options);
    /// Adds the bodies where they stand now, unless they are in the world.
    Status fill_world();

    [[nodiscard]] const Polytope& shape(std::size_t body) const {
        return swarm.shapes()[swarm.shape_of()[body]];
    }
    /// The next frame, after what this one found.
    Status advance(const WorldStep& step);
};

/// Pictures of them in their cube.
class SwarmPictures {
  public:
    static Expected<SwarmPictures> open(const RunningSwarm& running,
                                        const SimulationPictureOptions& options,
                                        const Context& context);

    [[nodiscard]] bool wants(std::size_t frame) const { return pictures_.wants(frame); }
    /// Returns the name of the file, as SimulationPictures does.
    Expected<std::string> write(const RunningSwarm& running, const WorldStep& step,
                                std::size_t frame);

  private:
    explicit SwarmPictures(SimulationPictures pictures) : pictures_(std::move(pictures)) {}

    SimulationPictures pictures_;
    SimulationPictureOptions options_;
    std::vector<std::shared_ptr<render::Shape>> shapes_;
};

} // namespace impinge::cli
