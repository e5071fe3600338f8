// SPDX-License-Identifier: Apache-2.0
//
// What is true of each frame of a scene, by impinge's exact engine, and the same by CGAL's exact
// predicates, which share no code with it.
#pragma once

#include "bench/peers/mesh_scene.hpp"

#include <optional>
#include <vector>

namespace impinge::bench::peers {

/// By collide(), self_intersections() and distance(), pairs in order.
std::vector<MeshAnswer> mesh_truth(const MeshScene& scene);

/// The pairs of one frame among the world vertices, in order, without any tree; nothing for
/// questions other than Asked::Pairs and Asked::Self, and where CGAL was not there.
std::optional<std::vector<MeshPair>> cgal_pairs(const MeshScene& scene, std::size_t frame);

/// Pairs of triangles with a common corner are nobody's concern here.
void add_self_pairs(const MeshScene& scene, std::span<const TrianglePair> found,
                    std::vector<MeshPair>& pairs);

} // namespace impinge::bench::peers
