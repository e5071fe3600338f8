// SPDX-License-Identifier: Apache-2.0
//
// Where a geometry of the Open Dynamics Engine stands.
#pragma once

#include "impinge/rigid.hpp"

#include <ode/ode.h>

#include <array>
#include <cstddef>

namespace impinge::bench::peers {

inline void place(dGeomID geometry, const Rigid& pose) {
    dMatrix3 rotation{};
    const std::array rows{pose.row_x, pose.row_y, pose.row_z};
    for (std::size_t r = 0; r < 3; ++r) {
        rotation[4 * r] = rows[r].x;
        rotation[4 * r + 1] = rows[r].y;
        rotation[4 * r + 2] = rows[r].z;
    }
    const Vec3d& t = pose.translation;
    dGeomSetRotation(geometry, rotation);
    dGeomSetPosition(geometry, t.x, t.y, t.z);
}

} // namespace impinge::bench::peers
