// SPDX-License-Identifier: Apache-2.0
//
// From meshes to triangles on the grid of 1/256 pixel, as the raster header documents it and
// without a line of the library: the float product in the documented order, rounding to even, an
// edge as two triangles.
#pragma once

#include "impinge/raster.hpp"
#include "tests/support/rational.hpp"

#include <array>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace impinge::tests {

/// A place on the grid with the depth there, not yet clamped.
struct GridCorner {
    std::int64_t x = 0;
    std::int64_t y = 0;
    float depth = 0;
};

/// A triangle in the window and what the id planes may say of it.
struct Shape {
    std::array<GridCorner, 3> corner;
    bool is_edge = false; ///< then it is a front face whichever way it turns
    std::uint32_t triangle = raster::no_id;
    std::uint32_t provoking_vertex = raster::no_id;
    std::uint32_t edge = raster::no_id;
};

/// Twice the signed area of a, b and c: positive if counter-clockwise with y upwards.
inline Integer doubled_area(const GridCorner& a, const GridCorner& b, const GridCorner& c) {
    return Integer{b.x - a.x} * (c.y - a.y) - Integer{b.y - a.y} * (c.x - a.x);
}

/// One row of the matrix: floats, multiplied and added in this order.
struct WindowRow {
    std::array<float, 4> m{};
    [[nodiscard]] float of(Vec3f p) const {
        return ((m[0] * p.x + m[1] * p.y) + m[2] * p.z) + m[3];
    }
};

struct HomogeneousCorner {
    float x = 0;
    float y = 0;
    float z = 0;
    float w = 1;
};

/// The map from positions relative to `origin` to sub-pixel steps, depth and distance.
class WindowMap {
  public:
    WindowMap(const raster::View& view, const Rigid& pose, Vec3d origin) : view_(view) {
        const Affine right = along(view.axis_x, pose, origin);
        const Affine up = along(view.axis_y, pose, origin);
        const Affine away = along(view.axis_z, pose, origin);
        const bool flat = view.projection == raster::Projection::Orthographic;
        const Affine one{{0, 0, 0, 1}};
        const Affine& divisor = flat ? one : away;
        const long double range = static_cast<long double>(view.far) - view.near;
        x_ = row(right, divisor, view.min_x,
                 256.0L * view.width / (static_cast<long double>(view.max_x) - view.min_x));
        y_ = row(up, divisor, view.min_y,
                 256.0L * view.height / (static_cast<long double>(view.max_y) - view.min_y));
        z_ = row(away, one, view.near, (flat ? 1 : view.far) / range);
        w_ = row(divisor, one, 0, 1);
    }

    [[nodiscard]] HomogeneousCorner of(Vec3f p) const {
        return {x_.of(p), y_.of(p), z_.of(p), w_.of(p)};
    }
    [[nodiscard]] bool clips() const { return view_.projection == raster::Projection::Perspective; }

  private:
    using Affine = std::array<long double, 4>;

    [[nodiscard]] Affine along(Vec3d axis, const Rigid& pose, Vec3d origin) const {
        const std::array<Vec3d, 3> rows{pose.row_x, pose.row_y, pose.row_z};
        const Vec3d middle = apply(pose, origin);
        Affine result{};
        for (int j = 0; j < 3; ++j) {
            const long double share = axis[j];
            for (int k = 0; k < 3; ++k) {
                result[static_cast<std::size_t>(k)] +=
                    share * rows[static_cast<std::size_t>(j)][k] * pose.scale;
            }
            result[3] += share * (static_cast<long double>(middle[j]) - view_.eye[j]);
        }
        return result;
    }
    /// (value - low * divisor) * factor, rounded once.
    static WindowRow row(const Affine& value, const Affine& divisor, long double low,
                         long double factor) {
        WindowRow result;
        for (std::size_t k = 0; k < 4; ++k) {
            result.m[k] = static_cast<float>((value[k] - low * divisor[k]) * factor);
        }
        return result;
    }

    raster::View view_;
    WindowRow x_;
    WindowRow y_;
    WindowRow z_;
    WindowRow w_;
};

/// std::nearbyint rounds ties to even unless somebody changed the mode.
inline GridCorner on_grid(const HomogeneousCorner& h) {
    return {static_cast<std::int64_t>(std::nearbyint(h.x / h.w)),
            static_cast<std::int64_t>(std::nearbyint(h.y / h.w)), h.z / h.w};
}

/// What of a convex polygon is not nearer than `near`; there the row of depths is zero.
inline std::vector<HomogeneousCorner> clipped_at_near(const std::vector<HomogeneousCorner>& loop) {
    std::vector<HomogeneousCorner> kept;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const HomogeneousCorner& p = loop[i];
        const HomogeneousCorner& q = loop[(i + 1) % loop.size()];
        if (p.z >= 0) {
            kept.push_back(p);
        }
        if ((p.z < 0) != (q.z < 0)) {
            const double share = static_cast<double>(p.z) / (static_cast<double>(p.z) - q.z);
            const auto between = [&](float a, float b) {
                return static_cast<float>(a + share * (static_cast<double>(b) - a));
            };
            kept.push_back({between(p.x, q.x), between(p.y, q.y), 0, between(p.w, q.w)});
        }
    }
    return kept;
}

struct LocalPositions {
    Vec3d origin;
    std::vector<Vec3f> positions;
};

