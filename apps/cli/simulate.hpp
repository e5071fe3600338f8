// SPDX-License-Identifier: Apache-2.0
//
// `impinge simulate`: what its kinds have in common. Each kind adds itself as a verb below
// `simulate`, steps a World frame after frame and keeps what it found as a Simulation, which is
// told in the same words for all of them.
#pragma once

#include "impinge/world.hpp"
#include "json_report.hpp"
#include "outputs.hpp"
#include "scenes/check_frame.hpp"
#include "verbs.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace impinge::cli {

void add_simulate_polytopes(CLI::App& simulate, Work& chosen);
void add_simulate_walkthrough(CLI::App& simulate, Work& chosen);

using scenes::FrameCheck;

struct SimulatedFrame {
    std::uint64_t candidates = 0;
    std::uint64_t colliding = 0;
    std::uint64_t near_pairs = 0; ///< apart, within the margin
    std::uint64_t began = 0;      ///< of the colliding and near ones, not so in the frame before
    std::uint64_t ended = 0;      ///< no longer so
    std::uint64_t asked_exact = 0;
    std::optional<double> deepest; ///< penetration, with --penetration
    BroadPhaseMethod method = BroadPhaseMethod::BruteForce;
    std::string reason;
    std::uint64_t swaps = 0;
    std::uint64_t hash = 0;
    WorldTimes milliseconds;
    double move_ms = 0; ///< of making the poses, which is no part of finding collisions
    /// Who collides with whom, where bodies have names.
    std::optional<std::vector<std::array<std::string, 2>>> named_pairs;
    std::optional<FrameCheck> check; ///< with --verify
    std::string picture;             ///< empty if none was made
};

SimulatedFrame simulated_frame(const WorldStep& step);

struct Simulation {
    std::string kind; ///< "polytopes", "walkthrough"
    std::string what; ///< in words, for the first line of the table
    Json parameters;  ///< an object, as asked for
    std::uint64_t bodies = 0;
    std::size_t frames_wanted = 0;
    std::vector<SimulatedFrame> frames;
    std::string picture_folder; ///< empty if there are no pictures
    bool partial = false;       ///< interrupted before all frames were done
    double setup_ms = 0;
    double total_ms = 0;

    /// Of all frames, in order.
    [[nodiscard]] std::uint64_t hash() const;
    [[nodiscard]] std::uint64_t differences() const;
};

std::string simulation_text(const Simulation& simulation);
Json simulation_json(const Simulation& simulation);
std::string simulation_csv(const Simulation& simulation);

void add_simulation_outputs(CLI::App& kind, Outputs& outputs);
/// Table, JSON and CSV, as far as wanted. Found if --verify found differences.
int tell_simulation(const Simulation& simulation, const Outputs& outputs);

} // namespace impinge::cli
