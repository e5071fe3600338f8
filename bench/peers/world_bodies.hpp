// SPDX-License-Identifier: Apache-2.0
//
// Moving bodies in a World.
#pragma once

#include "bench/peers/moving_bodies.hpp"
#include "bench/peers/value_or_throw.hpp"
#include "impinge/world.hpp"

#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace impinge::bench::peers {

/// The id of body i has the index i, none being removed.
inline std::vector<BodyId> add_bodies(World& world, const MovingBodies& scene) {
    std::vector<Polytope> shapes;
    for (const Mesh& mesh : scene.shapes) {
        shapes.push_back(value_or_throw(Polytope::from_mesh(mesh.view())));
    }
    std::vector<BodyId> ids;
    for (std::size_t i = 0; i < scene.shape_of.size(); ++i) {
        ids.push_back(value_or_throw(
            world.add(shapes[scene.shape_of[i]], {.pose = scene.frames.front()[i]})));
    }
    return ids;
}

inline void move_bodies(World& world, std::span<const BodyId> ids, std::span<const Rigid> poses) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (const Status status = world.move(ids[i], poses[i]); !status) {
            throw std::runtime_error(status.error().message);
        }
    }
}

inline void take_over(const WorldStep& step, Answer& answer) {
    for (const WorldPair& pair : step.pairs) {
        if (pair.interferes()) {
            answer.colliding.emplace_back(pair.a.index, pair.b.index);
        }
    }
    answer.candidates = step.candidates;
    answer.broad_phase_milliseconds = step.milliseconds.boxes + step.milliseconds.broad_phase;
}

} // namespace impinge::bench::peers
