// SPDX-License-Identifier: Apache-2.0
//
// From the bodies of a file to one mesh, and vertices with equal coordinates made one (welding).
#pragma once

#include "impinge/files.hpp"
#include "io/mesh_format.hpp"

namespace impinge::inline v0 {

/// All bodies in world coordinates, one after the other. Throws a ParseFailure where a pose makes a
/// coordinate infinite, or where the result would be far larger than what the bodies share.
Mesh join_bodies(const FileBodies& bodies);
/// Texture coordinates of its triangles, from those of the meshes that the bodies share.
MeshUv join_uv(const FileBodies& bodies, const std::map<const Mesh*, MeshUv>& of_meshes);

/// One vertex for equal coordinates, in the order in which they first came; -0 equals 0. Triangles
/// stay as they are, also those that lose their area.
Mesh welded(const Mesh& mesh);

/// Every mesh welded, once for all bodies that share it.
void weld_bodies(FileBodies& bodies);

} // namespace impinge::inline v0
