// SPDX-License-Identifier: Apache-2.0
//
// Whether a pose turns normals round.
#pragma once

#include "impinge/predicates.hpp"
#include "impinge/rigid.hpp"

namespace impinge::inline v0 {

/// Whether the linear part of the pose, scale included, has a negative determinant: a mirror, which
/// makes outward normals point inwards. The exact sign, for every finite pose.
inline bool mirrors(const Rigid& pose) {
    const Sign of_rows = orient3d({}, pose.row_x, pose.row_y, pose.row_z);
    return pose.scale < 0 ? of_rows > 0 : pose.scale > 0 && of_rows < 0;
}

} // namespace impinge::inline v0
