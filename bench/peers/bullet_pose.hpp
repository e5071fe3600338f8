// SPDX-License-Identifier: Apache-2.0
//
// Points and poses as Bullet has them, rounded to its floats.
#pragma once

#include "impinge/rigid.hpp"

#include <LinearMath/btTransform.h>

namespace impinge::bench::peers {

inline btVector3 bullet_vector(const Vec3d& v) {
    return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

inline btTransform bullet_transform(const Rigid& pose) {
    const btVector3 x = bullet_vector(pose.row_x);
    const btVector3 y = bullet_vector(pose.row_y);
    const btVector3 z = bullet_vector(pose.row_z);
    return btTransform(btMatrix3x3(x.x(), x.y(), x.z(), y.x(), y.y(), y.z(), z.x(), z.y(), z.z()),
                       bullet_vector(pose.translation));
}

} // namespace impinge::bench::peers
