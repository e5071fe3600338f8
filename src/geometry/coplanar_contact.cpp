// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_contact.hpp"

#include "geometry/exact_point.hpp"
#include "geometry/feature.hpp"
#include "geometry/projection.hpp"

#include <array>
#include <optional>

namespace impinge::inline v0 {
namespace {

using SideTable = std::array<std::array<Sign, 3>, 3>;

/// table[edge][corner]: on which side of the edge of `t` the corner of `points` lies; +1 is inside.
SideTable sides_of_edges(const Triangle& t, const Triangle& points, int axis) {
    const Sign turn = orient_projected(t[0], t[1], t[2], axis);
    SideTable table{};
    for (int edge = 0; edge < 3; ++edge) {
        for (int corner = 0; corner < 3; ++corner) {
            table[static_cast<std::size_t>(edge)][static_cast<std::size_t>(corner)] =
                turn * orient_projected(t[edge], t[(edge + 1) % 3], points[corner], axis);
        }
    }
    return table;
}

Sign side(const SideTable& table, int edge, int corner) {
    return table[static_cast<std::size_t>(edge)][static_cast<std::size_t>(corner % 3)];
}

bool some_edge_separates(const SideTable& table) {
    for (const auto& corners : table) {
        if (corners[0] < 0 && corners[1] < 0 && corners[2] < 0) {
            return true;
        }
    }
    return false;
}

/// Whether all of `points` lies on the outer side of an edge of `t`, or on it.
bool some_edge_parts(const Triangle& t, const Triangle& points, int axis) {
    const Sign turn = orient_projected(t[0], t[1], t[2], axis);
    for (int edge = 0; edge < 3; ++edge) {
        const auto is_outside = [&](Vec3d p) {
            return turn * orient_projected(t[edge], t[(edge + 1) % 3], p, axis) <= 0;
        };
        if (is_outside(points[0]) && is_outside(points[1]) && is_outside(points[2])) {
            return true;
        }
    }
    return false;
}

/// The smallest feature of the triangle that holds the corner, if the triangle holds it at all.
std::optional<Feature> feature_holding(const SideTable& table, int corner) {
    Feature feature = Feature::Face;
    for (int edge = 0; edge < 3; ++edge) {
        const Sign s = side(table, edge, corner);
        if (s < 0) {
            return std::nullopt;
        }
        if (s == 0) {
            // On two edges at once: their common corner, the end of the earlier one (or corner 0).
            feature = feature == Feature::Face            ? edge_feature(edge)
                      : feature == edge_feature(edge - 1) ? vertex_feature(edge)
                                                          : vertex_feature(0);
        }
    }
    return feature;
}

bool edges_cross(const SideTable& of_a, const SideTable& of_b, int edge_a, int edge_b) {
    return side(of_b, edge_b, edge_a) * side(of_b, edge_b, edge_a + 1) < 0 &&
           side(of_a, edge_a, edge_b) * side(of_a, edge_a, edge_b + 1) < 0;
}

struct CornerList {
    std::array<ContactPoint, 6> points{};
    std::size_t count = 0;
    void add(const ContactPoint& point) { points[count++] = point; }
};

CornerList contact_corners(const Triangle& a, const Triangle& b, int axis, Positions positions) {
    const SideTable of_a = sides_of_edges(a, b, axis);
    const SideTable of_b = sides_of_edges(b, a, axis);
    CornerList corners;
    for (int i = 0; i < 3; ++i) {
        if (const auto on_b = feature_holding(of_b, i)) {
            corners.add({a[i], vertex_feature(i), *on_b});
        }
    }
    for (int j = 0; j < 3; ++j) {
        const auto on_a = feature_holding(of_a, j);
        if (on_a && !is_vertex(*on_a)) { // a corner of both is in the list already
            corners.add({b[j], *on_a, vertex_feature(j)});
        }
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            if (edges_cross(of_a, of_b, i, j)) {
                const Vec3d point =
                    positions == Positions::Omitted
                        ? Vec3d{}
                        : point_on_line(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], axis);
                corners.add({point, edge_feature(i), edge_feature(j)});
            }
        }
    }
    return corners;
}

/// Corners of the polygon are neighbours exactly if some edge of A or B holds both.
bool neighbours(const ContactPoint& p, const ContactPoint& q) {
    return common_feature(p.on_a, q.on_a) != Feature::Face ||
           common_feature(p.on_b, q.on_b) != Feature::Face;
}

TriangleContact in_order(const CornerList& corners) {
    TriangleContact contact;
    std::array<bool, 6> used{};
    std::size_t current = 0;
    for (std::size_t step = 0; step < corners.count; ++step) {
        used[current] = true;
        contact.add(corners.points[current]);
        for (std::size_t next = 0; next < corners.count; ++next) {
            if (!used[next] && neighbours(corners.points[current], corners.points[next])) {
                current = next;
                break;
            }
        }
    }
    return contact;
}

} // namespace

bool coplanar_triangles_intersect(const Triangle& a, const Triangle& b) {
    const int axis = projection_axis(a[0], a[1], a[2]);
    return !some_edge_separates(sides_of_edges(a, b, axis)) &&
           !some_edge_separates(sides_of_edges(b, a, axis));
}

bool coplanar_areas_overlap(const Triangle& a, const Triangle& b) {
    const int axis = projection_axis(a[0], a[1], a[2]);
    return !some_edge_parts(a, b, axis) && !some_edge_parts(b, a, axis);
}

TriangleContact coplanar_contact(const Triangle& a, const Triangle& b, Positions positions) {
    const int axis = projection_axis(a[0], a[1], a[2]);
    TriangleContact contact = in_order(contact_corners(a, b, axis, positions));
    const auto points = contact.points();
    if (points.empty()) {
        return contact;
    }
    contact.kind = PairKind::Touching;
    contact.carrier_a =
        points.size() > 2 ? Feature::Face : common_feature(points.front().on_a, points.back().on_a);
    contact.carrier_b =
        points.size() > 2 ? Feature::Face : common_feature(points.front().on_b, points.back().on_b);
    return contact;
}

Sign normals_agree(const Triangle& a, const Triangle& b) {
    const int axis = projection_axis(a[0], a[1], a[2]);
    return orient_projected(a[0], a[1], a[2], axis) * orient_projected(b[0], b[1], b[2], axis);
}

} // namespace impinge::inline v0
