// SPDX-License-Identifier: Apache-2.0
#include "simulations/sources.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr auto kinds = std::to_array<SimulationKind>(
    {{"polytopes", "polytopes fly in a cube and bounce off each other", 300, 30, 10'000'000,
      swarm_source},
     {"cloth", "thorny bodies fall on a cloth and tear it", 300, 60, 400, cloth_source},
     {"creature", "a lizard walks through balls", 300, 60, 40, creature_source},
     {"shatter", "a ball breaks a vase", 240, 60, 500, shatter_source},
     {"walkthrough", "a hand goes through a kitchen", 120, 30, 0, walkthrough_source}});

} // namespace

std::span<const SimulationKind> simulation_kinds() { return kinds; }

const SimulationKind* simulation_kind(std::string_view name) {
    const auto* found = std::ranges::find(kinds, name, &SimulationKind::name);
    return found == kinds.end() ? nullptr : found;
}

Expected<SimulationSetup> simulation_setup(const SimulationWish& wish) {
    const SimulationKind* kind = simulation_kind(wish.kind);
    if (kind == nullptr) {
        std::string names;
        for (const SimulationKind& each : kinds) {
            names += (names.empty() ? "" : ", ") + std::string(each.name);
        }
        return Error{ErrorCode::InvalidArgument,
                     fmt::format("--simulate: there is no '{}'; one of {}", wish.kind, names)};
    }
    if (wish.bodies && !(*wish.bodies >= 1 && *wish.bodies <= kind->most_bodies)) {
        return Error{ErrorCode::InvalidArgument,
                     kind->most_bodies == 0 ? fmt::format("--bodies: not of {}", kind->name)
                                            : fmt::format("--bodies: of {}, from 1 to {}",
                                                          kind->name, kind->most_bodies)};
    }
    if (wish.seed && kind->most_bodies == 0) {
        return Error{ErrorCode::InvalidArgument, fmt::format("--seed: not of {}", kind->name)};
    }
    SimulationSetup setup;
    setup.kind = kind->name;
    setup.title = kind->what;
    setup.frames_per_second = kind->frames_per_second;
    setup.store.frames = wish.frames.value_or(kind->frames);
    setup.store.memory = wish.memory > 0 ? wish.memory : setup.store.memory;
    setup.source = kind->source(wish, setup.store.frames);
    return setup;
}

} // namespace impinge::viewer
