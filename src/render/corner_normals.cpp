// SPDX-License-Identifier: Apache-2.0
//
// Corners are joined across every smooth edge, at both of its ends; what is joined shares a normal.
#include "render/corner_normals.hpp"

#include "mesh/topology.hpp"
#include "mesh/vertex_normals.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace impinge::inline v0::render {
namespace {

/// Sets of corners; corner i of triangle t is number 3 t + i.
class JoinedCorners {
  public:
    explicit JoinedCorners(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0U);
    }
    void join(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t first = find(a);
        const std::uint32_t second = find(b);
        parent_[std::max(first, second)] = std::min(first, second);
    }
    /// For every corner the smallest one of its set.
    std::vector<std::uint32_t> representatives() && {
        for (std::uint32_t corner = 0; corner < parent_.size(); ++corner) {
            parent_[corner] = find(corner);
        }
        return std::move(parent_);
    }

  private:
    std::uint32_t find(std::uint32_t corner) {
        while (parent_[corner] != corner) {
            parent_[corner] = parent_[parent_[corner]];
            corner = parent_[corner];
        }
        return corner;
    }

    std::vector<std::uint32_t> parent_;
};

/// Of length 1, or zero for a triangle without area.
Vec3d face_normal(std::span<const Vec3d> positions, const TriangleIndices& triangle) {
    const Vec3d first = positions[triangle[1]] - positions[triangle[0]];
    const Vec3d second = positions[triangle[2]] - positions[triangle[0]];
    const auto largest = [](Vec3d v) {
        return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    };
    const double scale = std::max(largest(first), largest(second));
    if (!(scale > 0)) {
        return {};
    }
    const auto scaled = [scale](Vec3d v) { return Vec3d{v.x / scale, v.y / scale, v.z / scale}; };
    const Vec3d normal = cross(scaled(first), scaled(second));
    const double size = length(normal);
    return size > 0 ? normal * (1 / size) : Vec3d{};
}

std::uint32_t corner_at(std::span<const TriangleIndices> triangles, std::uint32_t triangle,
                        std::uint32_t vertex) {
    const TriangleIndices& corners = triangles[triangle];
    const std::uint32_t place = corners[0] == vertex ? 0U : corners[1] == vertex ? 1U : 2U;
    return 3 * triangle + place;
}

/// Which corners share a normal, the smallest of each set standing for it.
std::vector<std::uint32_t> smoothing_groups(std::span<const Vec3d> positions,
                                            std::span<const TriangleIndices> welded,
                                            double crease_degrees) {
    JoinedCorners corners(3 * welded.size());
    const double least_cosine = std::cos(crease_degrees * std::numbers::pi / 180);
    const EdgeTable edges(welded, positions.size());
    edges.for_each_edge([&](const EdgeFaces& edge) {
        if (edge.forward.size() != 1 || edge.backward.size() != 1) {
            return;
        }
        const auto a = static_cast<std::uint32_t>(edge.forward.front());
        const auto b = static_cast<std::uint32_t>(edge.backward.front());
        const double cosine =
            dot(face_normal(positions, welded[a]), face_normal(positions, welded[b]));
        if (a != b && cosine >= least_cosine) {
            for (const std::uint32_t vertex : {edge.smaller, edge.larger}) {
                corners.join(corner_at(welded, a, vertex), corner_at(welded, b, vertex));
            }
        }
    });
    return std::move(corners).representatives();
}

} // namespace

std::vector<CornerNormals> corner_normals(std::span<const Vec3d> positions,
                                          std::span<const TriangleIndices> triangles,
                                          double crease_degrees) {
    const std::vector<TriangleIndices> welded = welded_triangles(triangles, weld_map(positions));
    const std::vector<std::uint32_t> groups = smoothing_groups(positions, welded, crease_degrees);
    // As a mesh of which every corner is a vertex of its own.
    std::vector<Vec3d> corners;
    std::vector<TriangleIndices> apart;
    corners.reserve(3 * triangles.size());
    apart.reserve(triangles.size());
    for (const TriangleIndices& triangle : triangles) {
        const auto first = static_cast<std::uint32_t>(corners.size());
        apart.push_back({first, first + 1, first + 2});
        for (const std::uint32_t vertex : triangle) {
            corners.push_back(positions[vertex]);
        }
    }
    const std::vector<Vec3d> normals = vertex_normals(corners, apart, groups);
    std::vector<CornerNormals> out(triangles.size());
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const Vec3d n = normals[i];
        out[i / 3][i % 3] = {static_cast<float>(n.x), static_cast<float>(n.y),
                             static_cast<float>(n.z)};
    }
    return out;
}

} // namespace impinge::inline v0::render
