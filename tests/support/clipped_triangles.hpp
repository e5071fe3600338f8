// SPDX-License-Identifier: Apache-2.0
//
// The exact intersection of two triangles with small integer corners, by clipping one with the half
// spaces that bound the other, in fractions. Slow and plain: an oracle that shares neither
// predicates nor case distinctions with the library.
#pragma once

#include "impinge/triangle.hpp"
#include "tests/support/integer_polytope.hpp"
#include "tests/support/rational.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace impinge::tests {

using IntegerTriangle = std::array<Vec3i, 3>;
using RationalPoint = std::array<Rational, 3>;

inline RationalPoint as_rational(const Vec3i& p) { return {p.x, p.y, p.z}; }

/// normal . p >= offset
struct HalfSpace {
    Vec3i normal;
    std::int64_t offset = 0;

    [[nodiscard]] Rational height(const RationalPoint& p) const {
        return Rational(normal.x) * p[0] + Rational(normal.y) * p[1] + Rational(normal.z) * p[2] -
               Rational(offset);
    }
};

inline HalfSpace half_space(const Vec3i& normal, const Vec3i& through) {
    return {normal, dot(normal, through)};
}

/// The half spaces whose intersection is a closed triangle, segment or point. Those that bound it
/// within its own plane or line come last, and `rims` says how many.
struct ConvexSet {
    std::vector<HalfSpace> bounds;
    std::size_t rims = 0;
};

inline void add_plane(ConvexSet& set, const Vec3i& normal, const Vec3i& through) {
    if (normal != Vec3i{}) {
        set.bounds.push_back(half_space(normal, through));
        set.bounds.push_back(half_space(-normal, through));
    }
}

inline ConvexSet convex_set(const IntegerTriangle& t) {
    ConvexSet set;
    const Vec3i normal = cross(t[1] - t[0], t[2] - t[0]);
    if (normal != Vec3i{}) {
        add_plane(set, normal, t[0]);
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3i inward = cross(normal, t[(i + 1) % 3] - t[i]);
            set.bounds.push_back(half_space(inward, t[i]));
        }
        set.rims = 3;
        return set;
    }
    const auto [low, high] = std::minmax_element(t.begin(), t.end());
    const Vec3i along = *high - *low;
    for (const Vec3i axis : {Vec3i{1, 0, 0}, Vec3i{0, 1, 0}, Vec3i{0, 0, 1}}) {
        add_plane(set, along == Vec3i{} ? axis : cross(along, axis), *low);
    }
    if (along != Vec3i{}) {
        set.bounds.push_back(half_space(along, *low));
        set.bounds.push_back(half_space(-along, *high));
        set.rims = 2;
    }
    return set;
}

inline std::vector<RationalPoint> clipped(const std::vector<RationalPoint>& polygon,
                                          const HalfSpace& bound) {
    std::vector<RationalPoint> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const RationalPoint& p = polygon[i];
        const RationalPoint& q = polygon[(i + 1) % polygon.size()];
        const Rational height_p = bound.height(p);
        const Rational height_q = bound.height(q);
        if (height_p.sign() >= 0) {
            kept.push_back(p);
        }
        if (height_p.sign() * height_q.sign() < 0) {
            const Rational share = height_p / (height_p - height_q);
            RationalPoint crossing;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                crossing[axis] = p[axis] + share * (q[axis] - p[axis]);
            }
            kept.push_back(crossing);
        }
    }
    return kept;
}

/// Points whose convex hull is the intersection; empty if the triangles are apart.
inline std::vector<RationalPoint> intersection_corners(const IntegerTriangle& a,
                                                       const IntegerTriangle& b) {
    std::vector<RationalPoint> polygon{as_rational(b[0]), as_rational(b[1]), as_rational(b[2])};
    for (const HalfSpace& bound : convex_set(a).bounds) {
        polygon = clipped(polygon, bound);
    }
    std::vector<RationalPoint> corners;
    for (const RationalPoint& p : polygon) {
        if (std::find(corners.begin(), corners.end(), p) == corners.end()) {
            corners.push_back(p);
        }
    }
    return corners;
}

inline bool in_relative_interior(const RationalPoint& p, const IntegerTriangle& t) {
    const ConvexSet set = convex_set(t);
    const std::size_t first_rim = set.bounds.size() - set.rims;
    for (std::size_t i = 0; i < set.bounds.size(); ++i) {
        if (set.bounds[i].height(p).sign() < (i < first_rim ? 0 : 1)) {
            return false;
        }
    }
    return true;
}

/// Whether all six corners lie in some plane.
inline bool coplanar(const IntegerTriangle& a, const IntegerTriangle& b) {
    std::vector<Vec3i> edges;
    for (const IntegerTriangle* t : {&a, &b}) {
        for (const Vec3i& corner : *t) {
            edges.push_back(corner - a[0]);
        }
    }
    for (const Vec3i& u : edges) {
        for (const Vec3i& v : edges) {
            for (const Vec3i& w : edges) {
                if (dot(cross(u, v), w) != 0) {
                    return false;
                }
            }
        }
    }
    return true;
}

inline bool has_area(const IntegerTriangle& t) {
    return cross(t[1] - t[0], t[2] - t[0]) != Vec3i{};
}

/// Two convex sets whose relative interiors meet share the relative interior of their
/// intersection, and the mean of its corners lies in there. A triangle without area is all border:
/// it touches.
inline PairKind kind_of(const IntegerTriangle& a, const IntegerTriangle& b) {
    const std::vector<RationalPoint> corners = intersection_corners(a, b);
    if (corners.empty()) {
        return PairKind::Apart;
    }
    RationalPoint mean{};
    for (const RationalPoint& p : corners) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            mean[axis] = mean[axis] + p[axis] / Rational(static_cast<std::int64_t>(corners.size()));
        }
    }
    const bool crossing = has_area(a) && has_area(b) && !coplanar(a, b) &&
                          in_relative_interior(mean, a) && in_relative_interior(mean, b);
    return crossing ? PairKind::Crossing : PairKind::Touching;
}

/// The corners that both triangles have, each once.
inline std::vector<Vec3i> common_corners(const IntegerTriangle& a, const IntegerTriangle& b) {
    std::vector<Vec3i> common;
    for (const Vec3i& p : a) {
        const bool shared = std::find(b.begin(), b.end(), p) != b.end();
        if (shared && std::find(common.begin(), common.end(), p) == common.end()) {
            common.push_back(p);
        }
    }
    return common;
}

/// Whether two triangles of one mesh meet in more than a corner or an edge they share.
inline bool is_self_intersection(const IntegerTriangle& a, const IntegerTriangle& b) {
    const std::vector<RationalPoint> corners = intersection_corners(a, b);
    std::vector<Vec3i> common = common_corners(a, b);
    if (common.empty()) {
        return !corners.empty();
    }
    if (common.size() == 3) {
        return true; // equal faces lie on each other, with area or without
    }
    // Repeating a corner makes the segment or point they span a degenerate triangle.
    common.resize(3, common.back());
    const IntegerTriangle shared{common[0], common[1], common[2]};
    const ConvexSet span = convex_set(shared);
    return std::any_of(corners.begin(), corners.end(), [&](const RationalPoint& p) {
        return std::any_of(span.bounds.begin(), span.bounds.end(),
                           [&](const HalfSpace& bound) { return bound.height(p).sign() < 0; });
    });
}

} // namespace impinge::tests
