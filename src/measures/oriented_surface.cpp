// SPDX-License-Identifier: Apache-2.0
#include "measures/oriented_surface.hpp"

#include "base/parallel.hpp"
#include "math/sine.hpp"
#include "mesh/topology.hpp"
#include "mesh/vertex_normals.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge::inline v0 {
namespace {

constexpr std::uint32_t no_edge = std::numeric_limits<std::uint32_t>::max();

/// Its length is twice the area; zero of a triangle that is too thin to have a direction.
Vec3d normal_of(const Triangle& t) {
    const std::array sides{t[1] - t[0], t[2] - t[1], t[0] - t[2]};
    const std::array lengths{squared_length(sides[0]), squared_length(sides[1]),
                             squared_length(sides[2])};
    // From the corner opposite to the longest side: the least is cancelled there.
    const auto longest = static_cast<std::size_t>(std::max_element(lengths.begin(), lengths.end()) -
                                                  lengths.begin());
    const Vec3d normal = cross(sides[(longest + 1) % 3], sides[(longest + 2) % 3]);
    constexpr double thin = 0x1p-44;
    return length(normal) > thin * lengths.at(longest) ? normal : Vec3d{};
}

Vec3d unit_normal_of(const Triangle& t) {
    const Vec3d normal = normal_of(t);
    const double size = length(normal);
    return size > 0 ? normal * (1 / size) : Vec3d{};
}

struct ClosestOnSegment {
    Vec3d point;
    ClosestKind kind = ClosestKind::Edge;
    int end = 0;
};

ClosestOnSegment closest_on_segment(Vec3d from, Vec3d to, Vec3d point) {
    const Vec3d along = to - from;
    const double size = squared_length(along);
    const double at_from = dot(point - from, along);
    const double at_to = dot(to - point, along);
    if (!(at_from > 0) || !(size > 0)) {
        return {from, ClosestKind::Corner, 0};
    }
    if (!(at_to > 0)) {
        return {to, ClosestKind::Corner, 1};
    }
    // From the nearer end, where less is rounded.
    return {at_from < at_to ? from + along * (at_from / size) : to - along * (at_to / size),
            ClosestKind::Edge, 0};
}

/// Above the inside of the triangle, with its normal.
bool projects_inside(const Triangle& t, Vec3d normal, Vec3d point) {
    for (int k = 0; k < 3; ++k) {
        if (!(dot(cross(t[(k + 1) % 3] - t[k], point - t[k]), normal) > 0)) {
            return false;
        }
    }
    return true;
}

double squared_distance_to_box(const Box3& box, Vec3d point) {
    return squared_length(max(max(box.min - point, point - box.max), Vec3d{}));
}

/// How much of the surroundings of a point a face that holds it covers, as an angle; zero if it
/// does not hold it.
double angle_around(const Triangle& t, Vec3d point, double blur) {
    const ClosestOnTriangle closest = closest_on_triangle(t, point);
    if (closest.squared > blur * blur) {
        return 0;
    }
    for (int k = 0; k < 3; ++k) {
        if (length(point - t[k]) <= blur) {
            const Vec3d p = t[(k + 1) % 3] - t[k];
            const Vec3d q = t[(k + 2) % 3] - t[k];
            return angle_of({length(cross(p, q)), dot(p, q)});
        }
    }
    for (int k = 0; k < 3; ++k) {
        const ClosestOnSegment on_edge = closest_on_segment(t[k], t[(k + 1) % 3], point);
        if (length(point - on_edge.point) <= blur) {
            return std::numbers::pi;
        }
    }
    return 2 * std::numbers::pi;
}

} // namespace

ClosestOnTriangle closest_on_triangle(const Triangle& triangle, Vec3d point) {
    const Vec3d normal = normal_of(triangle);
    if (normal != Vec3d{} && projects_inside(triangle, normal, point)) {
        // Seen from the nearest corner, where least is rounded.
        Vec3d corner = triangle[0];
        for (int k = 1; k < 3; ++k) {
            corner = squared_length(point - triangle[k]) < squared_length(point - corner)
                         ? triangle[k]
                         : corner;
        }
        const Vec3d offset = normal * (dot(point - corner, normal) / squared_length(normal));
        return {squared_length(offset), point - offset, ClosestKind::Face, 0};
    }
    ClosestOnTriangle best;
    for (int k = 0; k < 3; ++k) {
        const ClosestOnSegment found =
            closest_on_segment(triangle[k], triangle[(k + 1) % 3], point);
        const double squared = squared_length(point - found.point);
        if (squared < best.squared) {
            best = {squared, found.point, found.kind,
                    found.kind == ClosestKind::Edge ? k : (k + found.end) % 3};
        }
    }
    return best;
}

OrientedSurface::OrientedSurface(std::span<const Vec3d> vertices,
                                 std::span<const TriangleIndices> triangles, const Context& context)
    : vertices_(vertices), triangles_(triangles), weld_(weld_map(vertices, context)),
      normals_(triangles.size()), corners_(vertices.size()) {
    std::vector<Box3> boxes(triangles.size());
    for_each_chunk(context, triangles.size(), chunk_size_for(triangles.size()),
                   [&](const Chunk& chunk) {
                       for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                           const Triangle t = triangle(static_cast<std::uint32_t>(i));
                           normals_[i] = unit_normal_of(t);
                           boxes[i] = box_of(t);
                       }
                   });
    if (context.cancelled()) {
        return;
    }
    tree_ = Bvh(boxes, context);
    std::vector<TriangleIndices> faces;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        if (normals_[i] != Vec3d{}) {
            faces.push_back(triangles[i]);
        }
    }
    corner_normals_ = vertex_normals(vertices, faces, weld_);
    Box3 box;
    for (const Box3& b : boxes) {
        box = united(box, b);
    }
    const Vec3d reach = max(max(box.max, -box.min), max(-box.max, box.min));
    blur_ = 0x1p-42 * std::max({reach.x, reach.y, reach.z});
    add_edges(context);
    mark_thin();
}

