// SPDX-License-Identifier: Apache-2.0
#include "measures/plane_section.hpp"

#include "base/parallel.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

ExactNumber exact_height(const SlicePlane& plane, Vec3d point) {
    ExactNumber sum;
    for (int axis = 0; axis < 3; ++axis) {
        sum = sum + ExactNumber(plane.normal[axis]) *
                        (ExactNumber(point[axis]) - ExactNumber(plane.point[axis]));
    }
    return sum;
}

ExactNumber exact_dot(Vec3d a, Vec3d b) {
    return ExactNumber(a.x) * ExactNumber(b.x) + ExactNumber(a.y) * ExactNumber(b.y) +
           ExactNumber(a.z) * ExactNumber(b.z);
}

/// One coordinate of the point that divides an edge in the ratio of the weights, rounded once.
double divided(Vec3d axis, Vec3d p, const ExactNumber& weight_p, Vec3d q,
               const ExactNumber& weight_q) {
    return round_quotient(exact_dot(axis, p) * weight_p + exact_dot(axis, q) * weight_q,
                          weight_p + weight_q);
}

/// Where the plane crosses an edge whose ends lie on different sides.
Vec2d crossing(const SlicePlane& plane, const SliceAxes& axes, Vec3d below, Vec3d above) {
    const ExactNumber weight_below = exact_height(plane, above);
    const ExactNumber weight_above = -exact_height(plane, below);
    // Adding 0 makes +0 of -0, so that equal points have equal bits.
    return {divided(axes.x, below, weight_below, above, weight_above) + 0.0,
            divided(axes.y, below, weight_below, above, weight_above) + 0.0};
}

/// The triangle's edge k goes from its corner k to the next.
Vec2d crossing_of_edge(const SlicePlane& plane, const SliceAxes& axes, const Triangle& triangle,
                       int edge, bool starts_above) {
    const Vec3d from = triangle[edge];
    const Vec3d to = triangle[(edge + 1) % 3];
    return starts_above ? crossing(plane, axes, to, from) : crossing(plane, axes, from, to);
}

} // namespace

Sign side_of_plane(const SlicePlane& plane, Vec3d point) {
    const Vec3d between = point - plane.point;
    const Vec3d products{plane.normal.x * between.x, plane.normal.y * between.y,
                         plane.normal.z * between.z};
    const double sum = products.x + products.y + products.z;
    const double size = std::abs(products.x) + std::abs(products.y) + std::abs(products.z);
    // Three roundings in each product and two in the sum; products below the second bound may
    // have lost bits to underflow.
    const double error = size * 0x1p-49;
    if (std::abs(sum) > error && std::abs(sum) > 0x1p-900 && std::isfinite(size)) {
        return sum > 0 ? 1 : -1;
    }
    return exact_height(plane, point).sign();
}

SliceAxes slice_axes(const SlicePlane& plane) {
    const double largest =
        std::max({std::abs(plane.normal.x), std::abs(plane.normal.y), std::abs(plane.normal.z)});
    const int exponent = std::ilogb(largest);
    Vec3d normal{std::ldexp(plane.normal.x, -exponent), std::ldexp(plane.normal.y, -exponent),
                 std::ldexp(plane.normal.z, -exponent)};
    normal = normal * (1 / length(normal));
    const bool across_z = std::abs(normal.x) < 0.01 && std::abs(normal.y) < 0.01;
    const Vec3d up = across_z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
    Vec3d x = cross(up, normal);
    x = x * (1 / length(x));
    Vec3d y = cross(normal, x);
    y = y * (1 / length(y));
    // Zeros are all positive.
    return {x + Vec3d{}, y + Vec3d{}, normal * dot(normal, plane.point) + Vec3d{}};
}

std::vector<SectionSegment> plane_section(std::span<const Vec3d> vertices,
                                          std::span<const TriangleIndices> triangles,
                                          const SlicePlane& plane, const SliceAxes& axes,
                                          const Context& context) {
    std::vector<std::uint8_t> above(vertices.size());
    for_each_chunk(context, vertices.size(), chunk_size_for(vertices.size()),
                   [&](const Chunk& chunk) {
                       for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                           above[i] = side_of_plane(plane, vertices[i]) > 0 ? 1 : 0;
                       }
                   });
    return gather_chunks<SectionSegment>(
        context, triangles.size(), chunk_size_for(triangles.size()), [&](const Chunk& chunk) {
            std::vector<SectionSegment> segments;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const TriangleIndices& t = triangles[i];
                if (above[t[0]] == above[t[1]] && above[t[1]] == above[t[2]]) {
                    continue;
                }
                const Triangle triangle{{vertices[t[0]], vertices[t[1]], vertices[t[2]]}};
                SectionSegment segment;
                for (int k = 0; k < 3; ++k) {
                    const bool starts_above = above[t.at(static_cast<std::size_t>(k))] != 0;
                    const bool ends_above = above[t.at(static_cast<std::size_t>((k + 1) % 3))] != 0;
                    if (starts_above != ends_above) {
                        Vec2d& end = starts_above ? segment.from : segment.to;
                        end = crossing_of_edge(plane, axes, triangle, k, starts_above);
                    }
                }
                if (segment.from.x != segment.to.x || segment.from.y != segment.to.y) {
                    segments.push_back(segment);
                }
            }
            return segments;
        });
}

} // namespace impinge::inline v0
