// SPDX-License-Identifier: Apache-2.0
//
// The nodes of a glTF file form trees; here one walks through those of its scene.
#pragma once

#include "impinge/rigid.hpp"
#include "io/gltf/json.hpp"

#include <functional>

namespace impinge::inline v0 {

/// Calls `visit(node, world pose)` for every node of the default scene, or of the first one if none
/// is the default, or for all nodes if there is no scene; parents before children. Fails on cycles,
/// on nodes with two parents, and on trees deeper than 1000 nodes.
void visit_scene(const GltfJson& json,
                 const std::function<void(const GltfObject&, const Rigid&)>& visit);

} // namespace impinge::inline v0
