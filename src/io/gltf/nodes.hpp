// SPDX-License-Identifier: Apache-2.0
//
// The nodes of a glTF file form trees; here one walks through those of its scene and learns where
// each stands.
#pragma once

#include "impinge/rigid.hpp"
#include "io/gltf/buffers.hpp"
#include "io/gltf/json.hpp"

#include <functional>
#include <vector>

namespace impinge::inline v0 {

/// Calls `visit(node, world pose)` for every node of the default scene, or of the first one if none
/// is the default, or for all nodes if there is no scene; parents before children. Fails on cycles,
/// on nodes with two parents, and on trees deeper than 1000 nodes.
void visit_scene(const GltfJson& json,
                 const std::function<void(const GltfObject&, const Rigid&)>& visit);

/// Of the copies that EXT_mesh_gpu_instancing makes of a node's mesh, in the node; the identity
/// alone for a node without it.
std::vector<Rigid> instance_poses(const GltfObject& node, const GltfJson& json,
                                  GltfBuffers& buffers);

} // namespace impinge::inline v0
