// SPDX-License-Identifier: Apache-2.0
#include "scene/strewn_copies.hpp"

#include "base/random.hpp"

#include <numbers>

namespace impinge::viewer {
namespace {

constexpr double largest_part = 1.0 / 8; // of the diagonal of the scene

std::vector<BodyIndex> models_for_copies(const SceneState& state, double scene_size) {
    if (const auto selected = state.selected()) {
        return {*selected};
    }
    std::vector<BodyIndex> models;
    for (BodyIndex i = 0; i < state.bodies().size(); ++i) {
        const ViewedBody& body = state.body(i);
        const Box3 box = placed_box(body.box, body.world_pose());
        if (body.present && !is_empty(box) && length(extent(box)) <= largest_part * scene_size) {
            models.push_back(i);
        }
    }
    return models;
}

} // namespace

std::vector<BodyCopy> strewn_copies(const SceneState& state, const Strewing& wanted) {
    const Box3 scene = state.box();
    if (is_empty(scene)) {
        return {};
    }
    const std::vector<BodyIndex> models = models_for_copies(state, length(extent(scene)));
    Random random(wanted.seed);
    std::vector<BodyCopy> copies;
    for (std::size_t i = 0; i < wanted.count && !models.empty(); ++i) {
        const BodyIndex of = models[i % models.size()];
        const ViewedBody& body = state.body(of);
        const Vec3d direction = random.direction();
        Rigid pose = rotation(direction, random.uniform(0, std::numbers::pi));
        pose.scale = body.pose.scale;
        const Vec3d middle = apply(body.placement, (body.box.min + body.box.max) * 0.5);
        pose.translation = random.in_box(scene.min, scene.max) - apply(pose, middle);
        copies.push_back({of, pose});
    }
    return copies;
}

} // namespace impinge::viewer
