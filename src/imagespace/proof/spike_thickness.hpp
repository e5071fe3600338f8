// SPDX-License-Identifier: Apache-2.0
//
// How thick a body is behind a point of its surface, asked of rays no longer than what counts as
// thin.
#pragma once

#include "geometry/bvh.hpp"
#include "impinge/mesh.hpp"

#include <vector>

namespace impinge::inline v0::imagespace {

class Thickness {
  public:
    /// The triangles index the positions; both must outlive this. Outward is told by the sign of
    /// the enclosed volume.
    Thickness(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
              const Context& context);

    /// Outward; zero for a triangle without area.
    [[nodiscard]] Vec3d unit_normal(std::uint32_t triangle) const { return normals_[triangle]; }
    [[nodiscard]] Triangle triangle(std::uint32_t index) const;

    /// Whether a ray that starts inside the given triangle leaves the body before `reach`.
    [[nodiscard]] bool leaves(std::uint32_t from_triangle, Vec3d start, Vec3d unit_direction,
                              double reach) const;

  private:
    std::span<const Vec3d> positions_;
    std::span<const TriangleIndices> triangles_;
    std::vector<Vec3d> normals_;
    Bvh tree_;
};

} // namespace impinge::inline v0::imagespace
