// SPDX-License-Identifier: Apache-2.0
//
// Frames of moving polytopes on a GPU (impinge/gpu_swarm.hpp): what a World says, bit for bit.
#pragma once

#include "exact_device/device_choice.hpp"
#include "impinge/gpu_swarm.hpp"
#include "impinge/world.hpp"
#include "scenes/moving_polytopes.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace impinge::cli {

class SwarmDevice {
  public:
    explicit SwarmDevice(const ExactDeviceRequest& request) : choice_(request) {}

    /// Opens the device if it was asked for by name, or if Auto finds a GPU and so many bodies, of
    /// all frames together, are worth it. `only_processor`, if not empty, is an option that Auto
    /// leaves to the processor.
    Status open(const scenes::MovingPolytopes& polytopes, std::size_t frames,
                std::string_view only_processor, const Context& context);

    /// What World::step() says of the bodies where they stand, but for the boxes; times are those
    /// of the device. Nothing if the processor is to be asked, from then on.
    Expected<std::optional<WorldStep>> step(std::span<const Rigid> poses, const Context& context);

    [[nodiscard]] const DeviceChoice& choice() const { return choice_; }

  private:
    DeviceChoice choice_; ///< outlives the swarm
    std::optional<gpu::Swarm> swarm_;
};

/// Which pairs began to interfere and which ended, whoever decides the frames.
class PairEvents {
  public:
    /// Of the next frame, whose pairs all interfere.
    void tell(WorldStep& step);

  private:
    using Ids = std::pair<BodyId, BodyId>;

    std::vector<Ids> before_; ///< sorted
};

} // namespace impinge::cli
