// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate polytopes: the multi-body simulation of Cohen, Lin, Manocha and Ponamgi 1995.
#include "run_request.hpp"
#include "simulate_frames.hpp"
#include "stopwatch.hpp"
#include "swarm_pictures.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace impinge::cli {
namespace {

struct Run {
    const SwarmRequest& request;
    RunningSwarm running;
    std::optional<SwarmPictures> pictures;
};

Expected<Run> set_up(const SwarmRequest& request, const Context& context) {
    auto running = RunningSwarm::set_up(request);
    if (!running) {
        return running.error();
    }
    Run run{request, std::move(*running), {}};
    if (!request.pictures.folder.empty()) {
        auto pictures = SwarmPictures::open(run.running, request.pictures, context);
        if (!pictures) {
            return pictures.error();
        }
        run.pictures = std::move(*pictures);
    }
    return run;
}

/// Where the swarm stands now; then it moves on. Nothing if that was interrupted.
Expected<std::optional<SimulatedFrame>> look(Run& run, std::size_t index, const Context& context) {
    const auto step = run.running.world.step(context);
    if (!step) {
        return step.error();
    }
    SimulatedFrame frame = simulated_frame(*step);
    if (run.request.verify == Verify::Yes) {
        const auto check = scenes::check_frame({.swarm = run.running.swarm,
                                                .world = run.running.world,
                                                .step = *step,
                                                .ids = run.running.ids,
                                                .margin = run.request.world.margin},
                                               context);
        if (!check) {
            return check.error();
        }
        frame.check = *check;
    }
    if (run.pictures && run.pictures->wants(index)) {
        auto file = run.pictures->write(run.running, *step, index);
        if (!file) {
            return file.error();
        }
        frame.picture = std::move(*file);
    }
    if (context.cancelled()) {
        return std::optional<SimulatedFrame>();
    }
    const Stopwatch watch;
    if (Status status = run.running.advance(*step); !status) {
        return status.error();
    }
    frame.move_ms = watch.milliseconds();
    return std::optional(std::move(frame));
}

Json json_parameters(const SwarmRequest& request, double side) {
    const scenes::SwarmParameters& swarm = request.swarm;
    return {{"faces", swarm.faces},
            {"shapes", std::min(swarm.shapes, swarm.bodies)},
            {"density", swarm.density},
            {"translation", swarm.translation},
            {"rotation_degrees", swarm.rotation_degrees},
            {"seed", swarm.seed},
            {"side", side},
            {"box", name_of(request.world.boxes)},
            {"broad_phase", to_string(request.world.broad_phase)},
            {"margin", request.world.margin},
            {"penetration", request.world.penetration}};
}

Expected<Simulation> simulate(const SwarmRequest& request, const Context& context,
                              Progress& progress) {
    const Stopwatch watch;
    auto run = set_up(request, progress.phase("setting up", context));
    if (!run) {
        return run.error();
    }
    const double side = run->running.swarm.side();
    Simulation simulation{.kind = "polytopes",
                          .what = fmt::format("{} polytopes of {} faces in a cube of side {:.4g}",
                                              request.swarm.bodies, request.swarm.faces, side),
                          .parameters = json_parameters(request, side),
                          .bodies = request.swarm.bodies,
                          .frames_wanted = request.frames,
                          .frames = {},
                          .picture_folder = request.pictures.folder,
                          .setup_ms = watch.milliseconds()};
    if (const Status status = simulate_frames(
            simulation, context, progress,
            [&](std::size_t index, const Context& inner) { return look(*run, index, inner); });
        !status) {
        return status.error();
    }
    simulation.total_ms = watch.milliseconds();
    return simulation;
}

int run_polytopes(const SwarmOptions& options) {
    return run_request(
        options,
        [](const SwarmRequest& request, const Context& context, Progress& progress) {
            return simulate(request, context, progress);
        },
        [&](const Simulation& simulation) { return tell_simulation(simulation, options.outputs); },
        WhenInterrupted::TellWhatThereIs);
}

} // namespace

void add_simulate_polytopes(CLI::App& simulate, Work& chosen) {
    auto options = std::make_shared<SwarmOptions>();
    CLI::App* kind = simulate.add_subcommand(
        "polytopes", "Random polytopes fly and turn in a cube and bounce off each other");
    add_swarm_options(*kind, *options);
    kind->footer(
        "Bodies that collide and come nearer exchange their velocities; walls reflect them. The\n"
        "same seed gives the same frames everywhere, whatever --box, --broad-phase and --threads\n"
        "say.\n"
        "Exit status: 0 done, 1 --verify found differences, 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge simulate polytopes --bodies 1000 --frames 200 --json -\n"
        "  impinge simulate polytopes --bodies 300 --frames 50 --verify --box walk-edges\n"
        "  impinge simulate polytopes --bodies 100 --faces 56 --pictures frames --boxes "
        "--features");
    kind->callback([options, &chosen] { chosen = [options] { return run_polytopes(*options); }; });
}

} // namespace impinge::cli
