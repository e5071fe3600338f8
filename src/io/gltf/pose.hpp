// SPDX-License-Identifier: Apache-2.0
//
// Where the nodes of a glTF file stand.
#pragma once

#include "impinge/rigid.hpp"
#include "io/gltf/buffers.hpp"
#include "io/gltf/json.hpp"

#include <vector>

namespace impinge::inline v0 {

/// Of a node in its parent: its matrix, or its translation, rotation and scale. The rows hold the
/// whole linear part.
Rigid local_pose(const GltfObject& node);

/// Of the copies that EXT_mesh_gpu_instancing makes of a node's mesh, in the node; the identity
/// alone for a node without it.
std::vector<Rigid> instance_poses(const GltfObject& node, const GltfJson& json,
                                  GltfBuffers& buffers);

} // namespace impinge::inline v0
