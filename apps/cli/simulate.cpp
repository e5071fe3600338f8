// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate: many moving bodies, frame after frame.
#include "simulate.hpp"

#include "base/hash.hpp"
#include "exit_status.hpp"
#include "run_request.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace impinge::cli {

SimulatedFrame simulated_frame(const WorldStep& step) {
    SimulatedFrame frame{.candidates = step.candidates,
                         .colliding = step.interfering,
                         .ended = step.ended.size(),
                         .asked_exact = step.asked_exact,
                         .deepest = {},
                         .method = step.broad_phase,
                         .reason = std::string(step.broad_phase_reason),
                         .swaps = step.swaps,
                         .hash = step.hash,
                         .milliseconds = step.milliseconds,
                         .named_pairs = {},
                         .check = {},
                         .picture = {}};
    for (const WorldPair& pair : step.pairs) {
        const bool near = !pair.interferes() && pair.distance;
        frame.near_pairs += near ? 1 : 0;
        frame.began += (near || pair.interferes()) && pair.phase == Phase::Began ? 1 : 0;
        if (pair.penetration) {
            frame.deepest = std::max(frame.deepest.value_or(0), pair.penetration->depth);
        }
    }
    return frame;
}

std::uint64_t Simulation::hash() const {
    Hasher hasher;
    for (const SimulatedFrame& frame : frames) {
        hasher.add(frame.hash);
    }
    return hasher.digest();
}

std::uint64_t Simulation::differences() const {
    std::uint64_t sum = 0;
    for (const SimulatedFrame& frame : frames) {
        sum += frame.check ? frame.check->differences() : 0;
    }
    return sum;
}

void add_simulation_outputs(CLI::App& kind, Outputs& outputs) {
    add_json_and_threads(kind, outputs);
    kind.add_option("--csv", outputs.csv_file, "Write a row for each frame")->type_name("FILE");
    kind.add_flag("-q,--quiet", outputs.quiet, "Print nothing");
}

/// A CSV file cannot say of itself that it is partial, and is not written then.
int tell_simulation(const Simulation& simulation, const Outputs& outputs) {
    const Json json = outputs.json_file.empty() ? Json() : simulation_json(simulation);
    if (print_and_write(simulation_text(simulation), json, outputs) != Clean) {
        return Failed;
    }
    if (simulation.partial) {
        return Interrupted;
    }
    if (write_text_file(outputs.csv_file, simulation_csv(simulation)) != Clean) {
        return Failed;
    }
    return simulation.differences() > 0 ? Found : Clean;
}

void add_simulate(CLI::App& program, Work& chosen) {
    CLI::App* verb = program.add_subcommand("simulate", "Many moving bodies, frame after frame");
    verb->require_subcommand(1);
    add_simulate_polytopes(*verb, chosen);
    add_simulate_walkthrough(*verb, chosen);
    verb->footer("impinge simulate KIND --help explains a kind.\n\n"
                 "Examples:\n"
                 "  impinge simulate polytopes --bodies 1000 --frames 200 --verify\n"
                 "  impinge simulate walkthrough --pictures walk --features");
}

} // namespace impinge::cli
