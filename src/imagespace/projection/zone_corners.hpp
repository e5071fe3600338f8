// SPDX-License-Identifier: Apache-2.0
//
// The corners of boxes, and of boxes where they stand.
#pragma once

#include "imagespace/projection/projection.hpp"

#include <array>

namespace impinge::inline v0::imagespace {

inline std::array<Vec3d, 8> corners_of(const Box3& box) {
    std::array<Vec3d, 8> corners;
    for (unsigned i = 0; i < 8; ++i) {
        corners[i] = {(i & 1U) != 0 ? box.max.x : box.min.x, (i & 2U) != 0 ? box.max.y : box.min.y,
                      (i & 4U) != 0 ? box.max.z : box.min.z};
    }
    return corners;
}

inline std::array<Vec3d, 8> corners_of(const Box3& box, const Rigid& pose) {
    std::array<Vec3d, 8> corners = corners_of(box);
    for (Vec3d& corner : corners) {
        corner = apply(pose, corner);
    }
    return corners;
}

} // namespace impinge::inline v0::imagespace
