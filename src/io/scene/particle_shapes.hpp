// SPDX-License-Identifier: Apache-2.0
//
// The shapes of colliders in files of particles.
#pragma once

#include "io/scene/fields.hpp"
#include "io/scene/particle_file.hpp"

namespace impinge::inline v0 {

// All of them throw a ParseFailure that names the field.

DescribedShape shape_of(const PlacedValue& value);
std::vector<DescribedBound> bounds_of(const PlacedValue& value);

double positive_of(const PlacedValue& value);
/// From `least` to `most`, both included.
double number_between(const PlacedValue& value, double least, double most);
/// Not all zero.
Vec3d direction_of(const PlacedValue& value);

} // namespace impinge::inline v0
