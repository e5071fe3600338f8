// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_contact.hpp"

#include "geometry/exact_point.hpp"
#include "geometry/feature.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

// Notation: n1, n2 normals of A and B; the common line runs along n1 x n2, and "low" and "high" are
// meant along it. An end of an interval is where an edge, running from the non-negative to the
// non-positive side of the other triangle's plane, meets that plane.
struct End {
    Vec3d from;
    Vec3d to;
    Feature feature = Feature::Face;
};

struct Interval {
    End low;
    End high;
    Feature carrier = Feature::Face; ///< what of the triangle lies in the interval's interior
    bool straddles = false;          ///< the triangle's interior meets the other's plane
};

enum class Role { First, Second };

/// The corner alone on its side of the plane, zeros counted to the majority's opposite where
/// needed, and the side it is taken to be on.
struct Lone {
    int corner = 0;
    Sign side = 0;
};

constexpr Lone find_lone_corner(const std::array<Sign, 3>& sides) {
    const auto positive = std::count(sides.begin(), sides.end(), 1);
    const auto negative = std::count(sides.begin(), sides.end(), -1);
    const auto corner_with = [&](Sign side) {
        return static_cast<int>(std::find(sides.begin(), sides.end(), side) - sides.begin());
    };
    if (positive == 1) {
        return {corner_with(1), 1};
    }
    if (negative == 1) {
        return {corner_with(-1), -1};
    }
    // One corner in the plane, the others on one side: the corner stands alone, facing them.
    return {corner_with(0), positive == 2 ? -1 : 1};
}

/// For all sides that three corners can have; see lone_corner().
constexpr auto lone_corners = [] {
    std::array<Lone, 27> table{};
    for (int i = 0; i < 27; ++i) {
        const std::array<Sign, 3> sides{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        const bool has_one = std::count(sides.begin(), sides.end(), 0) != 3 &&
                             std::count(sides.begin(), sides.end(), 1) != 3 &&
                             std::count(sides.begin(), sides.end(), -1) != 3;
        table[static_cast<std::size_t>(i)] = has_one ? find_lone_corner(sides) : Lone{};
    }
    return table;
}();

Lone lone_corner(const std::array<Sign, 3>& sides) {
    const int place = 13 + sides[0] + 3 * sides[1] + 9 * sides[2];
    return lone_corners[static_cast<std::size_t>(place)];
}

bool on_both_sides(const std::array<Sign, 3>& sides) {
    return std::count(sides.begin(), sides.end(), 1) > 0 &&
           std::count(sides.begin(), sides.end(), -1) > 0;
}

End end_on_edge(const Triangle& t, const std::array<Sign, 3>& sides, Lone lone, int other) {
    const auto side_of = [&](int corner) { return sides[static_cast<std::size_t>(corner)]; };
    const Feature feature = side_of(other) == 0         ? vertex_feature(other)
                            : side_of(lone.corner) == 0 ? vertex_feature(lone.corner)
                                                        : edge_between(lone.corner, other);
    return lone.side > 0 ? End{t[lone.corner], t[other], feature}
                         : End{t[other], t[lone.corner], feature};
}

Interval interval_on_line(const Triangle& t, const std::array<Sign, 3>& sides, Role role) {
    const Lone lone = lone_corner(sides);
    const End to_next = end_on_edge(t, sides, lone, (lone.corner + 1) % 3);
    const End to_previous = end_on_edge(t, sides, lone, (lone.corner + 2) % 3);
    const bool next_is_low = (lone.side > 0) == (role == Role::Second);
    Interval interval{.low = next_is_low ? to_next : to_previous,
                      .high = next_is_low ? to_previous : to_next};
    interval.straddles = on_both_sides(sides);
    interval.carrier = interval.straddles
                           ? Feature::Face
                           : common_feature(interval.low.feature, interval.high.feature);
    return interval;
}

/// +1 if an end of A's interval lies below an end of B's, -1 if above, 0 if they are one point.
Sign order(const End& of_a, const End& of_b) {
    return orient3d(of_a.from, of_a.to, of_b.from, of_b.to);
}

/// The ends of an interval without their features, which take longer to tell than the rest.
struct PlainInterval {
    const Vec3d& lone;
    const Vec3d& at_low;
    const Vec3d& at_high;
    bool from_lone;

    PlainInterval(const Triangle& t, const std::array<Sign, 3>& sides, Role role)
        : PlainInterval(t, lone_corner(sides), role) {}

  private:
    PlainInterval(const Triangle& t, Lone at, Role role)
        : lone(corner(t, at.corner)),
          at_low(corner(t, at.corner + ((at.side > 0) == (role == Role::Second) ? 1 : 2))),
          at_high(corner(t, at.corner + ((at.side > 0) == (role == Role::Second) ? 2 : 1))),
          from_lone(at.side > 0) {}
    static const Vec3d& corner(const Triangle& t, int i) {
        return t.corners[static_cast<std::size_t>(i % 3)];
    }
};

/// order() of the ends on the edges from the lone corners of both to these corners.
Sign order(const PlainInterval& a, const Vec3d& of_a, const PlainInterval& b, const Vec3d& of_b) {
    const Vec3d& a_from = a.from_lone ? a.lone : of_a;
    const Vec3d& a_to = a.from_lone ? of_a : a.lone;
    const Vec3d& b_from = b.from_lone ? b.lone : of_b;
    const Vec3d& b_to = b.from_lone ? of_b : b.lone;
    return orient3d(a_from, a_to, b_from, b_to);
}

ContactPoint locate(const Triangle& a, const Triangle& b, const End& end_a, const End& end_b,
                    Feature on_a, Feature on_b, Positions positions) {
    ContactPoint point{{}, on_a, on_b};
    if (positions == Positions::Omitted) {
        return point;
    }
    if (is_vertex(on_a)) {
        point.position = a[corner_of(on_a)];
    } else if (is_vertex(on_b)) {
        point.position = b[corner_of(on_b)];
    } else if (on_a == end_a.feature) {
        point.position = point_on_plane(end_a.from, end_a.to, b);
    } else {
        point.position = point_on_plane(end_b.from, end_b.to, a);
    }
    return point;
}

} // namespace

