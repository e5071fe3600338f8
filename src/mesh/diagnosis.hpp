// SPDX-License-Identifier: Apache-2.0
//
// A mesh taken apart, for listing its defects; and what that has in common with counting them.
#pragma once

#include "impinge/context.hpp"
#include "impinge/mesh.hpp"
#include "mesh/shells.hpp"
#include "mesh/topology.hpp"

#include <cstdint>
#include <span>
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
ExaminedMesh examine_mesh(const MeshView& mesh, unsigned threads);

/// The triangles whose corners lie on one line, in increasing order.
std::vector<std::uint32_t> degenerate_faces(std::span<const Vec3d> positions,
                                            std::span<const TriangleIndices> triangles,
                                            const Context& context);

} // namespace impinge::inline v0