/// Relative to the middle of the box of the triangles, as upload() documents.
inline LocalPositions local_positions(const Mesh& mesh) {
    Box3 box;
    for (const TriangleIndices& triangle : mesh.triangles) {
        for (const std::uint32_t corner : triangle) {
            box = extend(box, mesh.positions[corner]);
        }
    }
    LocalPositions local;
    if (!mesh.triangles.empty()) {
        local.origin = box.min * 0.5 + box.max * 0.5;
    }
    for (const Vec3d& p : mesh.positions) {
        const Vec3d d = p - local.origin;
        local.positions.push_back(
            {static_cast<float>(d.x), static_cast<float>(d.y), static_cast<float>(d.z)});
    }
    return local;
}

/// Counted from the shown part of the window on.
inline std::vector<Shape> in_shown_part(const raster::View& view, std::vector<Shape> shapes) {
    for (Shape& shape : shapes) {
        for (GridCorner& corner : shape.corner) {
            corner.x -= 256 * std::int64_t{view.shown.x};
            corner.y -= 256 * std::int64_t{view.shown.y};
        }
    }
    return shapes;
}

inline std::vector<Shape> triangle_shapes(const raster::View& view, const Mesh& mesh,
                                          const Rigid& pose) {
    const LocalPositions local = local_positions(mesh);
    const WindowMap map(view, pose, local.origin);
    std::vector<Shape> shapes;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        std::vector<HomogeneousCorner> loop;
        for (const std::uint32_t corner : mesh.triangles[t]) {
            loop.push_back(map.of(local.positions[corner]));
        }
        if (map.clips()) {
            loop = clipped_at_near(loop);
        }
        for (std::size_t i = 2; i < loop.size(); ++i) {
            shapes.push_back({.corner = {on_grid(loop[0]), on_grid(loop[i - 1]), on_grid(loop[i])},
                              .triangle = t,
                              .provoking_vertex = mesh.triangles[t][2]});
        }
    }
    return in_shown_part(view, std::move(shapes));
}

/// Every edge once, by positions.
inline std::vector<raster::EdgeIndices> brute_force_edges(const Mesh& mesh) {
    std::map<Vec3d, std::uint32_t> first_with;
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        first_with.try_emplace(mesh.positions[v] + Vec3d{}, v); // -0 + 0 is +0
    }
    std::set<raster::EdgeIndices> edges;
    for (const TriangleIndices& t : mesh.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t a = first_with.at(mesh.positions[t[i]] + Vec3d{});
            const std::uint32_t b = first_with.at(mesh.positions[t[(i + 1) % 3]] + Vec3d{});
            if (a != b) {
                edges.insert({std::min(a, b), std::max(a, b)});
            }
        }
    }
    return {edges.begin(), edges.end()};
}

/// The sum of face normals at a vertex and its equals, weighted by angle, by plain acos.
inline Vec3d plain_vertex_normal(const Mesh& mesh, std::uint32_t vertex) {
    Vec3d sum;
    for (const TriangleIndices& t : mesh.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (mesh.positions[t[i]] != mesh.positions[vertex]) {
                continue;
            }
            const Vec3d u = mesh.positions[t[(i + 1) % 3]] - mesh.positions[t[i]];
            const Vec3d v = mesh.positions[t[(i + 2) % 3]] - mesh.positions[t[i]];
            const Vec3d normal = cross(u, v);
            if (length(normal) > 0) {
                const double angle = std::acos(dot(u, v) / (length(u) * length(v)));
                sum = sum + normal * (angle / length(normal));
            }
        }
    }
    return length(sum) > 0 ? sum * (1 / length(sum)) : sum;
}

/// The parallelogram of an edge, one pixel high if it is x-major, else one pixel wide.
inline std::array<Shape, 2> edge_shapes(const GridCorner& p, const GridCorner& q,
                                        std::uint32_t edge) {
    const bool x_major = std::abs(q.x - p.x) >= std::abs(q.y - p.y);
    const auto shifted = [&](const GridCorner& c, int steps) {
        return x_major ? GridCorner{c.x, c.y + steps, c.depth}
                       : GridCorner{c.x + steps, c.y, c.depth};
    };
    constexpr int half = raster::subpixel_steps / 2;
    const std::array<GridCorner, 4> loop{shifted(p, -half), shifted(q, -half), shifted(q, half),
                                         shifted(p, half)};
    return {Shape{.corner = {loop[0], loop[1], loop[2]}, .is_edge = true, .edge = edge},
            Shape{.corner = {loop[0], loop[2], loop[3]}, .is_edge = true, .edge = edge}};
}

inline std::vector<Shape> all_edge_shapes(const raster::View& view, const Mesh& mesh,
                                          const Rigid& pose, double offset) {
    const LocalPositions local = local_positions(mesh);
    const WindowMap map(view, pose, local.origin);
    const auto placed = [&](std::uint32_t vertex) {
        const Vec3f p = local.positions[vertex];
        const Vec3d n = plain_vertex_normal(mesh, vertex) * offset;
        return map.of(
            p + Vec3f{static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)});
    };
    const std::vector<raster::EdgeIndices> edges = brute_force_edges(mesh);
    std::vector<Shape> shapes;
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
        std::vector<HomogeneousCorner> ends{placed(edges[e][0]), placed(edges[e][1])};
        if (map.clips()) {
            ends = clipped_at_near(ends);
        }
        if (ends.size() >= 2) {
            for (const Shape& shape : edge_shapes(on_grid(ends[0]), on_grid(ends[1]), e)) {
                shapes.push_back(shape);
            }
        }
    }
    return in_shown_part(view, std::move(shapes));
}

} // namespace impinge::tests
