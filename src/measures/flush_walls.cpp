// SPDX-License-Identifier: Apache-2.0
//
// Triangles in one plane that hang together by contact are looked at along a coordinate axis, which
// only drops a coordinate. There the walls of A that look one way and those of B that look the
// other way are outlines that wind around what they cover, and patches are where both do.
#include "measures/flush_walls.hpp"

#include "base/disjoint_sets.hpp"
#include "base/sort_unique.hpp"
#include "geometry/projection.hpp"
#include "geometry/triangle_contact.hpp"
#include "measures/outline_regions.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// A plane as exactly as it is known: with the axis along which it is seen largest.
class WallPlane {
  public:
    explicit WallPlane(const Triangle& t) : point_(t[0]) {
        for (int axis = 0; axis < 3; ++axis) {
            const Vec2d p = project(t[0], axis);
            const Vec2d q = project(t[1], axis);
            const Vec2d r = project(t[2], axis);
            normal_[static_cast<std::size_t>(axis)] = exact_orient2d(p, q, r);
        }
        for (const int axis : {1, 2}) {
            axis_ = compare(absolute(along(axis)), absolute(along(axis_))) > 0 ? axis : axis_;
        }
        for (int axis = 0; axis < 3; ++axis) {
            slope_[axis] = round_quotient(along(axis), along(axis_));
        }
    }

    [[nodiscard]] int axis() const { return axis_; }
    /// By how much areas are larger than they look.
    [[nodiscard]] double stretch() const { return length(slope_); }
    /// That has a positive component along the axis.
    [[nodiscard]] Vec3d unit_normal() const { return slope_ * (1 / stretch()); }
    /// The point of the plane that is seen there.
    [[nodiscard]] Vec3d lifted(Vec2d place) const {
        const int u = (axis_ + 1) % 3;
        const int v = (axis_ + 2) % 3;
        const auto fall = [&](int axis, double at) {
            return along(axis) * (ExactNumber(at) - ExactNumber(point_[axis]));
        };
        const ExactNumber height =
            along(axis_) * ExactNumber(point_[axis_]) - fall(u, place.x) - fall(v, place.y);
        Vec3d p{};
        p[u] = place.x;
        p[v] = place.y;
        p[axis_] = round_quotient(height, along(axis_));
        return p;
    }

  private:
    [[nodiscard]] const ExactNumber& along(int axis) const {
        return normal_[static_cast<std::size_t>(axis)];
    }

    Vec3d point_;
    std::array<ExactNumber, 3> normal_;
    int axis_ = 0;
    Vec3d slope_{}; ///< the normal over its component along the axis
};

using FlatEdge = std::array<double, 4>; ///< from, to

/// Without edges that go there and back, as the diagonals of a wall do.
std::vector<SectionSegment> outline_of(std::vector<FlatEdge> edges) {
    const auto turned = [](const FlatEdge& e) { return FlatEdge{e[2], e[3], e[0], e[1]}; };
    std::sort(edges.begin(), edges.end());
    const auto count = [&](const FlatEdge& edge) {
        const auto [first, last] = std::equal_range(edges.begin(), edges.end(), edge);
        return last - first;
    };
    std::vector<SectionSegment> outline;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const auto& [x, y, to_x, to_y] = edges[i];
        const bool is_first = i == 0 || edges[i - 1] != edges[i];
        const auto left = is_first ? count(edges[i]) - count(turned(edges[i])) : 0;
        outline.insert(outline.end(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(left, 0)),
                       {{x, y}, {to_x, to_y}});
    }
    return outline;
}

/// The outlines of walls, those that look along `way`, a sense of the axis, on their left.
std::vector<SectionSegment> outline_of(const Solid& solid, std::span<const std::uint32_t> triangles,
                                       int axis, Sign way) {
    std::vector<FlatEdge> edges;
    for (const std::uint32_t index : triangles) {
        const Triangle t = outward_triangle(solid, index);
        for (int i = 0; i < 3; ++i) {
            Vec2d p = project(t[i], axis);
            Vec2d q = project(t[(i + 1) % 3], axis);
            if (way < 0) {
                std::swap(p, q);
            }
            edges.push_back({p.x + 0.0, p.y + 0.0, q.x + 0.0, q.y + 0.0});
        }
    }
    return outline_of(std::move(edges));
}

/// The centroid of a polygon with holes, times its area.
Vec2d moment_of(const SlicePolygon& polygon) {
    const Vec2d origin = polygon.outline[0];
    Vec2d moment;
    const auto add = [&](const SliceLoop& loop) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const Vec2d p{loop[i].x - origin.x, loop[i].y - origin.y};
            const Vec2d next = loop[(i + 1) % loop.size()];
            const Vec2d q{next.x - origin.x, next.y - origin.y};
            const double twice = p.x * q.y - p.y * q.x;
            moment.x += twice * (p.x + q.x) / 6;
            moment.y += twice * (p.y + q.y) / 6;
        }
    };
    add(polygon.outline);
    std::for_each(polygon.holes.begin(), polygon.holes.end(), add);
    return {moment.x + polygon.area * origin.x, moment.y + polygon.area * origin.y};
}

