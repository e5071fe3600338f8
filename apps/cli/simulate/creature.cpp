// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate creature: a lizard among balls, the first test of Jang et al. 2007.
#include "scenes/creature.hpp"

#include "arguments/verb.hpp"
#include "output/picture_style.hpp"
#include "simulate/moving_scene_run.hpp"
#include "simulate/scene_looks.hpp"

#include <cmath>
#include <fmt/core.h>
#include <map>

namespace impinge::cli {
namespace {

using render::Colour;
using scenes::CreatureAmongBalls;
using scenes::SceneBody;

struct CreatureOptions : MovingSceneOptions {
    scenes::CreatureParameters creature;
};

/// Every other ball has white caps, so that one sees it roll.
std::vector<Colour> striped(const Mesh& ball, Colour colour) {
    std::vector<Colour> faces;
    for (const auto& [a, b, c] : ball.triangles) {
        const double height =
            std::abs(ball.positions[a].z + ball.positions[b].z + ball.positions[c].z) / 3;
        faces.push_back(height > 0.55 * CreatureAmongBalls::ball_radius ? Colour{244, 240, 228, 255}
                                                                        : colour);
    }
    return faces;
}

} // namespace

SceneLook creature_look() {
    constexpr Colour felt_paint{62, 122, 92, 255};
    constexpr Colour wood_paint{142, 94, 58, 255};
    constexpr Colour skin_paint{196, 206, 92, 255};
    constexpr Colour met_paint{232, 70, 56, 255};
    SceneLook look;
    look.camera = {.from = {0.16, -1, 0.8},
                   .zoom = 1.14,
                   .middle = Vec3d{0.5, 0, 0.1},
                   .vertical_angle_degrees = 26};
    look.shown = {{-7.1, -3.5, -0.4}, {7.1, -3.5, -0.4}, {-7.1, 3.5, 1.4}, {7.1, 3.5, 1.4}};
    auto stripes = std::make_shared<std::map<std::size_t, std::vector<Colour>>>();
    look.paint = [=](const SceneBody& body, std::size_t number) -> render::Paint {
        if (number == CreatureAmongBalls::table) {
            return {.colour = felt_paint};
        }
        if (number == CreatureAmongBalls::creature) {
            return {.colour = skin_paint};
        }
        if (number < CreatureAmongBalls::creature) {
            return {.colour = wood_paint};
        }
        const Colour colour = render::category_colour(static_cast<std::uint32_t>(number % 9));
        const auto [faces, added] = stripes->try_emplace(number);
        if (added) {
            faces->second = number % 2 == 0 ? striped(body.mesh, colour)
                                            : std::vector(body.mesh.triangles.size(), colour);
        }
        return {.colour = colour, .face_colours = faces->second};
    };
    look.shading = [](const SceneBody&) { return render::ShapeOptions{.crease_degrees = 50}; };
    look.meeting = [=](const SceneBody& body) -> std::optional<Colour> {
        return body.moved_by == scenes::MovedBy::Nothing ? std::nullopt : std::optional(met_paint);
    };
    return look;
}

namespace {

Expected<MovingSceneRequest> understand(const CreatureOptions& options) {
    if (const Status status = check_moving_scene_options(options); !status) {
        return status.error();
    }
    return MovingSceneRequest{
        .options = options,
        .kind = "creature",
        .what = fmt::format("a lizard walks through {} balls", options.creature.balls),
        .parameters = {{"balls", std::uint64_t{options.creature.balls}},
                       {"seed", options.creature.seed}},
        .look = creature_look(),
        .make = maker_of<CreatureAmongBalls>(options.creature)};
}

int run_creature(const CreatureOptions& options) { return run_simulation(options, simulate_scene); }

} // namespace

void add_simulate_creature(Verb& simulate) {
    Verb& kind = simulate.verb("creature", "A lizard walks through balls on a table");
    CreatureOptions& options = kind.runs(run_creature);
    kind.option("--balls", &options.creature.balls, "N",
                "So many, of 4,608 triangles each; 40 unless said")
        .between(1, 40);
    kind.option("--seed", &options.creature.seed, "S", "Another seed, other places; 1 unless said")
        .not_negative();
    add_moving_scene_options(kind, options);
    kind.footer(
        "The lizard is one closed mesh of about 2,100 triangles, moved by the bones of its spine\n"
        "and legs; the balls roll away from it and from each other. Contacts are pairs of\n"
        "triangles found by the exact engine, four times a frame; triangles that meet are red in\n"
        "pictures. The same seed gives the same frames everywhere, whatever --threads says.\n"
        "Exit status: 0 done, 1 --verify found that something passed through, 2 error, 130\n"
        "interrupted.\n\n"
        "Examples:\n"
        "  impinge simulate creature --frames 300 --out film --verify\n"
        "  ffmpeg -framerate 60 -pattern_type glob -i 'film/frame-*.png' -pix_fmt yuv420p "
        "film.mp4");
}

} // namespace impinge::cli
