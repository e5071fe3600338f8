// SPDX-License-Identifier: Apache-2.0
#include "geometry/exact_point.hpp"

#include "geometry/projection.hpp"
#include "predicates/exact_number.hpp"

namespace impinge {
namespace {

/// The point that divides the segment from p to q where a function that is affine along it, with
/// value at_p at p and at_q at q, is zero.
Vec3d zero_point(Vec3d p, Vec3d q, const ExactNumber& at_p, const ExactNumber& at_q) {
    const ExactNumber denominator = at_p - at_q;
    Vec3d point;
    for (int axis = 0; axis < 3; ++axis) {
        // Equal coordinates need no division; besides being fast this keeps aligned contacts exact.
        point[axis] =
            p[axis] == q[axis]
                ? p[axis]
                : round_quotient(ExactNumber(q[axis]) * at_p - ExactNumber(p[axis]) * at_q,
                                 denominator);
    }
    return point;
}

} // namespace

Vec3d point_on_plane(Vec3d p, Vec3d q, const Triangle& plane) {
    return zero_point(p, q, exact_orient3d(plane[0], plane[1], plane[2], p),
                      exact_orient3d(plane[0], plane[1], plane[2], q));
}

Vec3d point_on_line(Vec3d p, Vec3d q, Vec3d r, Vec3d s, int dropped_axis) {
    const Vec2d from = project(r, dropped_axis);
    const Vec2d to = project(s, dropped_axis);
    return zero_point(p, q, exact_orient2d(from, to, project(p, dropped_axis)),
                      exact_orient2d(from, to, project(q, dropped_axis)));
}

} // namespace impinge
