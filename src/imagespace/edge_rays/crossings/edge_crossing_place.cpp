// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/crossings/edge_crossing_place.hpp"

#include "geometry/exact_point.hpp"
#include "geometry/projection.hpp"
#include "predicates/exact_number.hpp"

#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

/// Of a polynomial, affine along the segment, that vanishes at the place.
struct ValuesAtEnds {
    ExactNumber at_from; ///< positive
    ExactNumber at_to;   ///< negative
};

ValuesAtEnds values_at_ends(const Segment& segment, const SegmentPlace& place) {
    const auto value_at = [&](Vec3d p) {
        const Triangle& t = place.plane;
        const int axis = place.dropped_axis;
        return axis < 0
                   ? exact_orient3d(t[0], t[1], t[2], p)
                   : exact_orient2d(project(t[0], axis), project(t[1], axis), project(p, axis));
    };
    ValuesAtEnds values{value_at(segment.from), value_at(segment.to)};
    return values.at_from.sign() > 0 ? values : ValuesAtEnds{-values.at_from, -values.at_to};
}

int longest_axis(const Segment& segment) {
    const Vec3d way = segment.to - segment.from;
    const double x = std::fabs(way.x);
    const double y = std::fabs(way.y);
    const double z = std::fabs(way.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

} // namespace

SegmentPlace start_of(const Segment& segment) {
    return {.where = OnSegment::AtFrom, .position = segment.from};
}

SegmentPlace end_of(const Segment& segment) {
    return {.where = OnSegment::AtTo, .position = segment.to};
}

SegmentPlace place_on_plane(const Segment& segment, const Triangle& plane, Sign side_of_from,
                            Sign side_of_to) {
    if (side_of_from == 0 || side_of_to == 0) {
        return side_of_from == 0 ? start_of(segment) : end_of(segment);
    }
    return {.position = point_on_plane(segment.from, segment.to, plane), .plane = plane};
}

SegmentPlace place_on_line(const Segment& segment, Vec3d r, Vec3d s, int dropped_axis,
                           Sign side_of_from, Sign side_of_to) {
    if (side_of_from == 0 || side_of_to == 0) {
        return side_of_from == 0 ? start_of(segment) : end_of(segment);
    }
    return {.position = point_on_line(segment.from, segment.to, r, s, dropped_axis),
            .plane = {{r, s, s}},
            .dropped_axis = dropped_axis};
}

Sign compare_places(const Segment& segment, const SegmentPlace& left, const SegmentPlace& right) {
    if (left.where != OnSegment::Within || right.where != OnSegment::Within) {
        return left.where == right.where ? 0 : left.where < right.where ? -1 : 1;
    }
    // Rounding keeps the order: only places with equal coordinates can be in another order.
    const int axis = longest_axis(segment);
    const double ahead = segment.to[axis] > segment.from[axis] ? 1 : -1;
    if (left.position[axis] != right.position[axis]) {
        return ahead * left.position[axis] < ahead * right.position[axis] ? -1 : 1;
    }
    // A place is at f / (f - t) of the way, f > 0 and t < 0 its values at the ends.
    const ValuesAtEnds l = values_at_ends(segment, left);
    const ValuesAtEnds r = values_at_ends(segment, right);
    return -compare(l.at_from * r.at_to, r.at_from * l.at_to);
}

} // namespace impinge::inline v0::imagespace
