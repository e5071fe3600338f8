// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate walkthrough: a hand moves through a kitchen and touches this and that.
#include "run_request.hpp"
#include "simulate_frames.hpp"
#include "stopwatch.hpp"
#include "walkthrough_pictures.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace impinge::cli {
namespace {

struct WalkthroughOptions {
    std::size_t frames = 120;
    double margin = 0.02;
    bool verify = false;
    bool follow = false;
    SimulationPictureOptions pictures;
    Outputs outputs;
};

Expected<WalkthroughOptions> understand(const WalkthroughOptions& options) {
    if (const Status status = check_picture_options(options.pictures); !status) {
        return status.error();
    }
    if (options.follow && options.pictures.folder.empty()) {
        return Error{ErrorCode::InvalidArgument, "--follow: is for --pictures FOLDER"};
    }
    if (!(options.margin >= 0 && options.margin <= 1)) {
        return Error{ErrorCode::InvalidArgument, "--margin: must be from 0 to 1"};
    }
    return options;
}

struct Walk {
    const WalkthroughOptions& options;
    WalkthroughKitchen kitchen;
    std::optional<WalkthroughPictures> pictures;
};

Expected<Walk> set_up(const WalkthroughOptions& options, const Context& context) {
    auto kitchen = WalkthroughKitchen::furnish(options.margin);
    if (!kitchen) {
        return kitchen.error();
    }
    Walk walk{options, std::move(*kitchen), {}};
    if (!options.pictures.folder.empty()) {
        const Viewpoint viewpoint = options.follow ? Viewpoint::WithHand : Viewpoint::Room;
        auto pictures =
            WalkthroughPictures::open(walk.kitchen, options.pictures, viewpoint, context);
        if (!pictures) {
            return pictures.error();
        }
        walk.pictures = std::move(*pictures);
    }
    return walk;
}

/// Who collides, by name and for the picture.
Expected<WalkthroughPictures::Content> content_of(const Walk& walk, const WorldStep& step,
                                                  SimulatedFrame& frame) {
    WalkthroughPictures::Content content;
    frame.named_pairs.emplace();
    for (const WorldPair& pair : step.pairs) {
        if (!pair.interferes()) {
            if (walk.options.pictures.features) {
                auto closest = walk.kitchen.with_closest_points(pair);
                if (!closest) {
                    return closest.error();
                }
                content.near_pairs.push_back(std::move(*closest));
            }
            continue;
        }
        const auto parts = walk.kitchen.colliding_parts(pair);
        if (!parts) {
            return parts.error();
        }
        content.colliding_bodies.insert(walk.kitchen.other(pair).id.index);
        for (const PartId part : *parts) {
            content.colliding_parts.insert(part);
            frame.named_pairs->push_back(
                {walk.kitchen.part_name(part), walk.kitchen.other(pair).name});
        }
    }
    return content;
}

Expected<std::optional<SimulatedFrame>> look(Walk& walk, std::size_t index,
                                             const Context& context) {
    const Stopwatch watch;
    const auto last = static_cast<double>(std::max<std::size_t>(2, walk.options.frames) - 1);
    if (Status status = walk.kitchen.move_hand(static_cast<double>(index) / last); !status) {
        return status.error();
    }
    const double move_ms = watch.milliseconds();
    const auto step = walk.kitchen.step(context);
    if (!step) {
        return step.error();
    }
    SimulatedFrame frame = simulated_frame(*step);
    frame.move_ms = move_ms;
    const auto content = content_of(walk, *step, frame);
    if (!content) {
        return content.error();
    }
    if (walk.options.verify) {
        const auto check = walk.kitchen.check(*step, context);
        if (!check) {
            return check.error();
        }
        frame.check = *check;
    }
    if (walk.pictures && walk.pictures->wants(index)) {
        auto file = walk.pictures->write(walk.kitchen, *content, index);
        if (!file) {
            return file.error();
        }
        frame.picture = std::move(*file);
    }
    return context.cancelled() ? std::nullopt : std::optional(std::move(frame));
}

Expected<Simulation> simulate(const WalkthroughOptions& options, const Context& context,
                              Progress& progress) {
    const Stopwatch watch;
    auto walk = set_up(options, progress.phase("furnishing", context));
    if (!walk) {
        return walk.error();
    }
    const std::size_t bodies = walk->kitchen.bodies().size() + 1;
    Simulation simulation{.kind = "walkthrough",
                          .what =
                              fmt::format("a hand of {} parts in a kitchen of {} bodies",
                                          walk->kitchen.hand().shape.leaves().size(), bodies - 1),
                          .parameters = {{"margin", options.margin}},
                          .bodies = bodies,
                          .frames_wanted = options.frames,
                          .frames = {},
                          .picture_folder = options.pictures.folder,
                          .setup_ms = watch.milliseconds()};
    if (const Status status = simulate_frames(
            simulation, context, progress,
            [&](std::size_t index, const Context& inner) { return look(*walk, index, inner); });
        !status) {
        return status.error();
    }
    simulation.total_ms = watch.milliseconds();
    return simulation;
}

int run_walkthrough(const WalkthroughOptions& options) {
    return run_request(
        options,
        [](const WalkthroughOptions& request, const Context& context, Progress& progress) {
            return simulate(request, context, progress);
        },
        [&](const Simulation& simulation) { return tell_simulation(simulation, options.outputs); },
        WhenInterrupted::TellWhatThereIs);
}

void add_options(CLI::App& kind, WalkthroughOptions& options) {
    kind.add_option("--frames", options.frames, "The way is cut into so many; 120 unless said")
        ->type_name("F")
        ->check(CLI::Range(1, 1'000'000'000).description(""));
    kind.add_option("--margin", options.margin,
                    "Also find bodies that the hand is no farther away from, in metres; 0.02 "
                    "unless said")
        ->type_name("M");
    kind.add_flag("--verify", options.verify,
                  "Compare every frame with the exact engine alone, body by body");
    add_simulation_picture_options(kind, options.pictures);
    kind.add_flag("--follow", options.follow, "Pictures are taken near the hand");
    add_simulation_outputs(kind, options.outputs);
}

} // namespace

void add_simulate_walkthrough(CLI::App& simulate, Work& chosen) {
    auto options = std::make_shared<WalkthroughOptions>();
    CLI::App* kind = simulate.add_subcommand("walkthrough",
                                             "A hand with bending fingers moves through a kitchen");
    add_options(*kind, *options);
    kind->footer(
        "The kitchen is that of impinge sample kitchen: convex bodies, bodies of convex parts, "
        "and\n"
        "hollow ones. Convex parts are told apart by their closest features, what is hollow by\n"
        "the exact engine. Parts of the hand and bodies that collide are red in pictures.\n"
        "Exit status: 0 done, 1 --verify found differences, 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge simulate walkthrough --frames 240 --json -\n"
        "  impinge simulate walkthrough --pictures walk --follow --features --boxes");
    kind->callback(
        [options, &chosen] { chosen = [options] { return run_walkthrough(*options); }; });
}

} // namespace impinge::cli
