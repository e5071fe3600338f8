// SPDX-License-Identifier: Apache-2.0
//
// The pose of a body in a scene file: a matrix, or rotation, translation and scale.
#pragma once

#include "impinge/rigid.hpp"
#include "io/scene/fields.hpp"

namespace impinge::inline v0 {

/// Throws a ParseFailure; a pose that flattens the body is refused, a mirror or shear is not.
Rigid pose_of(const PlacedValue& value);

} // namespace impinge::inline v0
