// SPDX-License-Identifier: Apache-2.0
//
// What is asked of impinge simulate polytopes, as written and understood.
#pragma once

#include "exact_device/device_choice.hpp"
#include "impinge/world.hpp"
#include "output/outputs.hpp"
#include "scenes/moving_polytopes.hpp"
#include "simulate/simulate.hpp"
#include "simulate/simulate_pictures.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace impinge::cli {

class Verb;

struct SwarmOptions {
    scenes::SwarmParameters swarm;
    std::size_t frames = 100;
    std::string box = "tight";
    std::string broad_phase = "auto";
    std::string convex_search = "linear-program";
    double margin = 0;
    bool penetration = false;
    bool verify = false;
    ExactDeviceArguments device;
    SimulationPictureOptions pictures;
    Outputs outputs;
};

enum class Verify : std::uint8_t { No, Yes };

/// The options after validation.
struct SwarmRequest {
    scenes::SwarmParameters swarm;
    std::size_t frames = 0;
    WorldOptions world;
    Verify verify = Verify::No;
    ExactDeviceRequest device;
    /// The first option wished for that only the processor has; empty if there is none.
    std::string only_processor;
    SimulationPictureOptions pictures;
};

void add_swarm_options(Verb& kind, SwarmOptions& options);
Expected<SwarmRequest> understand(const SwarmOptions& options);
/// `side` is that of the cube.
std::vector<SimulationParameter> parameters_of(const SwarmRequest& request, double side);

} // namespace impinge::cli
