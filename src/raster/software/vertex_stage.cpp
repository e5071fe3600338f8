// SPDX-License-Identifier: Apache-2.0
#include "raster/software/vertex_stage.hpp"

#include "raster/software/primitives.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0::raster {
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

} // namespace impinge::inline v0::raster
