// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate walkthrough: a hand moves through a kitchen and collides with what stands there.
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "output/progress.hpp"
#include "output/stopwatch.hpp"
#include "simulate/simulate.hpp"
#include "simulate/walkthrough_pictures.hpp"

#include <algorithm>
#include <fmt/core.h>

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
        return usage_error("--follow: is for --pictures FOLDER");
    }
    if (!(options.margin >= 0 && options.margin <= 1)) {
        return usage_error("--margin: must be from 0 to 1");
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

Expected<Simulation> simulate_walkthrough(const WalkthroughOptions& options, const Context& context,
                                          Progress& progress) {
    const Stopwatch watch;
    auto walk = set_up(options, progress.phase("furnishing", context));
    if (!walk) {
        return walk.error();
    }
    const std::size_t bodies = walk->kitchen.bodies().size() + 1;
    return with_frames({.kind = "walkthrough",
                        .what = fmt::format("a hand of {} parts in a kitchen of {} bodies",
                                            walk->kitchen.hand().shape.leaves().size(), bodies - 1),
                        .parameters = {{"margin", options.margin}},
                        .bodies = bodies,
                        .frames_wanted = options.frames,
                        .frames = {},
                        .picture_folder = options.pictures.folder,
                        .setup_ms = watch.milliseconds()},
                       watch, context, progress, [&](std::size_t index, const Context& inner) {
                           return look(*walk, index, inner);
                       });
}

int run_walkthrough(const WalkthroughOptions& options) {
    return run_simulation(options, simulate_walkthrough);
}

void add_options(Verb& kind, WalkthroughOptions& options) {
    kind.option("--frames", &options.frames, "F", "The way is cut into so many; 120 unless said")
        .between(1, 1'000'000'000);
    kind.option("--margin", &options.margin, "M",
                "Also find bodies that the hand is no farther away from, in metres; 0.02 "
                "unless said");
    kind.flag("--verify", &options.verify,
              "Compare every frame with the exact engine alone, body by body");
    add_simulation_picture_options(kind, options.pictures);
    kind.flag("--follow", &options.follow, "Pictures are taken near the hand");
    add_simulation_outputs(kind, options.outputs);
}

} // namespace

void add_simulate_walkthrough(Verb& simulate) {
    Verb& kind =
        simulate.verb("walkthrough", "A hand with bending fingers moves through a kitchen");
    add_options(kind, kind.runs(run_walkthrough));
    kind.footer(
        "The kitchen is that of impinge sample kitchen: convex bodies, bodies of convex parts, "
        "and\n"
        "hollow ones. Verdicts on convex parts are proved in double precision, all others by the\n"
        "exact engine. Parts of the hand and bodies that collide are red in pictures.\n"
        "Exit status: 0 done, 1 --verify found differences, 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge simulate walkthrough --frames 240 --json -\n"
        "  impinge simulate walkthrough --pictures walk --follow --features --boxes");
}

} // namespace impinge::cli