PairKind classify_transversal(const Triangle& a, const Triangle& b,
                              const std::array<Sign, 3>& sides_a,
                              const std::array<Sign, 3>& sides_b) {
    const PlainInterval on_a(a, sides_a, Role::First);
    const PlainInterval on_b(b, sides_b, Role::Second);
    const Sign low_a_to_high_b = order(on_a, on_a.at_low, on_b, on_b.at_high);
    if (low_a_to_high_b < 0) {
        return PairKind::Apart;
    }
    const Sign high_a_to_low_b = order(on_a, on_a.at_high, on_b, on_b.at_low);
    if (high_a_to_low_b > 0) {
        return PairKind::Apart;
    }
    const bool interiors_meet = on_both_sides(sides_a) && on_both_sides(sides_b) &&
                                low_a_to_high_b > 0 && high_a_to_low_b < 0;
    return interiors_meet ? PairKind::Crossing : PairKind::Touching;
}

TriangleContact transversal_contact(const Triangle& a, const Triangle& b,
                                    const std::array<Sign, 3>& sides_a,
                                    const std::array<Sign, 3>& sides_b, Positions positions) {
    TriangleContact contact;
    contact.kind = classify_transversal(a, b, sides_a, sides_b);
    if (contact.kind == PairKind::Apart) {
        return contact;
    }
    const Interval on_a = interval_on_line(a, sides_a, Role::First);
    const Interval on_b = interval_on_line(b, sides_b, Role::Second);
    const bool low_a_is_high_b = order(on_a.low, on_b.high) == 0;
    const bool high_a_is_low_b = order(on_a.high, on_b.low) == 0;

    const Sign lows = order(on_a.low, on_b.low); // +1: B's low end is the higher one
    const Feature low_on_a = lows <= 0         ? on_a.low.feature
                             : high_a_is_low_b ? on_a.high.feature
                                               : on_a.carrier;
    const Feature low_on_b = lows >= 0         ? on_b.low.feature
                             : low_a_is_high_b ? on_b.high.feature
                                               : on_b.carrier;
    contact.add(locate(a, b, on_a.low, on_b.low, low_on_a, low_on_b, positions));

    const bool single_point =
        low_a_is_high_b || high_a_is_low_b || is_vertex(on_a.carrier) || is_vertex(on_b.carrier);
    if (!single_point) {
        const Sign highs = order(on_a.high, on_b.high); // +1: A's high end is the lower one
        const Feature high_on_a = highs >= 0 ? on_a.high.feature : on_a.carrier;
        const Feature high_on_b = highs <= 0 ? on_b.high.feature : on_b.carrier;
        contact.add(locate(a, b, on_a.high, on_b.high, high_on_a, high_on_b, positions));
    }
    contact.carrier_a = common_feature(contact.points().front().on_a, contact.points().back().on_a);
    contact.carrier_b = common_feature(contact.points().front().on_b, contact.points().back().on_b);
    return contact;
}

} // namespace impinge::inline v0
