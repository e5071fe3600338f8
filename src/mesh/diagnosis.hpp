// SPDX-License-Identifier: Apache-2.0
//
// A mesh taken apart: what counting its defects (diagnose) and listing them have in common.
#pragma once

#include "impinge/mesh.hpp"
#include "mesh/shells.hpp"
#include "mesh/topology.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

struct ExaminedMesh {
    std::vector<Vec3d> positions;
    std::vector<TriangleIndices> triangles; ///< welded
    EdgeTable edges;
    EdgeCensus edge_census;
    Components components;
    ShellCensus shells;
};

/// Of a mesh that validate() accepts.
ExaminedMesh examine_mesh(const MeshView& mesh);

/// The triangles whose corners lie on one line, in increasing order.
std::vector<std::uint32_t> degenerate_faces(const ExaminedMesh& mesh, unsigned threads);

} // namespace impinge::inline v0
