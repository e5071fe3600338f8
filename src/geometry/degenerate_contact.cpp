// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_contact.hpp"

#include "geometry/exact_point.hpp"
#include "geometry/feature.hpp"
#include "geometry/projection.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// A segment, or a point when both ends are equal.
struct Segment {
    Vec3d start;
    Vec3d end;
};

using Points = std::vector<Vec3d>;

void add_unique(Points& points, Vec3d p) {
    if (std::find(points.begin(), points.end(), p) == points.end()) {
        points.push_back(p);
    }
}

/// Collinear corners lie on the segment between the lexicographically first and last of them.
Segment as_segment(const Triangle& t) {
    const auto [first, last] = std::minmax_element(t.corners.begin(), t.corners.end());
    return {*first, *last};
}

bool holds(const Segment& s, Vec3d p) {
    return collinear(s.start, s.end, p) && std::min(s.start, s.end) <= p &&
           p <= std::max(s.start, s.end);
}

bool holds(const Triangle& t, Vec3d p) {
    if (orient3d(t[0], t[1], t[2], p) != 0) {
        return false;
    }
    const int axis = projection_axis(t[0], t[1], t[2]);
    const Sign turn = orient_projected(t[0], t[1], t[2], axis);
    for (int edge = 0; edge < 3; ++edge) {
        if (turn * orient_projected(t[edge], t[(edge + 1) % 3], p, axis) < 0) {
            return false;
        }
    }
    return true;
}

/// The common point of two segments whose interiors cross, none of whose ends lies on the other.
void add_proper_crossing(Points& points, const Segment& s, const Segment& t) {
    if (orient3d(s.start, s.end, t.start, t.end) != 0) {
        return;
    }
    const int axis = projection_axis(s.start, s.end, t.start);
    if (axis < 0) {
        return;
    }
    const auto separated = [axis](const Segment& line, const Segment& other) {
        return orient_projected(line.start, line.end, other.start, axis) *
                   orient_projected(line.start, line.end, other.end, axis) <
               0;
    };
    if (separated(s, t) && separated(t, s)) {
        add_unique(points, point_on_line(s.start, s.end, t.start, t.end, axis));
    }
}

void add_segment_contact(Points& points, const Segment& s, const Segment& t) {
    const std::size_t before = points.size();
    for (const Vec3d p : {s.start, s.end}) {
        if (holds(t, p)) {
            add_unique(points, p);
        }
    }
    for (const Vec3d p : {t.start, t.end}) {
        if (holds(s, p)) {
            add_unique(points, p);
        }
    }
    if (points.size() == before) {
        add_proper_crossing(points, s, t);
    }
}

void add_contact_in_plane(Points& points, const Segment& s, const Triangle& t) {
    for (const Vec3d p : {s.start, s.end}) {
        if (holds(t, p)) {
            add_unique(points, p);
        }
    }
    for (int edge = 0; edge < 3; ++edge) {
        add_segment_contact(points, s, {t[edge], t[(edge + 1) % 3]});
    }
}

/// Whether the line from start to end, which is not in the plane of t, meets the closed triangle.
bool line_meets(const Segment& s, const Triangle& t) {
    std::array<Sign, 3> signs{};
    for (int edge = 0; edge < 3; ++edge) {
        signs[static_cast<std::size_t>(edge)] =
            orient3d(s.start, s.end, t[edge], t[(edge + 1) % 3]);
    }
    const auto [least, greatest] = std::minmax_element(signs.begin(), signs.end());
    return *least >= 0 || *greatest <= 0;
}

Points contact_points(const Segment& s, const Triangle& t) {
    Points points;
    const Sign start = orient3d(t[0], t[1], t[2], s.start);
    const Sign end = orient3d(t[0], t[1], t[2], s.end);
    if (start == 0 && end == 0) {
        add_contact_in_plane(points, s, t);
    } else if (start == 0 || end == 0) {
        const Vec3d in_plane = start == 0 ? s.start : s.end;
        if (holds(t, in_plane)) {
            points.push_back(in_plane);
        }
    } else if (start != end && line_meets(s, t)) {
        points.push_back(point_on_plane(s.start, s.end, t));
    }
    return points;
}

Feature corner_at(const Triangle& t, Vec3d p) {
    for (int corner = 0; corner < 3; ++corner) {
        if (t[corner] == p) {
            return vertex_feature(corner);
        }
    }
    return Feature::Face;
}

} // namespace

TriangleContact degenerate_contact(const Triangle& a, const Triangle& b) {
    Points points;
    const bool flat_a = is_degenerate(a);
    const bool flat_b = is_degenerate(b);
    if (flat_a && flat_b) {
        add_segment_contact(points, as_segment(a), as_segment(b));
    } else {
        points = flat_a ? contact_points(as_segment(a), b) : contact_points(as_segment(b), a);
    }
    std::sort(points.begin(), points.end());
    TriangleContact contact;
    contact.kind = points.empty() ? PairKind::Apart : PairKind::Touching;
    for (const Vec3d p : points) {
        contact.add({p, corner_at(a, p), corner_at(b, p)});
    }
    return contact;
}

} // namespace impinge::inline v0
