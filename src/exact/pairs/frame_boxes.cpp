// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/frame_boxes.hpp"

#include "geometry/bvh.hpp"
#include "math/measures.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

// --- directions ----------------------------------------------------------------------------------

/// Of unit length to rounding; nothing for a point that is not, or too close or far to tell.
std::optional<Vec3d> direction_to(Vec3d from, Vec3d to) {
    const Vec3d away = to - from;
    const double size = largest_magnitude(away);
    if (!(size > 1e-290 && size < 1e290)) {
        return std::nullopt;
    }
    const Vec3d scaled = away * (1 / size);
    return scaled * (1 / length(scaled));
}

/// Contains all directions in which the triangle leaves the corner: the arc between those of its
/// two other corners. An arc of less than half a circle is nowhere farther from its chord than a
/// quarter of the chord's squared length.
Box3 box_of_directions(const Triangle& triangle, Vec3d corner) {
    const Box3 all_directions{{-1, -1, -1}, {1, 1, 1}};
    std::array<Vec3d, 2> ends{};
    std::size_t count = 0;
    for (const Vec3d& p : triangle.corners) {
        const auto direction = p == corner ? std::nullopt : direction_to(corner, p);
        if (p == corner) {
            continue;
        }
        if (!direction || count == 2) {
            return all_directions;
        }
        ends[count++] = *direction;
    }
    if (count < 2) {
        return all_directions;
    }
    const double squared = squared_length(ends[1] - ends[0]);
    constexpr double nearly_opposite = 3.9;
    if (!(squared < nearly_opposite)) {
        return all_directions; // without area, perhaps, and running through the corner
    }
    constexpr double rounding = 1e-14;
    return intersection(all_directions,
                        grown(extend(extend(Box3{}, ends[0]), ends[1]), squared / 4 + rounding));
}

// --- clipping ------------------------------------------------------------------------------------

/// Contains the part of the triangle between two planes across the axis, whatever rounding does.
Box3 box_in_slab(const Triangle& t, int axis, double low, double high) {
    constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
    constexpr double smallest = 4 * std::numeric_limits<double>::denorm_min();
    Box3 box;
    for (int i = 0; i < 3; ++i) {
        const Vec3d p = t[i];
        const Vec3d q = t[(i + 1) % 3];
        if (p[axis] >= low && p[axis] <= high) {
            box = extend(box, p);
        }
        for (const double at : {low, high}) {
            const bool crosses = (p[axis] < at && at < q[axis]) || (q[axis] < at && at < p[axis]);
            if (crosses) {
                const double share = (at - p[axis]) / (q[axis] - p[axis]);
                Vec3d point = p + (q - p) * share;
                point[axis] = at;
                Vec3d slack = (absolute(p) + absolute(q)) * rounding;
                slack = slack + Vec3d{smallest, smallest, smallest};
                box = extend(extend(box, point - slack), point + slack);
            }
        }
    }
    return box;
}

/// Contains the part of the triangle that lies in the bounds: cut along each axis by itself.
Box3 clipped_box(const Triangle& triangle, const Box3& bounds) {
    const Box3 whole = box_of(triangle);
    Box3 box = intersection(whole, bounds);
    if (!(longest_side(whole) < 1e300)) {
        return box; // differences may be beyond the range of doubles
    }
    for (int axis = 0; axis < 3 && !is_empty(box); ++axis) {
        if (whole.min[axis] < bounds.min[axis] || whole.max[axis] > bounds.max[axis]) {
            const Box3 slab = box_in_slab(triangle, axis, bounds.min[axis], bounds.max[axis]);
            box = intersection(box, slab);
        }
    }
    return box;
}

} // namespace

Box3 box_in(const Frame& frame, const Triangle& triangle) {
    return frame.corner ? box_of_directions(triangle, *frame.corner)
                        : clipped_box(triangle, frame.clip);
}

} // namespace impinge::inline v0
