// SPDX-License-Identifier: Apache-2.0
#include "simulate_request.hpp"

#include "simulate.hpp"
#include "view_arguments.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <fmt/format.h>

namespace impinge::cli {
namespace {

constexpr std::array box_kinds{BoxKind::Tight, BoxKind::FixedCube, BoxKind::WalkFaces,
                               BoxKind::WalkEdges};
constexpr std::array broad_phases{BroadPhaseMethod::Auto,        BroadPhaseMethod::SweepInsertion,
                                  BroadPhaseMethod::SweepBubble, BroadPhaseMethod::IntervalTree,
                                  BroadPhaseMethod::Batch,       BroadPhaseMethod::BruteForce};

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

const char* box_name(BoxKind kind) { return name_of(kind); }
const char* method_name(BroadPhaseMethod method) { return to_string(method); }

/// Not-a-number is out of every range.
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
            return Error{ErrorCode::InvalidArgument,
                         fmt::format("{}: must be from {:g} to {:g}", range.option, range.least,
                                     range.most)};
        }
    }
    return {};
}

void add_swarm_parameters(CLI::App& kind, scenes::SwarmParameters& swarm) {
    kind.add_option("--bodies", swarm.bodies, "So many polytopes; 1000 unless said")
        ->type_name("N")
        ->check(CLI::Range(1, 10'000'000).description(""));
    kind.add_option("--faces", swarm.faces, "Of each polytope, within 10 %; 36 unless said")
        ->type_name("N")
        ->check(CLI::Range(4, 100'000).description(""));
    kind.add_option("--shapes", swarm.shapes,
                    "Different polytopes that the bodies share; 256 unless said")
        ->type_name("N")
        ->check(CLI::Range(1, 10'000'000).description(""));
    kind.add_option("--density", swarm.density,
                    "Volume of all polytopes by that of the cube they fly in; 0.01 unless said")
        ->type_name("D");
    kind.add_option("--translation", swarm.translation,
                    "A body flies so many of its radii a frame; 0.1 unless said")
        ->type_name("T");
    kind.add_option("--rotation", swarm.rotation_degrees,
                    "A body turns so many degrees a frame; 10 unless said")
        ->type_name("DEGREES");
    kind.add_option("--seed", swarm.seed, "Another seed, another swarm; 1 unless said")
        ->type_name("S")
        ->check(CLI::NonNegativeNumber.description(""));
}

} // namespace

const char* name_of(BoxKind kind) {
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

void add_swarm_options(CLI::App& kind, SwarmOptions& options) {
    add_swarm_parameters(kind, options.swarm);
    kind.add_option("--frames", options.frames, "So many frames; 100 unless said")
        ->type_name("F")
        ->check(CLI::Range(1, 1'000'000'000).description(""));
    kind.add_option("--box", options.box,
                    "How boxes follow bodies: tight (default; of all vertices), fixed (holds the "
                    "body turned any way), walk-faces or walk-edges (from the last extremal "
                    "vertices on)")
        ->type_name("KIND");
    kind.add_option("--broad-phase", options.broad_phase,
                    "Who finds boxes that overlap: auto (default), sweep-insertion, sweep-bubble, "
                    "interval-tree, batch or brute-force. Answers do not depend on it")
        ->type_name("METHOD");
    kind.add_option("--margin", options.margin,
                    "Count pairs that are apart by no more than this; bodies have a radius of "
                    "about 1")
        ->type_name("D");
    kind.add_flag("--penetration", options.penetration,
                  "Find out how deep bodies lie in each other");
    kind.add_flag("--verify", options.verify,
                  "Compare every frame with brute force: all boxes with each other, and the exact "
                  "verdict of every pair whose boxes overlap");
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
    const auto box = value_called("--box", options.box, box_kinds, box_name);
    if (!box) {
        return box.error();
    }
    const auto broad_phase =
        value_called("--broad-phase", options.broad_phase, broad_phases, method_name);
    if (!broad_phase) {
        return broad_phase.error();
    }
    return SwarmRequest{.swarm = options.swarm,
                        .frames = options.frames,
                        .world = {.broad_phase = *broad_phase,
                                  .boxes = *box,
                                  .margin = options.margin,
                                  .penetration = options.penetration,
                                  .closest = options.pictures.wants_closest()},
                        .verify = options.verify ? Verify::Yes : Verify::No,
                        .pictures = options.pictures};
}

} // namespace impinge::cli
