// SPDX-License-Identifier: Apache-2.0
//
// A pose as numbers that people type.
#pragma once

#include "impinge/rigid.hpp"

namespace impinge::viewer {

/// Degrees of turns about x, then y, then z of the world.
Vec3d turns_of(const Rigid& pose);
/// The pose with those turns instead of its rotation; multiples of 90 degrees are exact.
Rigid with_turns(const Rigid& pose, Vec3d turns_degrees);

/// Moved by an offset in the world, in which translations alone change.
Rigid moved(const Rigid& pose, Vec3d offset);
/// Turned about an axis through a point of the world. Rows are made orthonormal again, so that many
/// turns do not add up to a shear; a pose that mirrors goes on to.
Rigid turned(const Rigid& pose, Vec3d pivot, Vec3d axis, double angle_radians);

} // namespace impinge::viewer
