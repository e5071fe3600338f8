// SPDX-License-Identifier: Apache-2.0
//
// The surface of a solid, made fit for looking around its edges and vertices: equal vertices are
// one, normals point outwards. Face i is triangle i of the mesh.
#pragma once

#include "exact/world_mesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Which way the normals of the given mesh point; those of the surface always point outwards.
enum class Normals : std::uint8_t { Outward, Inward };

/// A closed, consistently oriented mesh.
struct Solid {
    const WorldMesh& mesh;
    Normals normals = Normals::Outward;
    std::size_t components = 0; ///< of its surface, from its diagnosis; 0 if not known
};

class SolidSurface {
  public:
    /// The solid's mesh must outlive the surface.
    explicit SolidSurface(const Solid& solid);

    [[nodiscard]] std::span<const Vec3d> vertices() const { return vertices_; }
    [[nodiscard]] std::span<const TriangleIndices> faces() const { return faces_; }
    [[nodiscard]] Triangle triangle(std::uint32_t face) const {
        const TriangleIndices& f = faces_[face];
        return {{vertices_[f[0]], vertices_[f[1]], vertices_[f[2]]}};
    }
    /// Faces that have the vertex as a corner.
    [[nodiscard]] std::span<const std::uint32_t> faces_at(std::uint32_t vertex) const {
        return std::span(incident_).subspan(first_[vertex], first_[vertex + 1] - first_[vertex]);
    }

  private:
    std::span<const Vec3d> vertices_;
    std::vector<TriangleIndices> faces_;
    std::vector<std::uint32_t> incident_;
    std::vector<std::uint32_t> first_;
};

} // namespace impinge::inline v0
