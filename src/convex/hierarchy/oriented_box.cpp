// SPDX-License-Identifier: Apache-2.0
#include "convex/hierarchy/oriented_box.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0 {
namespace {

/// Half the length of the shadow a box throws on a line, times the length of `along`.
double half_shadow(const OrientedBox& box, Vec3d along) {
    return std::abs(dot(box.half[0], along)) + std::abs(dot(box.half[1], along)) +
           std::abs(dot(box.half[2], along));
}

double gap_along(const OrientedBox& a, const OrientedBox& b, Vec3d axis) {
    const double norm = length(axis);
    if (norm == 0) {
        return -std::numeric_limits<double>::infinity();
    }
    const double between = std::abs(dot(b.centre - a.centre, axis));
    return (between - half_shadow(a, axis) - half_shadow(b, axis)) / norm;
}

} // namespace

OrientedBox oriented_box(const Box3& box, const Rigid& pose) {
    const Vec3d half = extent(box) * (0.5 * pose.scale);
    OrientedBox posed{.centre = apply(pose, (box.min + box.max) * 0.5), .half = {}};
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3d column{pose.row_x[axis], pose.row_y[axis], pose.row_z[axis]};
        posed.half[static_cast<std::size_t>(axis)] = column * half[axis];
    }
    posed.radius = length(half);
    return posed;
}

double gap_between(const OrientedBox& a, const OrientedBox& b) {
    double gap = length(b.centre - a.centre) - a.radius - b.radius;
    for (const OrientedBox* box : {&a, &b}) {
        for (const Vec3d axis : box->half) {
            gap = std::max(gap, gap_along(a, b, axis));
        }
    }
    if (gap > 0) { // edges against edges separate a little more; not worth their time
        return gap;
    }
    for (const Vec3d edge_a : a.half) {
        for (const Vec3d edge_b : b.half) {
            gap = std::max(gap, gap_along(a, b, cross(edge_a, edge_b)));
        }
    }
    return gap;
}

} // namespace impinge::inline v0
