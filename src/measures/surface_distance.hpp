// SPDX-License-Identifier: Apache-2.0
//
// Distances to a surface from points near it.
#pragma once

#include "exact/world_mesh.hpp"
#include "geometry/bvh.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

struct NearestPoint {
    double distance = 0;
    Vec3d point{};
    std::uint32_t triangle = 0; ///< of the mesh
};

/// A tree over the triangles of a mesh that reach into a box. The mesh must outlive it.
class SurfaceDistance {
  public:
    SurfaceDistance(const WorldMesh& mesh, const Box3& box, const Context& context);

    [[nodiscard]] bool is_empty() const { return tree_.is_empty(); }
    /// Must not be asked if it is empty.
    [[nodiscard]] NearestPoint nearest(Vec3d point) const;
    [[nodiscard]] Triangle triangle(std::uint32_t of_mesh) const { return mesh_.triangle(of_mesh); }

  private:
    const WorldMesh& mesh_;
    std::vector<std::uint32_t> triangles_;
    Bvh tree_;
};

} // namespace impinge::inline v0
