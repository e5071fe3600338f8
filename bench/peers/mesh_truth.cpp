// SPDX-License-Identifier: Apache-2.0
#include "bench/peers/mesh_truth.hpp"

#include "bench/peers/value_or_throw.hpp"

#include "impinge/distance.hpp"
#include "impinge/self_intersections.hpp"

#include <algorithm>

namespace impinge::bench::peers {
namespace {

MeshAnswer true_answer(const MeshScene& scene, std::size_t frame) {
    MeshAnswer answer;
    const Body first = scene.body(frame, 0);
    if (scene.asked == Asked::Self) {
        const auto found = value_or_throw(self_intersections(first.mesh));
        add_self_pairs(scene, found.pairs, answer.pairs);
    }
    for (std::uint32_t i = 1; i < scene.bodies.size(); ++i) {
        const Body other = scene.body(frame, i);
        const auto found = value_or_throw(
            collide(first, other, {.detail = Detail::Pairs, .open_meshes = OpenMeshes::Surfaces}));
        const bool solids = scene.asked == Asked::Solids || scene.asked == Asked::Distance;
        answer.meet |= solids ? found.verdict != Verdict::Apart : !found.pairs.empty();
        for (const TrianglePair& pair : found.pairs) {
            answer.pairs.push_back({i, pair.a, pair.b});
        }
        if (scene.asked == Asked::Distance) {
            answer.distance = value_or_throw(distance(first, other)).distance;
        }
    }
    std::sort(answer.pairs.begin(), answer.pairs.end());
    return answer;
}

} // namespace

void add_self_pairs(const MeshScene& scene, std::span<const TrianglePair> found,
                    std::vector<MeshPair>& pairs) {
    const std::vector<TriangleIndices>& triangles = scene.bodies[0].triangles;
    for (const TrianglePair& pair : found) {
        if (!share_a_corner(triangles[pair.a], triangles[pair.b])) {
            pairs.push_back({0, pair.a, pair.b});
        }
    }
}

std::vector<MeshAnswer> mesh_truth(const MeshScene& scene) {
    std::vector<MeshAnswer> truth;
    for (std::size_t frame = 0; frame < scene.frame_count(); ++frame) {
        truth.push_back(true_answer(scene, frame));
    }
    return truth;
}

#ifndef IMPINGE_BENCH_CGAL
std::optional<std::vector<MeshPair>> cgal_pairs(const MeshScene&, std::size_t) { return {}; }
#endif

} // namespace impinge::bench::peers
