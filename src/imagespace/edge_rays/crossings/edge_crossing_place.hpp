// SPDX-License-Identifier: Apache-2.0
//
// A point of a segment, known exactly: where the segment meets the plane of a triangle or, in such
// a plane, a line.
#pragma once

#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"

namespace impinge::inline v0::imagespace {

struct Segment {
    Vec3d from;
    Vec3d to;
};

enum class OnSegment : std::uint8_t { AtFrom, Within, AtTo };

struct SegmentPlace {
    OnSegment where = OnSegment::Within;
    Vec3d position; ///< rounded once from the exact point
    // Within the segment: the plane met; or, if an axis is dropped, the line through its first two
    // corners, in a plane that holds the segment too.
    Triangle plane{};
    int dropped_axis = -1;
};

SegmentPlace start_of(const Segment& segment);
SegmentPlace end_of(const Segment& segment);
/// The ends must not lie on the same side of the plane, nor both in it.
SegmentPlace place_on_plane(const Segment& segment, const Triangle& plane, Sign side_of_from,
                            Sign side_of_to);
/// The same for the line from r to s, seen along an axis.
SegmentPlace place_on_line(const Segment& segment, Vec3d r, Vec3d s, int dropped_axis,
                           Sign side_of_from, Sign side_of_to);

/// -1 if `left` comes before `right` on the way from one end of the segment to the other, 0 if they
/// are one point, +1 else. Exact.
Sign compare_places(const Segment& segment, const SegmentPlace& left, const SegmentPlace& right);

} // namespace impinge::inline v0::imagespace