/// `way`: to which side of the axis A's walls look.
ContactPatch patch_from(const SlicePolygon& polygon, const WallPlane& plane, Sign way) {
    ContactPatch patch;
    patch.area = polygon.area * plane.stretch();
    patch.normal = plane.unit_normal() * static_cast<double>(way);
    const Vec2d moment = moment_of(polygon);
    patch.centroid = plane.lifted({moment.x / polygon.area, moment.y / polygon.area});
    const auto lifted = [&](const SliceLoop& loop) {
        std::vector<Vec3d> corners;
        for (const Vec2d place : loop) {
            corners.push_back(plane.lifted(place));
        }
        if (way < 0) {
            std::reverse(corners.begin() + 1, corners.end());
        }
        return corners;
    };
    patch.outline = lifted(polygon.outline);
    for (const SliceLoop& hole : polygon.holes) {
        patch.holes.push_back(lifted(hole));
    }
    return patch;
}

/// Triangles of both in one plane.
struct WallGroup {
    std::vector<std::uint32_t> a;
    std::vector<std::uint32_t> b;
};

std::vector<WallGroup> groups_of(std::span<const CoplanarPair> pairs) {
    std::vector<std::uint32_t> of_a;
    std::vector<std::uint32_t> of_b;
    for (const CoplanarPair& pair : pairs) {
        of_a.push_back(pair.a);
        of_b.push_back(pair.b);
    }
    sort_unique(of_a);
    sort_unique(of_b);
    const auto number = [](const std::vector<std::uint32_t>& among, std::uint32_t triangle) {
        return static_cast<std::uint32_t>(std::lower_bound(among.begin(), among.end(), triangle) -
                                          among.begin());
    };
    const auto first_b = static_cast<std::uint32_t>(of_a.size());
    DisjointSets sets(of_a.size() + of_b.size());
    for (const CoplanarPair& pair : pairs) {
        sets.unite(number(of_a, pair.a), first_b + number(of_b, pair.b));
    }
    std::vector<WallGroup> groups;
    std::vector<std::size_t> group_of(of_a.size() + of_b.size());
    for (std::uint32_t i = 0; i < group_of.size(); ++i) { // a root comes before its members
        const std::uint32_t root = sets.root(i);
        group_of[i] = root == i ? groups.size() : group_of[root];
        if (root == i) {
            groups.emplace_back();
        }
        WallGroup& group = groups[group_of[i]];
        (i < first_b ? group.a : group.b).push_back(i < first_b ? of_a[i] : of_b[i - first_b]);
    }
    return groups;
}

} // namespace

std::vector<CoplanarPair> coplanar_pairs(const WorldMesh& a, const WorldMesh& b,
                                         std::span<const TrianglePair> pairs) {
    std::vector<CoplanarPair> coplanar;
    for (const TrianglePair& pair : pairs) {
        const Triangle s = a.triangle(pair.a);
        const Triangle t = b.triangle(pair.b);
        if (pair.kind == PairKind::Touching && !is_degenerate(s) && !is_degenerate(t) &&
            all_zero(plane_sides(s, t))) {
            coplanar.push_back({pair.a, pair.b});
        }
    }
    return coplanar;
}

std::vector<ContactPatch> flush_patches(const Solid& a, const Solid& b,
                                        std::span<const CoplanarPair> pairs) {
    std::vector<ContactPatch> patches;
    for (const WallGroup& group : groups_of(pairs)) {
        const WallPlane plane(outward_triangle(a, group.a.front()));
        for (const Sign way : {1, -1}) {
            const auto of_a = outline_of(a, group.a, plane.axis(), way);
            const auto of_b = outline_of(b, group.b, plane.axis(), -way);
            for (const SlicePolygon& polygon : region_within_both(of_a, of_b)) {
                patches.push_back(patch_from(polygon, plane, way));
            }
        }
    }
    std::sort(patches.begin(), patches.end(), [](const ContactPatch& p, const ContactPatch& q) {
        const Vec3d p_first = *std::min_element(p.outline.begin(), p.outline.end());
        const Vec3d q_first = *std::min_element(q.outline.begin(), q.outline.end());
        return p.area != q.area     ? p.area > q.area
               : p_first != q_first ? p_first < q_first
                                    : p.centroid < q.centroid;
    });
    return patches;
}

} // namespace impinge::inline v0
