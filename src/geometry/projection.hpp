// SPDX-License-Identifier: Apache-2.0
//
// Looking at points of one plane along a coordinate axis: exact, since it only drops a coordinate.
#pragma once

#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

inline Vec2d project(Vec3d p, int dropped_axis) {
    return {p[(dropped_axis + 1) % 3], p[(dropped_axis + 2) % 3]};
}

inline Sign orient_projected(Vec3d a, Vec3d b, Vec3d c, int dropped_axis) {
    return orient2d(project(a, dropped_axis), project(b, dropped_axis), project(c, dropped_axis));
}

/// An axis along which the three points do not project onto one line, or -1 if they are collinear.
inline int projection_axis(Vec3d a, Vec3d b, Vec3d c) {
    for (int axis = 0; axis < 3; ++axis) {
        if (orient_projected(a, b, c, axis) != 0) {
            return axis;
        }
    }
    return -1;
}

} // namespace impinge::inline v0
