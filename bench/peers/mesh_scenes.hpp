// SPDX-License-Identifier: Apache-2.0
//
// The scenes of the contest of meshes, made from the bodies of scenes/.
#pragma once

#include "bench/peers/mesh_scene.hpp"

#include <string>
#include <vector>

namespace impinge::bench::peers {

/// A scene that can be made in several sizes.
struct MeshSceneKind {
    std::string name;
    std::vector<std::size_t> triangles; ///< the sizes shown unless others are asked for
    std::function<MeshScene(std::size_t triangles, std::size_t frames)> make;
    /// Frames unless others are asked for.
    std::size_t frames = 8;
};

/// All, in the order of the page. The same bits on every machine.
std::vector<MeshSceneKind> mesh_scene_kinds();

} // namespace impinge::bench::peers
