// SPDX-License-Identifier: Apache-2.0
//
// Some triangles of a mesh as a mesh of their own that is drawn, to the bit, where the whole mesh
// would draw them: it is drawn with the same box, which devices place their floats by, and its
// vertices and edges keep their order.
#pragma once

#include "imagespace/edge_rays/look/open_pixels.hpp"

namespace impinge::inline v0::imagespace {

struct ShownPart {
    Mesh mesh; ///< its last two vertices are the corners of the box of the whole mesh
    std::vector<std::uint32_t> vertices; ///< their numbers in the whole mesh, ascending
};

/// All of a mesh, its vertices welded.
ShownPart whole_part(const MeshView& mesh);

/// What is to be drawn: with two triangles more, of one point each, which show nothing and hold the
/// box.
Mesh with_box(const ShownPart& part);

/// The triangles that touch open pixels when the mesh stands at the pose, with all their edges. If
/// edges are moved, their neighbours too, so that vertices keep their normals.
ShownPart part_at(const ShownPart& part, const Rigid& pose, const OpenPixels& pixels);

} // namespace impinge::inline v0::imagespace
