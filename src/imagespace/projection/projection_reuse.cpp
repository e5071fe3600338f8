// SPDX-License-Identifier: Apache-2.0
//
// When the plane of projection of an earlier query still serves.
#include "imagespace/projection/projection.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

constexpr double cosine_of_largest_turn = 0.99619469809174553; // 5 degrees
constexpr double largest_shift = 0.1;                          // of the zone's diagonal

double largest_coordinate(Vec3d v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

/// 1 + 2 cos of the angle between two rotations.
double trace_of_turn(const Rigid& from, const Rigid& to) {
    return dot(from.row_x, to.row_x) + dot(from.row_y, to.row_y) + dot(from.row_z, to.row_z);
}

bool walls_stay(const Box3& before, const Box3& now) {
    const double reach = largest_shift * length(extent(before));
    return largest_coordinate(now.min - before.min) <= reach &&
           largest_coordinate(now.max - before.max) <= reach;
}

} // namespace

bool still_good(const ChosenFor& before, const ChosenFor& now) {
    const bool same_scale =
        std::abs(now.relative.scale - before.relative.scale) <= 1e-6 * before.relative.scale;
    return same_scale &&
           trace_of_turn(before.relative, now.relative) >= 1 + 2 * cosine_of_largest_turn &&
           walls_stay(before.zone.in_a.box, now.zone.in_a.box) &&
           walls_stay(before.zone.in_b.box, now.zone.in_b.box);
}

} // namespace impinge::inline v0::imagespace
