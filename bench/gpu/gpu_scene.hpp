// SPDX-License-Identifier: Apache-2.0
//
// Scenes for the exact engine on a GPU: some of those of bench/peers, in floats, as meshes are that
// live on a device.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace impinge::bench {

/// Vertices in one state after another; triangles stay.
struct MovingMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<std::vector<Vec3f>> states;

    [[nodiscard]] MeshView view(std::size_t state) const { return {states[state], triangles}; }
};

/// Two bodies, or one that is asked about itself.
struct GpuScene {
    std::string name;
    std::string title;
    double wish_ms = 0; ///< what a frame on a large GPU should take; 0: nothing is wished
    std::vector<MovingMesh> bodies;

    [[nodiscard]] std::size_t state_count() const { return bodies[0].states.size(); }
};

struct GpuSceneKind {
    std::string name;
    std::size_t triangles = 0; ///< of each body
    double wish_ms = 0;
    std::string made_from; ///< the scene of bench/peers
    bool shuffled = false; ///< vertices and triangles in an order by chance
};

std::vector<GpuSceneKind> gpu_scene_kinds();

/// `share` of the triangles, for a quick look.
GpuScene make_gpu_scene(const GpuSceneKind& kind, double share);

} // namespace impinge::bench
