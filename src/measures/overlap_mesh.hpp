// SPDX-License-Identifier: Apache-2.0
//
// Pieces of surface as triangles, and triangles as a mesh.
#pragma once

#include "impinge/mesh.hpp"
#include "measures/overlap_surface.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Cuts a piece into triangles, normals as those of its face.
void append_triangles(const OverlapSurface& surface, const CutPiece& piece,
                      std::vector<Triangle>& triangles);

/// Corners in one place are one vertex, in lexicographic order; triangles of which two corners are
/// one are left out. A closed surface stays closed. `origins`, if given, says of each triangle of
/// the mesh which of those given it was.
Mesh mesh_of_triangles(std::span<const Triangle> triangles,
                       std::vector<std::uint32_t>* origins = nullptr);

void append(Mesh& mesh, const Mesh& more);

} // namespace impinge::inline v0
