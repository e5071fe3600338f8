// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate cloth: a cloth that falling bodies tear, the second test of Jang et al. 2007.
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "output/picture_style.hpp"
#include "scenes/torn_cloth.hpp"
#include "simulate/moving_scene_run.hpp"
#include "simulate/scene_looks.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

using render::Colour;
using scenes::SceneBody;
using scenes::TornCloth;

struct ClothOptions : MovingSceneOptions {
    scenes::TornClothParameters cloth;
};

} // namespace

SceneLook cloth_look() {
    constexpr Colour floor_paint{196, 203, 210, 255};
    constexpr Colour wood_paint{170, 128, 84, 255};
    constexpr Colour linen_paint{214, 92, 76, 255};
    constexpr Colour lining_paint{242, 206, 150, 255};
    constexpr Colour met_paint{255, 214, 64, 255};
    SceneLook look;
    look.camera = {.from = {0.3, -1, 0.62},
                   .zoom = 1.75,
                   .middle = Vec3d{0, -0.2, -0.35},
                   .vertical_angle_degrees = 28};
    look.shown = {{-9, -7, -3}, {9, -7, -3}, {-9, 7, 3}, {9, 7, 3}, {9, -7, 3}};
    look.paint = [=](const SceneBody&, std::size_t number) -> render::Paint {
        switch (number) {
        case TornCloth::ground:
            return {.colour = floor_paint};
        case TornCloth::frame_of_wood:
            return {.colour = wood_paint};
        case TornCloth::cloth:
            return {.colour = linen_paint, .back = lining_paint};
        default:
            return {.colour = calm_colour(number % 7 == 1 ? 0 : number)};
        }
    };
    look.shading = [](const SceneBody& body) {
        return render::ShapeOptions{.crease_degrees =
                                        body.moved_by == scenes::MovedBy::Sheet ? 80.0 : 35.0};
    };
    look.meeting = [=](const SceneBody& body) -> std::optional<Colour> {
        return body.moved_by == scenes::MovedBy::Nothing ? std::nullopt : std::optional(met_paint);
    };
    return look;
}

namespace {

Expected<MovingSceneRequest> understand(const ClothOptions& options) {
    if (const Status status = check_moving_scene_options(options); !status) {
        return status.error();
    }
    if (!(options.cloth.tears_at >= 1.01 && options.cloth.tears_at <= 100)) {
        return usage_error("--tears-at: must be from 1.01 to 100");
    }
    const scenes::TornClothParameters cloth = options.cloth;
    return MovingSceneRequest{
        .options = options,
        .kind = "cloth",
        .what = fmt::format("{} thorny bodies fall on a cloth of about {} triangles", cloth.bodies,
                            cloth.triangles),
        .parameters = {{"cloth_triangles", std::uint64_t{cloth.triangles}},
                       {"falling", std::uint64_t{cloth.bodies}},
                       {"tears_at", cloth.tears_at},
                       {"seed", cloth.seed}},
        .look = cloth_look(),
        .make = maker_of<TornCloth>(cloth)};
}

int run_cloth(const ClothOptions& options) { return run_simulation(options, simulate_scene); }

} // namespace

void add_simulate_cloth(Verb& simulate) {
    Verb& kind = simulate.verb("cloth", "Thorny bodies fall on a cloth in a frame and tear it");
    ClothOptions& options = kind.runs(run_cloth);
    kind.option("--triangles", &options.cloth.triangles, "N",
                "Of the cloth before it tears, within 10 %; 1600 unless said")
        .between(400, 1'000'000);
    kind.option("--bodies", &options.cloth.bodies, "N",
                "So many fall, of 2,048 triangles each; 40 unless said")
        .between(1, 400);
    kind.option("--tears-at", &options.cloth.tears_at, "X",
                "Threads of a cloth of 1600 triangles tear at so many times their length at rest, "
                "finer ones later; 1.2 unless said");
    kind.option("--seed", &options.cloth.seed, "S", "Another seed, other bodies; 1 unless said")
        .not_negative();
    add_moving_scene_options(kind, options);
    kind.footer(
        "Position based dynamics; contacts are pairs of triangles found by the exact engine, "
        "eight\n"
        "times a frame. Where a thread tears, vertices are doubled and triangles added. The same\n"
        "seed gives the same frames everywhere, whatever --threads says. Triangles that meet are\n"
        "yellow in pictures.\n"
        "Exit status: 0 done, 1 --verify found that something passed through, 2 error, 130\n"
        "interrupted.\n\n"
        "Examples:\n"
        "  impinge simulate cloth --frames 300 --out film --verify\n"
        "  ffmpeg -framerate 60 -pattern_type glob -i 'film/frame-*.png' -pix_fmt yuv420p "
        "film.mp4\n"
        "  impinge simulate cloth --triangles 20000 --frames 200 --out fine --every 10");
}

} // namespace impinge::cli
