// SPDX-License-Identifier: Apache-2.0
#include "simulate/polytopes_options.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

/// "tight", "fixed", "walk-faces", "walk-edges".
const char* to_string(BoxKind kind) {
    switch (kind) {
    case BoxKind::Tight:
        return "tight";
    case BoxKind::FixedCube:
        return "fixed";
    case BoxKind::WalkFaces:
        return "walk-faces";
    case BoxKind::WalkEdges:
        return "walk-edges";
    }
    return "";
}

constexpr std::array box_kinds{BoxKind::Tight, BoxKind::FixedCube, BoxKind::WalkFaces,
                               BoxKind::WalkEdges};
constexpr std::array broad_phases{BroadPhaseMethod::Auto,        BroadPhaseMethod::SweepInsertion,
                                  BroadPhaseMethod::SweepBubble, BroadPhaseMethod::IntervalTree,
                                  BroadPhaseMethod::Batch,       BroadPhaseMethod::BruteForce};

constexpr std::array convex_searches{ConvexSearch::LinearProgram, ConvexSearch::ClosestFeatures};

template <typename Values, typename Name>
std::string all_names(const Values& values, Name name_of_value) {
    std::string out;
    for (const auto value : values) {
        out += (out.empty() ? "" : ", ") + std::string(name_of_value(value));
    }
    return out;
}

template <typename Values, typename Name>
Expected<typename Values::value_type> value_called(const char* option, const std::string& text,
                                                   const Values& values, Name name_of_value) {
    for (const auto value : values) {
        if (text == name_of_value(value)) {
            return value;
        }
    }
    return unknown_name(option, text, all_names(values, name_of_value));
}

/// NaN is outside every range.
struct Range {
    const char* option;
    double value;
    double least;
    double most;
};

Status check_ranges(const SwarmOptions& options) {
    const scenes::SwarmParameters& swarm = options.swarm;
    for (const Range& range : {Range{"--density", swarm.density, 1e-9, 0.5},
                               Range{"--translation", swarm.translation, 0, 1000},
                               Range{"--rotation", swarm.rotation_degrees, -180, 180},
                               Range{"--margin", options.margin, 0, 1e9}}) {
        if (!(range.value >= range.least && range.value <= range.most)) {
            return usage_error(fmt::format("{}: must be from {:g} to {:g}", range.option,
                                           range.least, range.most));
        }
    }
    return {};
}

void add_swarm_parameters(Verb& kind, scenes::SwarmParameters& swarm) {
    kind.option("--bodies", &swarm.bodies, "N", "So many polytopes; 1000 unless said")
        .between(1, 10'000'000);
    kind.option("--faces", &swarm.faces, "N", "Of each polytope, within 10 %; 36 unless said")
        .between(4, 100'000);
    kind.option("--shapes", &swarm.shapes, "N",
                "Different polytopes that the bodies share; 256 unless said")
        .between(1, 10'000'000);
    kind.option("--density", &swarm.density, "D",
                "Volume of all polytopes by that of the cube they fly in; 0.01 unless said");
    kind.option("--translation", &swarm.translation, "T",
                "A body flies so many of its radii a frame; 0.1 unless said");
    kind.option("--rotation", &swarm.rotation_degrees, "DEGREES",
                "A body turns so many degrees a frame; 10 unless said");
    kind.option("--seed", &swarm.seed, "S", "Another seed, another swarm; 1 unless said")
        .not_negative();
}

/// The first that a swarm on a GPU has not; empty if it has all.
std::string only_of_processor(const SwarmOptions& options) {
    const SwarmOptions plain;
    const std::array wished{
        std::pair{"--margin", options.margin > 0},
        std::pair{"--penetration", options.penetration},
        std::pair{"--box", options.box != plain.box},
        std::pair{"--broad-phase", options.broad_phase != plain.broad_phase},
        std::pair{"--convex-search", options.convex_search != plain.convex_search},
        std::pair{"--boxes", options.pictures.boxes},
        std::pair{"--features", options.pictures.features}};
    const auto found =
        std::find_if(wished.begin(), wished.end(), [](const auto& wish) { return wish.second; });
    return found == wished.end() ? "" : found->first;
}

Status understand_device(const SwarmOptions& options, SwarmRequest& request) {
    const auto device = understand_exact_device(options.device, "cpu, opengl, auto", "");
    if (!device) {
        return device.error();
    }
    request.device = *device;
    request.only_processor = only_of_processor(options);
    if (device->place == ExactPlace::OpenGl && !request.only_processor.empty()) {
        return usage_error(request.only_processor +
                           ": is for the processor, and --device is opengl");
    }
    return {};
}

} // namespace

