// SPDX-License-Identifier: Apache-2.0
#include "mesh/vertex_normals.hpp"

#include <cmath>

namespace impinge::inline v0 {
namespace {

/// v scaled so that its largest coordinate is 1: neither tiny nor huge meshes lose their squares.
Vec3d scaled(Vec3d v) {
    const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    return largest > 0 ? Vec3d{v.x / largest, v.y / largest, v.z / largest} : Vec3d{};
}

Vec3d unit_or_zero(Vec3d v) {
    const Vec3d s = scaled(v);
    const double size = length(s);
    return size > 0 ? Vec3d{s.x / size, s.y / size, s.z / size} : Vec3d{};
}

} // namespace

std::vector<Vec3d> vertex_normals(std::span<const Vec3d> positions,
                                  std::span<const TriangleIndices> triangles,
                                  std::span<const std::uint32_t> weld_map) {
    std::vector<Vec3d> sums(positions.size());
    for (const TriangleIndices& triangle : triangles) {
        const std::array<Vec3d, 3> corner{positions[triangle[0]], positions[triangle[1]],
                                          positions[triangle[2]]};
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3d to_next = unit_or_zero(corner[(i + 1) % 3] - corner[i]);
            const Vec3d to_last = unit_or_zero(corner[(i + 2) % 3] - corner[i]);
            const Vec3d normal = cross(to_next, to_last);
            const double angle = std::atan2(length(normal), dot(to_next, to_last));
            Vec3d& sum = sums[weld_map[triangle[i]]];
            sum = sum + unit_or_zero(normal) * angle;
        }
    }
    // What cancels leaves rounding errors, which are no direction.
    constexpr double cancelled = 1e-9;
    for (Vec3d& sum : sums) {
        sum = length(sum) > cancelled ? unit_or_zero(sum) : Vec3d{};
    }
    for (std::size_t vertex = 0; vertex < sums.size(); ++vertex) {
        sums[vertex] = sums[weld_map[vertex]];
    }
    return sums;
}

} // namespace impinge::inline v0
