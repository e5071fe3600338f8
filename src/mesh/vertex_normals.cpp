// SPDX-License-Identifier: Apache-2.0
#include "mesh/vertex_normals.hpp"

#include "math/measures.hpp"
#include "math/sine.hpp"

#include <array>
#include <cmath>

namespace impinge::inline v0 {
namespace {

Vec3d divided(Vec3d v, double by) { return {v.x / by, v.y / by, v.z / by}; }

/// Adds the normal of the triangle to each corner, weighted by the angle there.
void add_triangle(const std::array<Vec3d, 3>& corners, const std::array<Vec3d*, 3>& sums) {
    std::array<Vec3d, 3> sides{corners[1] - corners[0], corners[2] - corners[1],
                               corners[0] - corners[2]};
    // Scaled first, so that neither tiny nor huge triangles lose their products.
    const double largest = std::max(
        {largest_magnitude(sides[0]), largest_magnitude(sides[1]), largest_magnitude(sides[2])});
    if (!(largest > 0)) {
        return;
    }
    for (Vec3d& side : sides) {
        side = divided(side, largest);
    }
    const Vec3d normal = cross(sides[0], sides[1]);
    const double size = length(normal); // at every corner: its sine times the sides that meet there
    if (!(size > 0)) {
        return;
    }
    const Vec3d unit = divided(normal, size);
    for (std::size_t i = 0; i < 3; ++i) {
        const double angle = angle_of({size, -dot(sides[i], sides[(i + 2) % 3])});
        *sums[i] = *sums[i] + unit * angle;
    }
}

} // namespace

std::vector<Vec3d> vertex_normals(std::span<const Vec3d> positions,
                                  std::span<const TriangleIndices> triangles,
                                  std::span<const std::uint32_t> weld_map) {
    std::vector<Vec3d> sums(positions.size());
    for (const TriangleIndices& triangle : triangles) {
        add_triangle({positions[triangle[0]], positions[triangle[1]], positions[triangle[2]]},
                     {&sums[weld_map[triangle[0]]], &sums[weld_map[triangle[1]]],
                      &sums[weld_map[triangle[2]]]});
    }
    // What cancels leaves rounding errors, which are no direction.
    constexpr double cancelled = 1e-9;
    for (Vec3d& sum : sums) {
        const double size = length(sum);
        sum = size > cancelled ? divided(sum, size) : Vec3d{};
    }
    for (std::size_t vertex = 0; vertex < sums.size(); ++vertex) {
        sums[vertex] = sums[weld_map[vertex]];
    }
    return sums;
}

} // namespace impinge::inline v0
