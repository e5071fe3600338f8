// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/peeling_scenes.hpp"

#include "base/random.hpp"
#include "scenes/creature.hpp"
#include "scenes/torn_cloth.hpp"

#include <algorithm>

namespace impinge::bench {
namespace {

std::size_t shape_index(RecordedScene& recorded, const Mesh& mesh) {
    const auto same = [&](const Mesh& shape) {
        return shape.positions == mesh.positions && shape.triangles == mesh.triangles;
    };
    const auto found = std::find_if(recorded.shapes.begin(), recorded.shapes.end(), same);
    if (found == recorded.shapes.end()) {
        recorded.shapes.push_back(mesh);
        return recorded.shapes.size() - 1;
    }
    return static_cast<std::size_t>(found - recorded.shapes.begin());
}

struct Roles {
    std::size_t changing;
    std::size_t first_rigid;
    int every; ///< so many-th frame is recorded
};

Expected<RecordedScene> record_scene(scenes::MovingScene& scene, const Roles& roles, int frames) {
    RecordedScene recorded;
    for (const scenes::SceneBody& body : scene.bodies().subspan(roles.first_rigid)) {
        recorded.shape_of.push_back(shape_index(recorded, body.mesh));
    }
    for (int i = 0; i < frames * roles.every; ++i) {
        if (const Status status = scene.advance(); !status) {
            return status.error();
        }
        if (scene.frame() % static_cast<std::size_t>(roles.every) != 0) {
            continue;
        }
        RecordedFrame frame{.number = static_cast<std::uint32_t>(scene.frame()),
                            .changing = scene.bodies()[roles.changing].mesh,
                            .poses = {},
                            .torn = false,
                            .hash = scene.hash()};
        frame.torn = !recorded.frames.empty() &&
                     recorded.frames.back().changing.triangles != frame.changing.triangles;
        for (const scenes::SceneBody& body : scene.bodies().subspan(roles.first_rigid)) {
            frame.poses.push_back(body.pose);
        }
        recorded.frames.push_back(std::move(frame));
    }
    return recorded;
}

// The two sheets.
constexpr std::uint32_t cells = 37;
constexpr double side = 2;
constexpr double lower_height = -0.1;
constexpr double spike = 0.3;

Mesh sheet(double height) {
    Random random(7);
    Mesh mesh;
    for (std::uint32_t row = 0; row <= cells; ++row) {
        for (std::uint32_t column = 0; column <= cells; ++column) {
            mesh.positions.push_back({side * (static_cast<double>(column) / cells - 0.5),
                                      side * (static_cast<double>(row) / cells - 0.5),
                                      height + random.uniform(-0.01, 0.01)});
        }
    }
    for (std::uint32_t row = 0; row < cells; ++row) {
        for (std::uint32_t column = 0; column < cells; ++column) {
            const std::uint32_t at = row * (cells + 1) + column;
            const std::uint32_t above = at + cells + 1;
            mesh.triangles.push_back({at, at + 1, above + 1});
            mesh.triangles.push_back({at, above + 1, above});
        }
    }
    return mesh;
}

} // namespace

Expected<RecordedScene> record(const std::string& name, int frames) {
    if (name == "cloth") {
        auto scene = scenes::TornCloth::make();
        return scene ? record_scene(*scene,
                                    {scenes::TornCloth::cloth, scenes::TornCloth::first_falling, 3},
                                    frames)
                     : Expected<RecordedScene>(scene.error());
    }
    using scenes::CreatureAmongBalls;
    auto scene = CreatureAmongBalls::make();
    return scene ? record_scene(*scene,
                                {CreatureAmongBalls::creature, CreatureAmongBalls::first_ball, 5},
                                frames)
                 : Expected<RecordedScene>(scene.error());
}

Mesh lower_sheet(int raised) {
    Mesh mesh = sheet(lower_height);
    // Every other vertex of every other row, in a seeded order: no two raised ones are neighbours.
    std::vector<std::uint32_t> places;
    for (std::uint32_t row = 2; row + 1 < cells; row += 2) {
        for (std::uint32_t column = 2; column + 1 < cells; column += 2) {
            places.push_back(row * (cells + 1) + column);
        }
    }
    Random random(8);
    for (std::size_t i = places.size(); i > 1; --i) {
        std::swap(places[i - 1], places[random.below(i)]);
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(raised) && i < places.size(); ++i) {
        mesh.positions[places[i]].z = -lower_height;
    }
    mesh.positions.front().z = -spike;
    mesh.positions.back().z = spike;
    return mesh;
}

Mesh upper_sheet() {
    Mesh mesh = sheet(0);
    mesh.positions[cells].z = -spike;
    mesh.positions[mesh.positions.size() - 1 - cells].z = spike;
    return mesh;
}

} // namespace impinge::bench
