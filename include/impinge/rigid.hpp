// SPDX-License-Identifier: Apache-2.0
//
// Where a body stands in the world.
//
//     impinge::Vec3d hand_of_arm(double shoulder_degrees) {
//         const impinge::Rigid shoulder = impinge::rotation_degrees({0, 0, 1}, shoulder_degrees);
//         const impinge::Rigid elbow = compose(shoulder, impinge::translation({0.3, 0, 0}));
//         return apply(elbow, {0.25, 0, 0});
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/vec3.hpp"

namespace impinge::inline v0 {

/// A pose: world = scale * (rotation * local) + translation.
///
/// The rotation is stored by its rows and is used as given: impinge neither normalises nor checks
/// it, so a mirror or a shear would be applied as such. Scale is uniform and must be positive:
/// queries refuse other scales.
///
/// Everything impinge proves, it proves about the *world vertices*: the doubles that apply()
/// returns. The identity pose returns its input unchanged
/// (of the two zeros, +0).
struct Rigid {
    Vec3d row_x{1, 0, 0};
    Vec3d row_y{0, 1, 0};
    Vec3d row_z{0, 0, 1};
    Vec3d translation{0, 0, 0};
    double scale = 1;

    friend constexpr bool operator==(const Rigid&, const Rigid&) = default;
};

/// Whether every number is finite and the scale positive. Queries ask this themselves.
IMPINGE_API Status validate(const Rigid& pose);

constexpr bool is_identity(const Rigid& pose) { return pose == Rigid{}; }

/// The world position of a local point, in a fixed order of double operations: the same bits on
/// every machine, compiler and thread.
IMPINGE_INLINE constexpr Vec3d apply(const Rigid& pose, Vec3d p) {
    const Vec3d rotated{dot(pose.row_x, p), dot(pose.row_y, p), dot(pose.row_z, p)};
    return rotated * pose.scale + pose.translation;
}

/// The pose that first applies `inner`, then `outer` (to rounding).
IMPINGE_API Rigid compose(const Rigid& outer, const Rigid& inner);

/// The pose that undoes `pose` (to rounding); the rotation must be orthonormal.
IMPINGE_API Rigid inverse(const Rigid& pose);

constexpr Rigid translation(Vec3d offset) { return {.translation = offset}; }

/// A turn about an axis through the origin, right-handed. The axis need not have unit length; a
/// zero axis gives the identity. Does not use the C library's sine, so that the same turn has the
/// same bits everywhere.
IMPINGE_API Rigid rotation(Vec3d axis, double angle_radians);

/// The same in degrees. Multiples of 90 about a coordinate axis are exact: zeros and ones.
IMPINGE_API Rigid rotation_degrees(Vec3d axis, double angle_degrees);

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