void add_swarm_options(Verb& kind, SwarmOptions& options) {
    add_swarm_parameters(kind, options.swarm);
    kind.option("--frames", &options.frames, "F", "So many frames; 100 unless said")
        .between(1, 1'000'000'000);
    kind.option("--box", &options.box, "KIND",
                "How boxes follow bodies: tight (default; of all vertices), fixed (holds the "
                "body turned any way), walk-faces or walk-edges (from the last extremal "
                "vertices on)")
        .suggests("tight, fixed, walk-faces, walk-edges");
    kind.option("--broad-phase", &options.broad_phase, "METHOD",
                "Who finds boxes that overlap: auto (default), sweep-insertion, sweep-bubble, "
                "interval-tree, batch or brute-force. Answers do not depend on it")
        .suggests("auto, sweep-insertion, sweep-bubble, interval-tree, batch, brute-force");
    kind.option("--convex-search", &options.convex_search, "METHOD",
                "How verdicts are found and proved: linear-program (default), or closest-features "
                "(walked to from those of the frame before). Answers do not depend on it")
        .suggests("linear-program, closest-features");
    kind.option("--margin", &options.margin, "D",
                "Count pairs that are apart by no more than this; bodies have a radius of "
                "about 1");
    kind.flag("--penetration", &options.penetration, "Find out how deep bodies lie in each other");
    kind.flag("--verify", &options.verify,
              "Compare every frame with brute force: all boxes with each other, and the exact "
              "verdict of every pair whose boxes overlap");
    kind.option("--device", &options.device.device, "DEVICE",
                "Who finds which bodies collide: cpu (default), opengl, or auto, which takes a GPU "
                "if there is one and bodies and frames are many. Answers do not depend on it")
        .suggests("cpu, opengl, auto");
    add_fallback_option(kind, options.device.fallback);
    add_simulation_picture_options(kind, options.pictures);
    add_simulation_outputs(kind, options.outputs);
}

Expected<SwarmRequest> understand(const SwarmOptions& options) {
    if (Status status = check_ranges(options); !status) {
        return status.error();
    }
    if (Status status = check_picture_options(options.pictures); !status) {
        return status.error();
    }
    const auto box =
        value_called("--box", options.box, box_kinds, [](BoxKind kind) { return to_string(kind); });
    if (!box) {
        return box.error();
    }
    const auto broad_phase =
        value_called("--broad-phase", options.broad_phase, broad_phases,
                     [](BroadPhaseMethod method) { return to_string(method); });
    if (!broad_phase) {
        return broad_phase.error();
    }
    const auto convex_search =
        value_called("--convex-search", options.convex_search, convex_searches,
                     [](ConvexSearch search) { return impinge::to_string(search); });
    if (!convex_search) {
        return convex_search.error();
    }
    SwarmRequest request{.swarm = options.swarm,
                         .frames = options.frames,
                         .world = {.broad_phase = *broad_phase,
                                   .boxes = *box,
                                   .convex_search = *convex_search,
                                   .margin = options.margin,
                                   .penetration = options.penetration,
                                   .closest = options.pictures.wants_closest()},
                         .verify = options.verify ? Verify::Yes : Verify::No,
                         .device = {},
                         .only_processor = {},
                         .pictures = options.pictures};
    const Status status = understand_device(options, request);
    return status ? Expected(std::move(request)) : status.error();
}

std::vector<SimulationParameter> parameters_of(const SwarmRequest& request, double side) {
    const scenes::SwarmParameters& swarm = request.swarm;
    return {{"faces", swarm.faces},
            {"shapes", std::min(swarm.shapes, swarm.bodies)},
            {"density", swarm.density},
            {"translation", swarm.translation},
            {"rotation_degrees", swarm.rotation_degrees},
            {"seed", swarm.seed},
            {"side", side},
            {"box", to_string(request.world.boxes)},
            {"broad_phase", to_string(request.world.broad_phase)},
            {"convex_search", impinge::to_string(request.world.convex_search)},
            {"margin", request.world.margin},
            {"penetration", request.world.penetration}};
}

} // namespace impinge::cli
