// SPDX-License-Identifier: Apache-2.0
//
// Whether a mesh bounds a convex solid, decided without rounding (Mehlhorn, Naeher, Seel, Seidel,
// Schilz, Schirra and Uhrig 1999, "Checking geometric programs or verification of geometric
// structures").
#pragma once

#include "impinge/mesh.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

/// Triangles that close a surface of one part without handles: a sphere, as far as connections go.
struct ClosedSurface {
    std::vector<Vec3d> positions;           ///< all those of the mesh
    std::vector<TriangleIndices> triangles; ///< equal positions are one vertex; no corner twice
    /// For each triangle those across its edges from corner i to corner i + 1.
    std::vector<std::array<std::uint32_t, 3>> neighbours;
    std::vector<std::uint32_t> number_in_mesh; ///< of each triangle
};

/// Fails with what is in the way of the mesh being one closed surface.
Expected<ClosedSurface> closed_surface(const MeshView& mesh);

/// The same surface without triangles whose corners lie on one line. Fails at one that is its own
/// back.
Status flip_caps(ClosedSurface& surface);

/// Fails with the place where the surface is not the border of a convex solid, normals outward.
Status check_convex(const ClosedSurface& surface);

} // namespace impinge::inline v0
