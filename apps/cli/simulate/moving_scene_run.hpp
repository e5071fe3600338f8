// SPDX-License-Identifier: Apache-2.0
//
// What the kinds `cloth`, `creature`, `shatter` and `bumpers` have in common: a MovingScene is
// advanced frame after frame, checked, drawn and reported.
#pragma once

#include "scenes/motion/moving_scene.hpp"
#include "simulate/scene_pictures.hpp"
#include "simulate/simulate.hpp"

#include <memory>

namespace impinge::cli {

class Verb;

/// As written on the command line.
struct MovingSceneOptions {
    std::size_t frames = 300;
    std::string folder; ///< empty: neither pictures nor frames.csv
    std::size_t every = 1;
    std::string size = "1200x900";
    bool verify = false;
    Outputs outputs;
};

void add_moving_scene_options(Verb& kind, MovingSceneOptions& options);
Status check_moving_scene_options(const MovingSceneOptions& options);

/// Makes the scene; called once.
using MakeScene =
    std::function<Expected<std::unique_ptr<scenes::MovingScene>>(const Context& context)>;

/// Scene::make(parameters, context), when it is wanted.
template <typename Scene, typename Parameters> MakeScene maker_of(const Parameters& parameters) {
    return [parameters](const Context& context) -> Expected<std::unique_ptr<scenes::MovingScene>> {
        auto scene = Scene::make(parameters, context);
        if (!scene) {
            return scene.error();
        }
        return std::unique_ptr<scenes::MovingScene>(std::make_unique<Scene>(std::move(*scene)));
    };
}

struct MovingSceneRequest {
    MovingSceneOptions options;
    std::string kind;
    std::string what; ///< in words, for the first line of the table
    std::vector<SimulationParameter> parameters;
    SceneLook look;
    MakeScene make;
};

Expected<Simulation> simulate_scene(const MovingSceneRequest& request, const Context& context,
                                    Progress& progress);

} // namespace impinge::cli
