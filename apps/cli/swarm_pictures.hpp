// SPDX-License-Identifier: Apache-2.0
//
// Pictures of moving polytopes in their cube.
#pragma once

#include "running_swarm.hpp"

#include <memory>
#include <string>
#include <vector>

namespace impinge::cli {

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
