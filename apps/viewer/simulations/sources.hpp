// SPDX-License-Identifier: Apache-2.0
//
// The simulations that the viewer plays, by the names that `impinge simulate` has for them. Their
// frames are its frames, bit for bit.
#pragma once

#include "simulations/simulation.hpp"
#include "simulations/simulation_wish.hpp"

#include <span>
#include <string_view>

namespace impinge::viewer {

/// Fails, as one line, on what there is not.
Expected<SimulationSetup> simulation_setup(const SimulationWish& wish);

struct SimulationKind {
    const char* name;
    const char* what;
    std::size_t frames;
    double frames_per_second;
    std::size_t most_bodies; ///< 0: cannot be chosen
    MakeSource (*source)(const SimulationWish& wish, std::size_t frames);
};

std::span<const SimulationKind> simulation_kinds();
/// Null if there is none of that name.
const SimulationKind* simulation_kind(std::string_view name);

MakeSource swarm_source(const SimulationWish& wish, std::size_t frames);
MakeSource cloth_source(const SimulationWish& wish, std::size_t frames);
MakeSource creature_source(const SimulationWish& wish, std::size_t frames);
MakeSource shatter_source(const SimulationWish& wish, std::size_t frames);
MakeSource walkthrough_source(const SimulationWish& wish, std::size_t frames);

} // namespace impinge::viewer
