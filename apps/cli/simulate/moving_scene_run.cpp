// SPDX-License-Identifier: Apache-2.0
#include "simulate/moving_scene_run.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "output/progress.hpp"
#include "output/stopwatch.hpp"
#include "scenes/motion/bounce.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

using scenes::MotionCheck;
using scenes::MovingScene;

struct SceneRun {
    const MovingSceneRequest& request;
    std::unique_ptr<MovingScene> scene;
    std::optional<ScenePictures> pictures;
};

Expected<SceneRun> set_up(const MovingSceneRequest& request, const Context& context) {
    auto scene = request.make(context);
    if (!scene) {
        return scene.error();
    }
    SceneRun run{request, std::move(*scene), {}};
    const MovingSceneOptions& options = request.options;
    if (!options.folder.empty()) {
        auto pictures = ScenePictures::open(
            {.folder = options.folder, .every = options.every, .size = options.size}, request.look,
            context);
        if (!pictures) {
            return pictures.error();
        }
        run.pictures = std::move(*pictures);
    }
    return run;
}

SceneFrame scene_frame(const MovingScene& scene) {
    const scenes::FrameContacts& contacts = scene.contacts();
    const auto sums = scene.sums();
    return {.bodies = scene.bodies().size(),
            .triangles = scene.triangle_count(),
            .vertices = scene.vertex_count(),
            .splits = scene.splits(),
            .triangle_pairs = contacts.triangle_pairs(),
            .touching = contacts.count(Verdict::Touching),
            .crossing = contacts.count(Verdict::Crossing),
            .largest_step = scene.largest_step(),
            .contacts_ms = contacts.milliseconds,
            .energy = sums ? std::optional(sums->energy) : std::nullopt,
            .momentum = sums ? std::optional(sums->momentum) : std::nullopt,
            .check = {}};
}

/// The scene as it stands; then it moves on. Frame 0 is how it begins.
Expected<std::optional<SimulatedFrame>> look(SceneRun& run, std::size_t index,
                                             const Context& context) {
    MovingScene& scene = *run.scene;
    MotionCheck check;
    const bool verify = run.request.options.verify;
    const Stopwatch watch;
    if (index > 0) {
        const scenes::StepWatcher watcher = [&](const MovingScene& moved) {
            scenes::check_step(check, moved);
        };
        const Status status = scene.advance(context, verify ? watcher : scenes::StepWatcher());
        if (!status) {
            return status.error();
        }
    }
    SimulatedFrame frame;
    frame.move_ms = watch.milliseconds();
    frame.candidates = scene.contacts().candidates;
    frame.colliding = scene.contacts().bodies.size();
    frame.hash = scene.hash();
    frame.scene = scene_frame(scene);
    if (verify) {
        if (const Status status = scenes::check_contacts(check, scene, context); !status) {
            return status.error();
        }
        frame.scene->check = check;
    }
    if (run.pictures && run.pictures->wants(index) && !context.cancelled()) {
        auto file = run.pictures->write(scene, index);
        if (!file) {
            return file.error();
        }
        frame.picture = std::move(*file);
    }
    return context.cancelled() ? std::nullopt : std::optional(std::move(frame));
}

} // namespace

void add_moving_scene_options(Verb& kind, MovingSceneOptions& options) {
    kind.option("--frames", &options.frames, "F", "So many frames; 300 unless said")
        .between(1, 1'000'000'000);
    kind.option("--out", &options.folder, "FOLDER",
                "Folder for a picture of each frame and a table of all, frames.csv; made if "
                "missing");
    kind.option("--every", &options.every, "K", "Only every K-th frame has a picture")
        .between(1, 1'000'000'000);
    kind.option("--size", &options.size, "WxH",
                "Of pictures, in pixels: 1200x900 unless said; N is a square");
    kind.flag("--verify", &options.verify,
              "Check after every step that nothing passes through anything, and in every frame "
              "all contacts against the exact engine, pair by pair");
    add_simulation_outputs(kind, options.outputs);
}

Status check_moving_scene_options(const MovingSceneOptions& options) {
    if (options.folder.empty() && options.every != 1) {
        return usage_error("--every: is for --out FOLDER");
    }
    const auto size = parse_size("--size", options.size);
    return size ? Status() : size.error();
}

Expected<Simulation> simulate_scene(const MovingSceneRequest& request, const Context& context,
                                    Progress& progress) {
    const Stopwatch watch;
    auto run = set_up(request, progress.phase("setting up", context));
    if (!run) {
        return run.error();
    }
    Simulation simulation{.kind = request.kind,
                          .what = request.what,
                          .parameters = request.parameters,
                          .bodies = run->scene->bodies().size(),
                          .frames_wanted = request.options.frames,
                          .frames = {},
                          .picture_folder = request.options.folder,
                          .setup_ms = watch.milliseconds()};
    return with_frames(
        std::move(simulation), watch, context, progress,
        [&](std::size_t index, const Context& inner) { return look(*run, index, inner); });
}

} // namespace impinge::cli
