// SPDX-License-Identifier: Apache-2.0
//
// One edge and the triangles near it: where it passes from one side of the surface to the other.
// Points of a segment are known exactly, by the plane of a triangle or, in such a plane, the line
// that the segment meets there.
#pragma once

#include "exact/world_mesh.hpp"
#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"

#include <cstdint>
#include <span>
#include <vector>

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

struct CrossingPoint {
    std::uint32_t triangle = 0;
    Vec3d position;
};

/// In the order in which the segment passes. `near` holds every triangle of the closed surface that
/// the segment meets, and perhaps others. `outward` is -1 if the surface is inside out.
std::vector<CrossingPoint> crossing_points(const Segment& segment, const WorldMesh& surface,
                                           std::span<const std::uint32_t> near, Sign outward);

} // namespace impinge::inline v0::imagespace
