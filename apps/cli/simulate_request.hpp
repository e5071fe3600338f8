// SPDX-License-Identifier: Apache-2.0
//
// What was asked of `impinge simulate polytopes`: the options as they were written, and understood.
#pragma once

#include "impinge/world.hpp"
#include "outputs.hpp"
#include "scenes/moving_polytopes.hpp"
#include "simulate_pictures.hpp"

#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace impinge::cli {

struct SwarmOptions {
    scenes::SwarmParameters swarm;
    std::size_t frames = 100;
    std::string box = "tight";
    std::string broad_phase = "auto";
    double margin = 0;
    bool penetration = false;
    bool verify = false;
    SimulationPictureOptions pictures;
    Outputs outputs;
};

enum class Verify : std::uint8_t { No, Yes };

/// The options, understood.
struct SwarmRequest {
    scenes::SwarmParameters swarm;
    std::size_t frames = 0;
    WorldOptions world;
    Verify verify = Verify::No;
    SimulationPictureOptions pictures;
};

void add_swarm_options(CLI::App& kind, SwarmOptions& options);

/// Fails on what is unknown, out of range or cannot be written, before any work.
Expected<SwarmRequest> understand(const SwarmOptions& options);

/// "tight", "fixed", "walk-faces", "walk-edges".
const char* name_of(BoxKind kind);

} // namespace impinge::cli
