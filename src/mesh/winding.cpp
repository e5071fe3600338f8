// SPDX-License-Identifier: Apache-2.0
//
// Notation: p is the point, q = p + (0, e, e^2) the point moved aside, e > 0 infinitely small. If p
// is not on the surface, nor is q, and both have the same winding number. Seen along x, the ray
// from q is the point (p.y + e, p.z + e^2) and a triangle is its shadow in the yz plane.
#include "mesh/winding.hpp"

#include "impinge/predicates.hpp"

#include <algorithm>
#include <numeric>

namespace impinge::inline v0 {
namespace {

struct Crossing {
    bool on_triangle = false;
    int sign = 0;
};

Sign side_of_edge(Vec3d a, Vec3d b, Vec3d p) {
    return side_of_moved_ray(orient2d({a.y, a.z}, {b.y, b.z}, {p.y, p.z}), a, b);
}

/// The common sign of the three sides if the moved ray passes through the inside of the shadow,
/// which is the sign of the normal's x; else 0. A shadow without area has sides of both signs,
/// because the three determinants add up to its area.
Sign side_of_shadow(Vec3d a, Vec3d b, Vec3d c, Vec3d p) {
    const Sign side = side_of_edge(a, b, p);
    return side != 0 && side_of_edge(b, c, p) == side && side_of_edge(c, a, p) == side ? side : 0;
}

/// What a triangle whose box the ray meets adds to the winding number of p.
Crossing cross_triangle(Vec3d a, Vec3d b, Vec3d c, Vec3d p) {
    if (std::min({a.x, b.x, c.x}) > p.x) {
        return {false, side_of_shadow(a, b, c, p)};
    }
    const Sign above = orient3d(a, b, c, p);
    if (above == 0 && triangles_intersect({{a, b, c}}, {{p, p, p}})) {
        return {true, 0};
    }
    // In the plane of the triangle but not on it, p has a shadow outside the triangle's.
    const Sign side = above == 0 ? 0 : side_of_shadow(a, b, c, p);
    return {false, side == -above ? side : 0};
}

/// Whether the value lies in the range of three others; without branches, which nobody could
/// predict here.
int in_range(double a, double b, double c, double value) {
    return static_cast<int>(std::min(std::min(a, b), c) <= value) &
           static_cast<int>(value <= std::max(std::max(a, b), c));
}

bool ray_meets_box(Vec3d a, Vec3d b, Vec3d c, Vec3d p) {
    return (in_range(a.y, b.y, c.y, p.y) & in_range(a.z, b.z, c.z, p.z)) != 0 &&
           std::max(std::max(a.x, b.x), c.x) >= p.x;
}

/// Many points at once. `skip(point, triangle)` leaves a triangle out for a point.
template <typename PointAt, typename Skip>
std::vector<std::optional<int>> sweep(std::size_t count, PointAt point_at,
                                      std::span<const Vec3d> positions,
                                      std::span<const TriangleIndices> triangles, Skip skip) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return point_at(left).y < point_at(right).y;
    });
    std::vector<double> heights(count);
    std::transform(order.begin(), order.end(), heights.begin(),
                   [&](std::size_t index) { return point_at(index).y; });

    std::vector<std::optional<int>> numbers(count, 0);
    for (std::size_t index = 0; index < triangles.size(); ++index) {
        const Vec3d a = positions[triangles[index][0]];
        const Vec3d b = positions[triangles[index][1]];
        const Vec3d c = positions[triangles[index][2]];
        const double top = std::max({a.y, b.y, c.y});
        const auto first =
            std::lower_bound(heights.begin(), heights.end(), std::min({a.y, b.y, c.y}));
        for (auto at = static_cast<std::size_t>(first - heights.begin());
             at < count && heights[at] <= top; ++at) {
            const std::size_t point = order[at];
            const Vec3d p = point_at(point);
            if (numbers[point] && ray_meets_box(a, b, c, p) && !skip(point, index)) {
                const Crossing crossing = cross_triangle(a, b, c, p);
                numbers[point] = crossing.on_triangle
                                     ? std::nullopt
                                     : std::optional(*numbers[point] + crossing.sign);
            }
        }
    }
    return numbers;
}

} // namespace

std::optional<int> winding_number(Vec3d point, std::span<const Vec3d> positions,
                                  std::span<const TriangleIndices> triangles) {
    int number = 0;
    for (const auto& [ia, ib, ic] : triangles) {
        const Vec3d& a = positions[ia];
        const Vec3d& b = positions[ib];
        const Vec3d& c = positions[ic];
        if (ray_meets_box(a, b, c, point)) {
            const Crossing crossing = cross_triangle(a, b, c, point);
            if (crossing.on_triangle) {
                return std::nullopt;
            }
            number += crossing.sign;
        }
    }
    return number;
}

std::vector<std::optional<int>> winding_numbers(std::span<const Vec3d> points,
                                                std::span<const Vec3d> positions,
                                                std::span<const TriangleIndices> triangles) {
    return sweep(
        points.size(), [&](std::size_t point) { return points[point]; }, positions, triangles,
        [](std::size_t, std::size_t) { return false; });
}

std::vector<std::optional<int>>
winding_numbers_of_other_parts(std::span<const PartPoint> points, std::span<const Vec3d> positions,
                               std::span<const TriangleIndices> triangles,
                               std::span<const std::uint32_t> part_of_triangle) {
    return sweep(
        points.size(), [&](std::size_t point) { return points[point].point; }, positions, triangles,
        [&](std::size_t point, std::size_t triangle) {
            return points[point].part == part_of_triangle[triangle];
        });
}

} // namespace impinge::inline v0
