// SPDX-License-Identifier: Apache-2.0
#include "bench/peers/nbody_script.hpp"

#include "impinge/assembly.hpp"

namespace impinge::bench::peers {
namespace {

Mesh copied(const Polytope& shape) {
    const auto triangles = shape.mesh().triangles();
    return {{shape.vertices().begin(), shape.vertices().end()},
            {triangles.begin(), triangles.end()}};
}

Expected<std::vector<BodyPair>> interfering_pairs(const MovingBodies& scene,
                                                  std::span<const Rigid> poses) {
    std::vector<Body> bodies;
    bodies.reserve(poses.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
        bodies.push_back({scene.shapes[scene.shape_of[i]].view(), poses[i]});
    }
    const auto checked = check_all(bodies);
    if (!checked) {
        return checked.error();
    }
    std::vector<BodyPair> pairs;
    for (const AssemblyPair& pair : checked->pairs) {
        if (pair.interference.verdict != Verdict::Apart) {
            pairs.emplace_back(pair.a, pair.b);
        }
    }
    return pairs;
}

} // namespace

Expected<NbodyScript> write_script(const scenes::SwarmParameters& parameters, std::size_t frames) {
    scenes::MovingPolytopes swarm(parameters);
    NbodyScript script;
    for (const Polytope& shape : swarm.shapes()) {
        script.scene.shapes.push_back(copied(shape));
    }
    script.scene.shape_of.assign(swarm.shape_of().begin(), swarm.shape_of().end());
    for (std::size_t frame = 0; frame < frames; ++frame) {
        auto pairs = interfering_pairs(script.scene, swarm.poses());
        if (!pairs) {
            return pairs.error();
        }
        script.scene.frames.emplace_back(swarm.poses().begin(), swarm.poses().end());
        swarm.advance({}); // through each other, so that as many collide in each frame as at random
        script.truth.push_back(std::move(*pairs));
    }
    return script;
}

} // namespace impinge::bench::peers
