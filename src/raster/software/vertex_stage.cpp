// SPDX-License-Identifier: Apache-2.0
#include "raster/software/vertex_stage.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0::raster {
namespace {

/// Element `part` of every item, then zeros.
template <typename T, std::size_t Parts, typename Item>
void split(const std::vector<Item>& items, std::array<std::vector<T>, Parts>& arrays) {
    for (std::size_t part = 0; part < Parts; ++part) {
        std::vector<T>& array = arrays[part];
        array.assign(items.size() + lane_padding, T{});
        for (std::size_t i = 0; i < items.size(); ++i) {
            if constexpr (std::is_same_v<Item, Vec3f>) {
                array[i] = items[i][static_cast<int>(part)];
            } else {
                array[i] = items[i][part];
            }
        }
    }
}

} // namespace

LaneMesh lane_mesh(const LocalMesh& mesh) {
    LaneMesh lanes;
    replace_lane_positions(lanes, mesh);
    split(mesh.triangles, lanes.corners);
    split(mesh.edges, lanes.edge_ends);
    return lanes;
}

void replace_lane_positions(LaneMesh& lanes, const LocalMesh& mesh) {
    split(mesh.positions, lanes.positions);
    split(mesh.normals, lanes.normals);
    lanes.vertices = mesh.positions.size();
}

void WindowVertices::reserve(std::size_t vertices) {
    if (vertices + lane_padding > capacity) {
        capacity = vertices + lane_padding;
        x = UntouchedArray<float>(capacity);
        y = UntouchedArray<float>(capacity);
        z = UntouchedArray<float>(capacity);
    }
}

namespace {

float row_at(const std::array<float, 4>& row, const Vec3f& p) {
    return ((row[0] * p.x + row[1] * p.y) + row[2] * p.z) + row[3];
}

/// Rounds steps of the window to the grid, and counts them from the shown part on.
Corner in_shown(const PlacedMesh& placed, double x, double y, float z) {
    return {std::nearbyint(x) - double{placed.left}, std::nearbyint(y) - double{placed.bottom}, z};
}

/// No value of the row over the mesh is larger in size.
double bound(const std::array<float, 4>& row, const Vec3d& reach) {
    return std::abs(double{row[0]}) * reach.x + std::abs(double{row[1]}) * reach.y +
           std::abs(double{row[2]}) * reach.z + std::abs(double{row[3]});
}

Vec3d reach_of(const PlacedMesh& placed) {
    Vec3d reach;
    for (const Vec3f& p : placed.mesh->positions) {
        reach = max(reach, Vec3d{std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
    const double offset = std::abs(double{placed.offset});
    return reach + Vec3d{offset, offset, offset};
}

bool surely_reachable(const PlacedMesh& placed) {
    const Vec3d reach = reach_of(placed);
    const WindowMatrix& matrix = placed.matrix;
    const double shrink = placed.projection == Projection::Perspective ? placed.near : 1;
    const double steps = std::max(bound(matrix.x, reach), bound(matrix.y, reach));
    const double rest = std::max(bound(matrix.z, reach), bound(matrix.w, reach));
    constexpr double largest = std::numeric_limits<float>::max() / 2.0;
    return steps / shrink < farthest_step / 2 && std::max(steps, rest) < largest &&
           rest / shrink < largest;
}

} // namespace

PlacedMesh place(const LocalMesh& mesh, const View& view, const Rigid& pose, const Pass& pass) {
    return {.mesh = &mesh,
            .matrix = window_matrix(view, pose, mesh.origin),
            .projection = view.projection,
            .near = std::max(static_cast<float>(view.near), std::numeric_limits<float>::min()),
            .offset = pass.primitive == Primitive::Edges ? static_cast<float>(pass.edge_offset) : 0,
            .left = static_cast<float>(shown_area(view).x) * subpixel_steps,
            .bottom = static_cast<float>(shown_area(view).y) * subpixel_steps};
}

ClipPoint clip_point(const PlacedMesh& placed, std::uint32_t vertex) {
    Vec3f p = placed.mesh->positions[vertex];
    if (placed.offset != 0) {
        p = p + placed.mesh->normals[vertex] * placed.offset;
    }
    const WindowMatrix& matrix = placed.matrix;
    return {row_at(matrix.x, p), row_at(matrix.y, p), row_at(matrix.z, p),
            placed.projection == Projection::Perspective ? row_at(matrix.w, p) : 1};
}

Corner to_corner(const PlacedMesh& placed, const ClipPoint& point) {
    // Of the two zeros of depth +0, so that no loop meets the other.
    if (placed.projection == Projection::Orthographic) {
        return in_shown(placed, point.x, point.y, point.z + 0.0F);
    }
    return in_shown(placed, point.x / point.distance, point.y / point.distance,
                    point.z / point.distance + 0.0F);
}

Corner corner_at_near(const PlacedMesh& placed, const ClipPoint& inside, const ClipPoint& outside) {
    const double near = placed.near;
    const double fraction =
        (inside.distance - near) / (double{inside.distance} - double{outside.distance});
    const auto between = [&](double a, double b) { return (a + (b - a) * fraction) / near; };
    return in_shown(placed, between(inside.x, outside.x), between(inside.y, outside.y), 0);
}

Status check_reach(const PlacedMesh& placed, Primitive primitive) {
    if (surely_reachable(placed)) {
        return {};
    }
    const auto count = static_cast<std::uint32_t>(primitive_count(placed, primitive));
    for (std::uint32_t index = 0; index < count; ++index) {
        const PrimitiveTriangles parts = in_window(placed, primitive, index);
        for (int i = 0; i < parts.count; ++i) {
            const Corners& corners = parts.triangles[static_cast<std::size_t>(i)];
            if (!std::all_of(corners.begin(), corners.end(), reachable)) {
                return Error{ErrorCode::Unsupported,
                             "draw: a corner lies more than 2^52 pixels from the window"};
            }
        }
    }
    return {};
}

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
