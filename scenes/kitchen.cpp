// SPDX-License-Identifier: Apache-2.0
#include "scenes/kitchen.hpp"

#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/brick_solid.hpp"
#include "scenes/kitchen_builder.hpp"

#include <algorithm>
#include <utility>

namespace impinge::scenes {

void KitchenBuilder::box(const std::string& name, Vec3d low, Vec3d high) {
    bodies_.push_back({name, KitchenShape::Convex, scenes::box(on_grid(low), on_grid(high)), {}});
}

void KitchenBuilder::bricks(const std::string& name, std::vector<Box3> bricks, Vec3d offset) {
    for (Box3& brick : bricks) {
        brick = {on_grid(brick.min + offset), on_grid(brick.max + offset)};
    }
    Mesh mesh = union_of_bricks(bricks);
    bodies_.push_back({name, KitchenShape::Bricks, std::move(mesh), std::move(bricks)});
}

void KitchenBuilder::octagon(const std::string& name, Vec3d foot, double half_width,
                             const std::vector<OutlineRing>& rings) {
    std::vector<OutlineRing> on_the_grid = rings;
    for (OutlineRing& ring : on_the_grid) {
        ring.height = on_grid(ring.height);
    }
    const double half = on_grid(half_width);
    bodies_.push_back({name,
                       KitchenShape::Convex,
                       moved(octagon_stack(half, half, on_the_grid), on_grid(foot)),
                       {}});
}

void KitchenBuilder::turned(const std::string& name, Vec3d foot,
                            std::vector<ProfilePoint> profile) {
    turned_.push_back({bodies_.size(), on_grid(foot), std::move(profile)});
    bodies_.push_back({name, KitchenShape::Hollow, {}, {}});
}

std::vector<KitchenBody> KitchenBuilder::build(const Kitchen& wanted) && {
    std::size_t taken = 0;
    for (const KitchenBody& body : bodies_) {
        taken += body.mesh.triangles.size();
    }
    Random random(wanted.seed);
    std::size_t left = wanted.triangles - std::min(wanted.triangles, taken);
    for (std::size_t i = 0; i < turned_.size(); ++i) {
        const auto& [index, foot, profile] = turned_[i];
        const std::size_t share = left / (turned_.size() - i);
        Mesh mesh = moved(
            turned_solid(
                {.profile = profile, .phase_radians = random.uniform(0, 3), .triangles = share}),
            foot);
        left -= std::min(left, mesh.triangles.size());
        bodies_[index].mesh = std::move(mesh);
    }
    return std::move(bodies_);
}

std::vector<KitchenBody> kitchen(const Kitchen& wanted) {
    KitchenBuilder builder;
    furnish(builder);
    lay_out_things(builder);
    return std::move(builder).build(wanted);
}

} // namespace impinge::scenes
