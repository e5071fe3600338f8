// SPDX-License-Identifier: Apache-2.0
#include "world/world_boxes.hpp"

#include "exact/world_mesh.hpp"
#include "world/weighted_work.hpp"

#include <string>

namespace impinge::inline v0 {

Expected<std::vector<Box3>> world_boxes(std::span<const Body> bodies, const Context& context) {
    std::vector<std::uint64_t> weights;
    weights.reserve(bodies.size());
    for (const Body& body : bodies) {
        weights.push_back(body.mesh.vertex_count() + body.mesh.triangle_count());
    }
    std::vector<Box3> boxes(bodies.size());
    std::vector<Status> failures(bodies.size());
    for_each_weighted(context, weights, [&](std::size_t i, const Context& inner) {
        const auto world = to_world(bodies[i], "body " + std::to_string(i), inner);
        if (world) {
            boxes[i] = world->box;
        } else {
            failures[i] = world.error();
        }
    });
    for (const Status& status : failures) {
        if (!status) {
            return status.error();
        }
    }
    return boxes;
}

} // namespace impinge::inline v0
