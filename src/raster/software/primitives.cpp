// SPDX-License-Identifier: Apache-2.0
#include "raster/software/primitives.hpp"

namespace impinge::inline v0::raster {
namespace {

/// One pixel wide across the direction in which the edge is longer, so that every column (or row)
/// whose centre it spans has exactly one pixel's centre in it.
PrimitiveTriangles parallelogram(const Corner& begin, const Corner& end) {
    constexpr double half_pixel = subpixel_steps / 2.0;
    const bool wide = std::abs(end.x - begin.x) >= std::abs(end.y - begin.y);
    const double x = wide ? 0 : half_pixel;
    const double y = wide ? half_pixel : 0;
    const Corner begin_low{begin.x - x, begin.y - y, begin.z};
    const Corner begin_high{begin.x + x, begin.y + y, begin.z};
    const Corner end_low{end.x - x, end.y - y, end.z};
    const Corner end_high{end.x + x, end.y + y, end.z};
    PrimitiveTriangles halves;
    const double length = wide ? end.x - begin.x : end.y - begin.y;
    if (length == 0) {
        return halves;
    }
    const double slope = (double{end.z} - double{begin.z}) / length;
    halves.plane = {begin.x, begin.y, begin.z, wide ? slope : 0, wide ? 0 : slope};
    halves.add(begin_low, end_low, end_high);
    halves.add(begin_low, end_high, begin_high);
    return halves;
}

bool visible(const PlacedMesh& placed, const ClipPoint& point) {
    return placed.projection == Projection::Orthographic || point.distance >= placed.near;
}

} // namespace

PrimitiveTriangles triangle_in_window(const PlacedMesh& placed, std::uint32_t index) {
    const TriangleIndices& triangle = placed.mesh->triangles[index];
    const std::array<ClipPoint, 3> points{clip_point(placed, triangle[0]),
                                          clip_point(placed, triangle[1]),
                                          clip_point(placed, triangle[2])};
    std::array<Corner, 4> polygon;
    std::size_t corners = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const ClipPoint& here = points[i];
        const ClipPoint& next = points[(i + 1) % 3];
        const bool here_visible = visible(placed, here);
        const bool next_visible = visible(placed, next);
        if (here_visible) {
            polygon[corners++] = to_corner(placed, here);
        }
        if (here_visible && !next_visible) {
            polygon[corners++] = corner_at_near(placed, here, next);
        } else if (next_visible && !here_visible) {
            polygon[corners++] = corner_at_near(placed, next, here);
        }
    }
    PrimitiveTriangles parts;
    for (std::size_t i = 2; i < corners; ++i) {
        parts.add(polygon[0], polygon[i - 1], polygon[i]);
    }
    return parts;
}

PrimitiveTriangles edge_in_window(const PlacedMesh& placed, std::uint32_t index) {
    const EdgeIndices& edge = placed.mesh->edges[index];
    const ClipPoint begin = clip_point(placed, edge[0]);
    const ClipPoint end = clip_point(placed, edge[1]);
    const bool begin_visible = visible(placed, begin);
    const bool end_visible = visible(placed, end);
    if (!begin_visible && !end_visible) {
        return {};
    }
    return parallelogram(begin_visible ? to_corner(placed, begin)
                                       : corner_at_near(placed, end, begin),
                         end_visible ? to_corner(placed, end) : corner_at_near(placed, begin, end));
}

} // namespace impinge::inline v0::raster
