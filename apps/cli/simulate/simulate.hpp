// SPDX-License-Identifier: Apache-2.0
//
// `impinge simulate`: what its kinds have in common. Each kind adds itself as a verb below
// `simulate`, steps a World frame after frame and keeps what it found as a Simulation, which is
// reported in the same words for all of them.
#pragma once

#include "impinge/world.hpp"
#include "output/outputs.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "scenes/check_frame.hpp"
#include "scenes/motion/check_motion.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace impinge::cli {

class Verb;

void add_simulate_polytopes(Verb& simulate);
void add_simulate_walkthrough(Verb& simulate);
void add_simulate_cloth(Verb& simulate);
void add_simulate_creature(Verb& simulate);
void add_simulate_shatter(Verb& simulate);
void add_simulate_bumpers(Verb& simulate);
void add_simulate_motions(Verb& simulate);

using scenes::FrameCheck;

/// What is told of a frame of a scene that moves by itself: cloth, creature, shatter, bumpers.
struct SceneFrame {
    std::uint64_t bodies = 0; ///< bodies may break
    std::uint64_t triangles = 0;
    std::uint64_t vertices = 0;
    std::uint64_t splits = 0; ///< tears or cracks so far
    std::uint64_t triangle_pairs = 0;
    std::uint64_t touching = 0; ///< pairs of bodies
    std::uint64_t crossing = 0;
    double largest_step = 0;
    double contacts_ms = 0;            ///< of finding contacts, the mean of all steps of the frame
    std::optional<double> energy = {}; ///< of motion, where impulses answer contacts
    std::optional<Vec3d> momentum = {};
    std::optional<scenes::MotionCheck> check; ///< with --verify
};

struct SimulatedFrame {
    std::uint64_t candidates = 0;
    std::uint64_t colliding = 0;
    std::uint64_t near_pairs = 0; ///< apart, within the margin
    std::uint64_t began = 0;      ///< of the colliding and near ones, not so in the frame before
    std::uint64_t ended = 0;      ///< no longer so
    std::uint64_t undecided = 0;  ///< pairs that may interfere though no verdict says so
    std::uint64_t asked_exact = 0;
    std::uint64_t settled_by_features = 0;
    std::optional<double> deepest; ///< penetration, with --penetration
    std::string method;            ///< of the broad phase
    std::string reason;
    std::uint64_t swaps = 0;
    std::uint64_t hash = 0;
    WorldTimes milliseconds;
    double move_ms = 0; ///< of making the poses, which is no part of finding collisions
    /// Who collides with whom, where bodies have names.
    std::optional<std::vector<std::array<std::string, 2>>> named_pairs;
    std::optional<FrameCheck> check; ///< with --verify
    std::optional<SceneFrame> scene; ///< of a scene that moves by itself
    std::string picture;             ///< empty if none was made
};

SimulatedFrame simulated_frame(const WorldStep& step);

struct SimulationParameter {
    const char* name;
    std::variant<double, std::uint64_t, bool, std::string> value;
};

struct Simulation {
    std::string kind;                            ///< "polytopes", "walkthrough", ...
    std::string what;                            ///< in words, for the first line of the table
    std::vector<SimulationParameter> parameters; ///< as asked for
    std::uint64_t bodies = 0;
    std::size_t frames_wanted = 0;
    std::vector<SimulatedFrame> frames;
    std::string picture_folder;     ///< empty if there are no pictures
    std::string device_reason = {}; ///< why what decided pairs; empty if nobody had to choose
    bool partial = false;           ///< interrupted before all frames were done
    double setup_ms = 0;
    double total_ms = 0;

    /// Of all frames, in order.
    [[nodiscard]] std::uint64_t hash() const;
    [[nodiscard]] std::uint64_t differences() const;
    /// Whether frames were checked.
    [[nodiscard]] bool verified() const;
    /// Pairs of all frames that could not be decided.
    [[nodiscard]] std::uint64_t undecided() const;
};

void add_simulation_outputs(Verb& kind, Outputs& outputs);
/// One frame by its number; nothing if it was interrupted.
using LookAtFrame = std::function<Expected<std::optional<SimulatedFrame>>(std::size_t frame,
                                                                          const Context& context)>;

/// Appends frames, with progress, until there are as many as wanted; marks the simulation as
/// partial if it was interrupted before. The watch runs since it was begun.
Expected<Simulation> with_frames(Simulation simulation, const Stopwatch& watch,
                                 const Context& context, Progress& progress,
                                 const LookAtFrame& look);

/// Table, JSON and CSV, as far as wanted. Found if --verify found differences, Undecided if pairs
/// could not be decided.
int tell_simulation(const Simulation& simulation, const Outputs& outputs);

/// All of a kind: `simulate(request, context, progress)` gives a Simulation.
template <typename Options, typename Simulate>
int run_simulation(const Options& options, const Simulate& simulate) {
    return run_request(
        options, simulate,
        [&](const Simulation& simulation) { return tell_simulation(simulation, options.outputs); },
        WhenInterrupted::TellWhatThereIs);
}

} // namespace impinge::cli
