// SPDX-License-Identifier: Apache-2.0
//
// The edges of a body in the world, by their numbers, with the triangles beside each.
#pragma once

#include "exact/world_mesh.hpp"
#include "impinge/raster.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

class SurfaceEdges {
  public:
    static Expected<SurfaceEdges> of(const Body& body, std::uint32_t index, const Context& context);

    [[nodiscard]] std::size_t edge_count() const { return edges_.size(); }
    [[nodiscard]] std::size_t triangle_count() const { return world_.triangles.size(); }
    [[nodiscard]] raster::EdgeIndices corners(std::uint32_t edge) const { return edges_[edge]; }
    [[nodiscard]] std::array<Vec3d, 2> ends(std::uint32_t edge) const {
        return {world_.vertices[edges_[edge][0]], world_.vertices[edges_[edge][1]]};
    }
    [[nodiscard]] std::span<const std::uint32_t> triangles_at(std::uint32_t edge) const {
        return std::span(triangles_).subspan(first_[edge], first_[edge + 1] - first_[edge]);
    }
    /// Fewer than three if it is degenerate.
    [[nodiscard]] std::vector<std::uint32_t> edges_of(std::uint32_t triangle) const;
    /// Outward, of any length.
    [[nodiscard]] Vec3d normal(std::uint32_t triangle) const;

  private:
    WorldMesh world_;
    std::vector<TriangleIndices> welded_;
    std::vector<raster::EdgeIndices> edges_; ///< of welded corners, ascending
    std::vector<std::size_t> first_;
    std::vector<std::uint32_t> triangles_;
    double outward_ = 1;
};

} // namespace impinge::inline v0::imagespace
