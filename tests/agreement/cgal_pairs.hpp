// SPDX-License-Identifier: Apache-2.0
//
// All intersecting triangle pairs of two meshes, or of one with itself, by CGAL alone: its box
// sweep proposes, its exact predicates decide, its exact constructions tell crossing from touching.
#pragma once

#include "impinge/collide.hpp"
#include "tests/agreement/cgal_triangles.hpp"

#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/box_intersection_d.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace impinge::tests {

using IndexedBox = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::uint32_t>;

inline std::vector<Triangle> world_triangles(const Body& body) {
    std::vector<Triangle> triangles;
    triangles.reserve(body.mesh.triangle_count());
    for (const TriangleIndices& corners : body.mesh.triangles()) {
        const auto world = [&](std::uint32_t v) { return apply(body.pose, body.mesh.position(v)); };
        triangles.push_back({{world(corners[0]), world(corners[1]), world(corners[2])}});
    }
    return triangles;
}

inline std::vector<IndexedBox> indexed_boxes(const std::vector<Triangle>& triangles) {
    std::vector<IndexedBox> boxes;
    boxes.reserve(triangles.size());
    for (const Triangle& t : triangles) {
        const auto index = static_cast<std::uint32_t>(boxes.size());
        boxes.emplace_back(to_cgal<Filtered>(t).bbox(), index);
    }
    return boxes;
}

/// Kind of two triangles known to meet. One without area touches whatever it meets.
inline PairKind cgal_kind(const Triangle& a, const Triangle& b) {
    const auto ta = to_cgal<Constructing>(a);
    const auto tb = to_cgal<Constructing>(b);
    if (ta.is_degenerate() || tb.is_degenerate()) {
        return PairKind::Touching;
    }
    return kind_of(ta, tb, exact_corners(a, b));
}

/// Sorted, each once.
inline std::vector<TrianglePair> cgal_pairs(const std::vector<Triangle>& a,
                                            const std::vector<Triangle>& b) {
    std::vector<IndexedBox> boxes_a = indexed_boxes(a);
    std::vector<IndexedBox> boxes_b = indexed_boxes(b);
    std::vector<TrianglePair> pairs;
    const auto decide = [&](const IndexedBox& p, const IndexedBox& q) {
        const Triangle& ta = a[p.info()];
        const Triangle& tb = b[q.info()];
        if (cgal_intersects(ta, tb)) {
            pairs.push_back({p.info(), q.info(), cgal_kind(ta, tb)});
        }
    };
    CGAL::box_intersection_d(boxes_a.begin(), boxes_a.end(), boxes_b.begin(), boxes_b.end(),
                             decide);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// Corners of b that are also corners of a, by their coordinates, each once.
inline std::vector<Vec3d> common_corners(const Triangle& a, const Triangle& b) {
    std::vector<Vec3d> common;
    for (const Vec3d& p : b.corners) {
        if (std::find(a.corners.begin(), a.corners.end(), p) != a.corners.end() &&
            std::find(common.begin(), common.end(), p) == common.end()) {
            common.push_back(p);
        }
    }
    return common;
}

/// The corners of t that are not in `common`.
inline std::vector<Vec3d> other_corners(const Triangle& t, const std::vector<Vec3d>& common) {
    std::vector<Vec3d> others;
    for (const Vec3d& p : t.corners) {
        if (std::find(common.begin(), common.end(), p) == common.end()) {
            others.push_back(p);
        }
    }
    return others;
}

/// Two triangles with an area and the corner `p` in common. A second common point would lie on a
/// ray from p that leaves one of them, through its opposite edge, while still in the other.
inline bool meet_beyond_corner(const Triangle& a, const Triangle& b, const std::vector<Vec3d>& p) {
    const auto opposite = [&](const Triangle& t) {
        const std::vector<Vec3d> ends = other_corners(t, p);
        return Filtered::Segment_3(to_cgal<Filtered>(ends.at(0)), to_cgal<Filtered>(ends.at(1)));
    };
    return CGAL::do_intersect(opposite(a), to_cgal<Filtered>(b)) ||
           CGAL::do_intersect(opposite(b), to_cgal<Filtered>(a));
}

/// Two triangles with an area and the edge pq in common: they overlap when folded flat.
inline bool meet_beyond_edge(const Triangle& a, const Triangle& b, const std::vector<Vec3d>& edge) {
    const auto p = to_cgal<Filtered>(edge.at(0));
    const auto q = to_cgal<Filtered>(edge.at(1));
    const auto r = to_cgal<Filtered>(other_corners(a, edge).at(0));
    const auto s = to_cgal<Filtered>(other_corners(b, edge).at(0));
    return CGAL::coplanar(p, q, r, s) && CGAL::coplanar_orientation(p, q, r, s) == CGAL::POSITIVE;
}

/// Whether two triangles of one mesh meet in more than the corners they share.
inline bool cgal_self_intersects(const Triangle& a, const Triangle& b) {
    const std::vector<Vec3d> common = common_corners(a, b);
    if (common.empty()) {
        return cgal_intersects(a, b);
    }
    const bool without_area =
        to_cgal<Filtered>(a).is_degenerate() || to_cgal<Filtered>(b).is_degenerate();
    if (without_area) {
        const std::vector<ExactPoint> set = exact_corners(a, b);
        return set.size() > common.size() ||
               std::any_of(set.begin(), set.end(), [&](const ExactPoint& p) {
                   return std::none_of(common.begin(), common.end(),
                                       [&](Vec3d c) { return p == to_cgal<Constructing>(c); });
               });
    }
    return common.size() == 1   ? meet_beyond_corner(a, b, common)
           : common.size() == 2 ? meet_beyond_edge(a, b, common)
                                : true;
}

/// Sorted, a < b, each once.
inline std::vector<TrianglePair> cgal_self_pairs(const std::vector<Triangle>& triangles) {
    std::vector<IndexedBox> boxes = indexed_boxes(triangles);
    std::vector<TrianglePair> pairs;
    const auto decide = [&](const IndexedBox& p, const IndexedBox& q) {
        const std::uint32_t first = std::min(p.info(), q.info());
        const std::uint32_t second = std::max(p.info(), q.info());
        if (cgal_self_intersects(triangles[first], triangles[second])) {
            pairs.push_back({first, second, cgal_kind(triangles[first], triangles[second])});
        }
    };
    CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), decide);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// What one list has and the other has not.
struct ListDifference {
    std::vector<TrianglePair> missing;
    std::vector<TrianglePair> invented;
};

inline ListDifference list_difference(const std::vector<TrianglePair>& expected,
                                      const std::vector<TrianglePair>& got) {
    ListDifference difference;
    std::set_difference(expected.begin(), expected.end(), got.begin(), got.end(),
                        std::back_inserter(difference.missing));
    std::set_difference(got.begin(), got.end(), expected.begin(), expected.end(),
                        std::back_inserter(difference.invented));
    return difference;
}

} // namespace impinge::tests
