// SPDX-License-Identifier: Apache-2.0
//
// A mesh as devices keep it: floats near zero, and what edge passes need.
#pragma once

#include "impinge/raster.hpp"

#include <vector>

namespace impinge::inline v0::raster {

struct LocalMesh {
    Vec3d origin; ///< the middle of the box of the triangles; positions are relative to it
    std::vector<Vec3f> positions; ///< rounded once; zero where no triangle is
    std::vector<TriangleIndices> triangles;
    std::vector<std::uint32_t> unused; ///< vertices of no triangle, ascending
    // Empty unless asked for.
    std::vector<EdgeIndices> edges; ///< unique_edges() of the mesh when its triangles were set
    std::vector<Vec3f> normals;     ///< outward at every vertex, of length 1, or zero if undefined
};

/// Fails on what validate() refuses and on meshes too large for floats.
Expected<LocalMesh> local_mesh(const MeshView& mesh, Parts parts);

/// New positions, and normals if there were some. Fails if the number of vertices differs or a
/// triangle does; the old positions stay then.
Status replace_positions(LocalMesh& local, const MeshView& mesh);

} // namespace impinge::inline v0::raster
