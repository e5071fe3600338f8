// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate bumpers: bodies bounce off each other by impulses that edge rays ask for.
#include "scenes/bumpers/bumpers.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "output/console.hpp"
#include "output/picture_style.hpp"
#include "simulate/moving_scene_run.hpp"

#include <array>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

using render::Colour;
using scenes::Bumpers;
using scenes::SceneBody;

struct BumperOptions : MovingSceneOptions {
    scenes::BumperParameters bumpers;
    std::string device = "software";
};

/// The normal of each contact, through its point, seen through all bodies.
std::vector<render::Lines> normals_of(const scenes::MovingScene& scene) {
    constexpr double length = 0.35;
    render::Lines lines{
        .segments = {}, .colour = {20, 20, 24, 255}, .width_pixels = 3, .hidden_opacity = 0.7};
    for (const auto& contact : dynamic_cast<const Bumpers&>(scene).edge_contacts()) {
        const Vec3d reach = contact.normal * length;
        lines.segments.push_back({contact.point - reach, contact.point + reach});
    }
    return {lines};
}

/// Seen through the walls of the room.
SceneLook bumper_look(std::size_t bodies) {
    const Vec3d half = Bumpers::half_room(bodies);
    SceneLook look;
    look.camera = {.from = {-0.5, -1, 0.6}, .zoom = 1.15, .vertical_angle_degrees = 30};
    for (const double up : {-1, 1}) {
        for (const double along : {-1, 1}) {
            look.shown.push_back({-half.x, along * half.y, up * half.z});
            look.shown.push_back({half.x, along * half.y, up * half.z});
        }
    }
    look.paint = [](const SceneBody&, std::size_t number) -> render::Paint {
        constexpr std::array colours{Colour{86, 140, 190, 255}, Colour{214, 160, 76, 255},
                                     Colour{110, 166, 110, 255}, Colour{156, 122, 178, 255}};
        if (number == Bumpers::room) {
            return {.colour = {200, 204, 210, 36}};
        }
        return {.colour = colours[(number - 1) % colours.size()]};
    };
    look.shading = [](const SceneBody&) { return render::ShapeOptions{.crease_degrees = 40}; };
    look.meeting = [](const SceneBody& body) -> std::optional<Colour> {
        constexpr Colour met{214, 39, 40, 255};
        return body.moved_by == scenes::MovedBy::Nothing ? std::nullopt : std::optional(met);
    };
    look.lines = normals_of;
    return look;
}

Status understand_device(const BumperOptions& options, scenes::EdgeRayChoice& choice) {
    const auto device = raster::device_kind_from_string(options.device);
    if (!device) {
        return unknown_name("--device", options.device, "software, opengl");
    }
    choice.device = *device;
    return {};
}

Expected<MovingSceneRequest> understand(const BumperOptions& options) {
    if (const Status status = check_moving_scene_options(options); !status) {
        return status.error();
    }
    scenes::BumperParameters bumpers = options.bumpers;
    if (const Status status = understand_device(options, bumpers.edge_rays); !status) {
        return status.error();
    }
    if (!(bumpers.restitution >= 0 && bumpers.restitution <= 1)) {
        return usage_error("--restitution: must be from 0 to 1");
    }
    if (!(bumpers.speed > 0 && bumpers.speed <= 1.5)) {
        return usage_error("--speed: must be above 0, up to 1.5");
    }
    return MovingSceneRequest{
        .options = options,
        .kind = "bumpers",
        .what = fmt::format("{} weightless bodies bounce in a room", bumpers.bodies),
        .parameters = {{"bodies", std::uint64_t{bumpers.bodies}},
                       {"restitution", bumpers.restitution},
                       {"speed", bumpers.speed},
                       {"seed", bumpers.seed},
                       {"device", options.device},
                       {"resolution", static_cast<std::uint64_t>(bumpers.edge_rays.resolution)}},
        .look = bumper_look(bumpers.bodies),
        .make = maker_of<Bumpers>(bumpers)};
}

int run_bumpers(const BumperOptions& options) { return run_simulation(options, simulate_scene); }

} // namespace

void add_simulate_bumpers(Verb& simulate) {
    Verb& kind = simulate.verb("bumpers", "Bodies bounce off each other where edge rays find them");
    BumperOptions& options = kind.runs(run_bumpers);
    kind.option("--bodies", &options.bumpers.bodies, "N",
                "Balls, boxes, polytopes and knots; 18 unless said")
        .between(1, 200);
    kind.option("--restitution", &options.bumpers.restitution, "E",
                "How fast two bodies part, of how fast they met: 0 to 1, at which no energy is "
                "lost; 0.95 unless said");
    kind.option("--speed", &options.bumpers.speed, "V",
                "Of all bodies at the beginning, in metres a second, up to 1.5; 1 unless said");
    kind.option("--seed", &options.bumpers.seed, "S",
                "Another seed, other bodies and ways; 1 unless said")
        .not_negative();
    kind.option("--device", &options.device, "DEVICE", "What draws: software (default) or opengl");
    kind.option("--resolution", &options.bumpers.edge_rays.resolution, "N",
                "Pixels along the longer side of the window; 518 unless said")
        .between(64, 4096);
    add_moving_scene_options(kind, options);
    kind.footer(
        "Edge rays say which bodies meet, four times a frame. Places and normals come from where\n"
        "edges pass through surfaces, exactly; bodies part by impulses along the normals, so that\n"
        "momentum stays what it is and energy never grows. --verify holds all of it against the\n"
        "exact engine: overlaps that were not seen must be shallower than a pixel. On the "
        "software\n"
        "device the same seed gives the same frames everywhere, whatever --threads says.\n"
        "Exit status: 0 done, 1 --verify found differences, 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge simulate bumpers --frames 240 --out film --verify\n"
        "  impinge simulate bumpers --bodies 40 --restitution 1 --json energy.json --device "
        "opengl");
}

} // namespace impinge::cli
