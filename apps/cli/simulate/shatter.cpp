// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate shatter: a vase breaks, and one body becomes many.
#include "scenes/shatter.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "output/picture_style.hpp"
#include "simulate/moving_scene_run.hpp"
#include "simulate/scene_looks.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

using render::Colour;
using scenes::SceneBody;
using scenes::ShatteringVase;

struct ShatterOptions : MovingSceneOptions {
    scenes::ShatterParameters shatter;
};

} // namespace

SceneLook shatter_look() {
    constexpr Colour floor_paint{214, 210, 202, 255};
    constexpr Colour iron_paint{70, 76, 88, 255};
    SceneLook look;
    look.camera = {.from = {-0.25, -1, 0.5},
                   .zoom = 6.5,
                   .middle = Vec3d{0.15, 0, 0.5},
                   .vertical_angle_degrees = 28};
    look.shown = {{-9, -6, 0}, {9, -6, 0}, {-9, 9, 2}, {9, 9, 2}};
    look.paint = [=](const SceneBody&, std::size_t number) -> render::Paint {
        if (number == ShatteringVase::ground) {
            return {.colour = floor_paint};
        }
        if (number == ShatteringVase::ball) {
            return {.colour = iron_paint};
        }
        // Tones of one glaze, so that shards are told apart.
        const Colour light{150, 190, 214, 255};
        const Colour dark{58, 112, 158, 255};
        const auto tone = static_cast<double>(number * 7 % 10) / 9;
        return {.colour = render::mixed(light, dark, number == 2 ? 0.4 : tone)};
    };
    look.shading = [](const SceneBody&) { return render::ShapeOptions{.crease_degrees = 40}; };
    look.meeting = [](const SceneBody&) -> std::optional<Colour> { return std::nullopt; };
    return look;
}

namespace {

Expected<MovingSceneRequest> understand(const ShatterOptions& options) {
    if (const Status status = check_moving_scene_options(options); !status) {
        return status.error();
    }
    if (!(options.shatter.speed >= 1 && options.shatter.speed <= 6)) {
        return usage_error("--speed: must be from 1 to 6");
    }
    return MovingSceneRequest{
        .options = options,
        .kind = "shatter",
        .what = fmt::format("a ball breaks a vase into about {} shards", options.shatter.pieces),
        .parameters = {{"pieces", std::uint64_t{options.shatter.pieces}},
                       {"speed", options.shatter.speed},
                       {"seed", options.shatter.seed}},
        .look = shatter_look(),
        .make = maker_of<ShatteringVase>(options.shatter)};
}

int run_shatter(const ShatterOptions& options) { return run_simulation(options, simulate_scene); }

} // namespace

void add_simulate_shatter(Verb& simulate) {
    Verb& kind = simulate.verb("shatter", "A ball is thrown at a vase, which breaks");
    ShatterOptions& options = kind.runs(run_shatter);
    kind.option("--pieces", &options.shatter.pieces, "N",
                "Points around which the vase is cut; crumbs stay with their neighbours; 40 unless "
                "said")
        .between(2, 500);
    kind.option("--speed", &options.shatter.speed, "V",
                "Of the ball, in metres a second; 5 unless said");
    kind.option("--seed", &options.shatter.seed, "S", "Another seed, other cracks; 1 unless said")
        .not_negative();
    add_moving_scene_options(kind, options);
    kind.footer(
        "The vase is one closed mesh until the ball meets it. Shards are cut out of it along its\n"
        "edges, denser near the blow, and fit each other exactly: the first frame after the blow\n"
        "has them touching. A second has 120 frames here. Contacts are pairs of triangles found\n"
        "by the exact engine, eight times a frame. The same seed gives the same frames\n"
        "everywhere, whatever --threads says.\n"
        "Exit status: 0 done, 1 --verify found that something passed through, 2 error, 130\n"
        "interrupted.\n\n"
        "Examples:\n"
        "  impinge simulate shatter --frames 240 --out film --verify\n"
        "  ffmpeg -framerate 60 -pattern_type glob -i 'film/frame-*.png' -pix_fmt yuv420p "
        "film.mp4");
}

} // namespace impinge::cli
