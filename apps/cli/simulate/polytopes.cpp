// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate polytopes: the multi-body simulation of Cohen, Lin, Manocha and Ponamgi 1995.
#include "arguments/verb.hpp"
#include "output/progress.hpp"
#include "output/stopwatch.hpp"
#include "simulate/polytopes_options.hpp"
#include "simulate/swarm.hpp"
#include "simulate/swarm_device.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

struct SwarmRun {
    const SwarmRequest& request;
    RunningSwarm running;
    SwarmDevice device;
    PairEvents events; ///< of a run that a device was opened for
    std::optional<SwarmPictures> pictures;
};

Expected<SwarmRun> set_up(const SwarmRequest& request, const Context& context) {
    SwarmRun run{.request = request,
                 .running = RunningSwarm(request.swarm, request.world),
                 .device = SwarmDevice(request.device),
                 .events = {},
                 .pictures = {}};
    if (const Status status =
            run.device.open(run.running.swarm, request.frames, request.only_processor, context);
        !status) {
        return status.error();
    }
    if (!request.pictures.folder.empty()) {
        auto pictures = SwarmPictures::open(run.running, request.pictures, context);
        if (!pictures) {
            return pictures.error();
        }
        run.pictures = std::move(*pictures);
    }
    return run;
}

/// Whoever finds it.
struct FoundStep {
    WorldStep step;
    SimulatedFrame frame;
};

/// The World takes over where the device fails: it knows of no frame before.
Expected<FoundStep> find_step(SwarmRun& run, const Context& context) {
    auto on_device = run.device.step(run.running.swarm.poses(), context);
    if (!on_device) {
        return on_device.error();
    }
    FoundStep found;
    if (*on_device) {
        found.step = std::move(**on_device);
        run.events.tell(found.step);
        found.frame = simulated_frame(found.step);
        found.frame.method = "device";
        return found;
    }
    if (const Status status = run.running.fill_world(); !status) {
        return status.error();
    }
    auto step = run.running.world.step(context);
    if (!step) {
        return step.error();
    }
    found.step = std::move(*step);
    if (run.device.choice().was_asked()) {
        run.events.tell(found.step);
    }
    found.frame = simulated_frame(found.step);
    return found;
}

Expected<FrameCheck> check_step(const SwarmRun& run, const WorldStep& step,
                                const Context& context) {
    const RunningSwarm& running = run.running;
    return scenes::check_frame({.swarm = running.swarm,
                                .world = running.world.size() > 0 ? &running.world : nullptr,
                                .step = step,
                                .ids = running.ids,
                                .margin = run.request.world.margin},
                               context);
}

/// Where the swarm stands now; then it moves on. Nothing if that was interrupted.
Expected<std::optional<SimulatedFrame>> look(SwarmRun& run, std::size_t index,
                                             const Context& context) {
    auto found = find_step(run, context);
    if (!found) {
        return found.error();
    }
    auto& [step, frame] = *found;
    if (run.request.verify == Verify::Yes) {
        const auto check = check_step(run, step, context);
        if (!check) {
            return check.error();
        }
        frame.check = *check;
    }
    if (run.pictures && run.pictures->wants(index)) {
        auto file = run.pictures->write(run.running, step, index);
        if (!file) {
            return file.error();
        }
        frame.picture = std::move(*file);
    }
    if (context.cancelled()) {
        return std::optional<SimulatedFrame>();
    }
    const Stopwatch watch;
    if (Status status = run.running.advance(step); !status) {
        return status.error();
    }
    frame.move_ms = watch.milliseconds();
    return std::optional(std::move(frame));
}

Expected<Simulation> simulate_swarm(const SwarmRequest& request, const Context& context,
                                    Progress& progress) {
    const Stopwatch watch;
    auto run = set_up(request, progress.phase("setting up", context));
    if (!run) {
        return run.error();
    }
    const double side = run->running.swarm.side();
    auto simulation =
        with_frames({.kind = "polytopes",
                     .what = fmt::format("{} polytopes of {} faces in a cube of side {:.4g}",
                                         request.swarm.bodies, request.swarm.faces, side),
                     .parameters = parameters_of(request, side),
                     .bodies = request.swarm.bodies,
                     .frames_wanted = request.frames,
                     .frames = {},
                     .picture_folder = request.pictures.folder,
                     .setup_ms = watch.milliseconds()},
                    watch, context, progress, [&](std::size_t index, const Context& inner) {
                        return look(*run, index, inner);
                    });
    if (simulation) {
        const DeviceChoice& choice = run->device.choice();
        simulation->device_reason = choice.reason();
        simulation->parameters.push_back({"device", choice.name()});
        simulation->parameters.push_back({"device_reason", simulation->device_reason});
    }
    return simulation;
}

int run_polytopes(const SwarmOptions& options) { return run_simulation(options, simulate_swarm); }

} // namespace

void add_simulate_polytopes(Verb& simulate) {
    Verb& kind = simulate.verb("polytopes",
                               "Random polytopes fly and turn in a cube and bounce off each other");
    add_swarm_options(kind, kind.runs(run_polytopes));
    kind.footer(
        "Bodies that collide and come nearer exchange their velocities; walls reflect them. The\n"
        "same seed gives the same frames everywhere, whatever --box, --broad-phase, "
        "--convex-search,\n"
        "--device and --threads say. A device has only the frames themselves: --margin, "
        "--penetration,\n"
        "--boxes, --features and the choices of methods are for the processor.\n"
        "Exit status: 0 done, 1 --verify found differences, 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge simulate polytopes --bodies 1000 --frames 200 --json -\n"
        "  impinge simulate polytopes --bodies 300 --frames 50 --verify --box walk-edges\n"
        "  impinge simulate polytopes --bodies 100 --faces 56 --pictures frames --boxes "
        "--features\n"
        "  impinge simulate polytopes --bodies 100000 --device opengl --json -");
}

} // namespace impinge::cli
