// SPDX-License-Identifier: Apache-2.0
//
// Which poses convex bodies may have.
#pragma once

#include "impinge/expected.hpp"
#include "impinge/rigid.hpp"

#include <cmath>

namespace impinge::inline v0 {

/// Finite, the rows orthonormal to 1e-9 and right-handed, the scale positive. Without branches: it
/// is asked of every body in every frame.
inline bool is_convex_pose(const Rigid& pose) {
    const Vec3d x = pose.row_x;
    const Vec3d y = pose.row_y;
    const Vec3d z = pose.row_z;
    const Vec3d t = pose.translation;
    // What is not a number, or infinite, makes these comparisons false.
    const auto small = [](double value) { return std::abs(value) <= 1e-9; };
    const auto finite = [](double value) { return std::abs(value) <= 0x1.fffffffffffffp1023; };
    return (static_cast<int>(small(dot(x, x) - 1)) & static_cast<int>(small(dot(y, y) - 1)) &
            static_cast<int>(small(dot(z, z) - 1)) & static_cast<int>(small(dot(x, y))) &
            static_cast<int>(small(dot(y, z))) & static_cast<int>(small(dot(z, x))) &
            static_cast<int>(dot(cross(x, y), z) > 0) & static_cast<int>(finite(t.x)) &
            static_cast<int>(finite(t.y)) & static_cast<int>(finite(t.z)) &
            static_cast<int>(finite(pose.scale)) & static_cast<int>(pose.scale > 0)) != 0;
}

/// A sentence that says why, where that is not so.
Status check_convex_pose(const Rigid& pose);

} // namespace impinge::inline v0