void OrientedSurface::add_edges(const Context& context) {
    const std::vector<TriangleIndices> welded = welded_triangles(triangles_, weld_, context);
    edges_of_.assign(triangles_.size(), {no_edge, no_edge, no_edge});
    const EdgeTable table(welded, vertices_.size());
    table.for_each_edge([&](const EdgeFaces& faces) {
        Edge edge;
        edge.border = is_open(count_faces(faces));
        const auto number = static_cast<std::uint32_t>(edges_.size());
        for (const auto& side : {faces.forward, faces.backward}) {
            for (const std::uint64_t entry : side) {
                const auto index = static_cast<std::uint32_t>(entry);
                edge.normal = edge.normal + normals_[index];
                for (std::size_t k = 0; k < 3; ++k) {
                    const std::uint32_t from = welded[index].at(k);
                    const std::uint32_t to = welded[index].at((k + 1) % 3);
                    if (std::min(from, to) == faces.smaller && std::max(from, to) == faces.larger) {
                        edges_of_[index].at(k) = number;
                    }
                }
            }
        }
        if (edge.border) {
            corners_[faces.smaller].border = true;
            corners_[faces.larger].border = true;
        }
        edges_.push_back(edge);
    });
}

/// A face without area but with three places hands its border on to all of its edges: those that
/// have another face there would not know.
void OrientedSurface::mark_thin() {
    for (std::uint32_t i = 0; i < triangles_.size(); ++i) {
        if (normals_[i] != Vec3d{}) {
            continue;
        }
        bool border = false;
        for (const std::uint32_t edge : edges_of_[i]) {
            border = border || (edge != no_edge && edges_[edge].border);
        }
        for (std::size_t k = 0; k < 3; ++k) {
            Corner& corner = corners_[weld_[triangles_[i].at(k)]];
            corner.beside_thin = true;
            corner.border = corner.border || border;
            if (const std::uint32_t edge = edges_of_[i].at(k); edge != no_edge) {
                edges_[edge].beside_thin = true;
                edges_[edge].border = edges_[edge].border || border;
            }
        }
    }
}

Triangle OrientedSurface::triangle(std::uint32_t index) const {
    const TriangleIndices& t = triangles_[index];
    return {{vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]}};
}

ClosestOnSurface OrientedSurface::closest(Vec3d point, std::uint32_t guess) const {
    ClosestOnSurface best;
    const auto visit = [&](std::uint32_t item) {
        const ClosestOnTriangle place = closest_on_triangle(triangle(item), point);
        if (place.squared < best.place.squared ||
            (place.squared == best.place.squared && (!best.found || item < best.triangle))) {
            best = {place, item, true};
        }
        return best.place.squared;
    };
    double limit = std::numeric_limits<double>::infinity();
    if (guess < triangles_.size()) {
        limit = visit(guess);
    }
    visit_nearest_first(
        tree_, limit, [&](const Box3& box) { return squared_distance_to_box(box, point); }, visit);
    return best;
}

bool OrientedSurface::at_border(const ClosestOnSurface& closest) const {
    const auto index = static_cast<std::size_t>(closest.place.index);
    if (closest.place.kind == ClosestKind::Corner) {
        return corners_[weld_[triangles_[closest.triangle].at(index)]].border;
    }
    const std::uint32_t edge = edges_of_[closest.triangle].at(index);
    return closest.place.kind == ClosestKind::Edge && edge != no_edge && edges_[edge].border;
}

Vec3d OrientedSurface::pseudo_normal(const ClosestOnSurface& closest) const {
    const auto index = static_cast<std::size_t>(closest.place.index);
    if (closest.place.kind == ClosestKind::Face) {
        return normals_[closest.triangle];
    }
    if (closest.place.kind == ClosestKind::Edge) {
        const std::uint32_t edge = edges_of_[closest.triangle].at(index);
        return edge == no_edge || edges_[edge].beside_thin ? gathered_normal(closest.place.point)
                                                           : edges_[edge].normal;
    }
    const std::uint32_t corner = weld_[triangles_[closest.triangle].at(index)];
    return corners_[corner].beside_thin ? gathered_normal(closest.place.point)
                                        : corner_normals_[corner];
}

Vec3d OrientedSurface::gathered_normal(Vec3d point) const {
    Vec3d sum;
    visit_related(
        tree_,
        [&](const Box3& box) { return squared_distance_to_box(box, point) <= blur_ * blur_; },
        [&](std::uint32_t item) {
            if (normals_[item] != Vec3d{}) {
                sum = sum + normals_[item] * angle_around(triangle(item), point, blur_);
            }
            return true;
        });
    return sum;
}

bool OrientedSurface::is_behind(Vec3d point, const ClosestOnSurface& closest) const {
    return dot(point - closest.place.point, pseudo_normal(closest)) < 0;
}

} // namespace impinge::inline v0
