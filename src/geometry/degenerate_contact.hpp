// SPDX-License-Identifier: Apache-2.0
//
// Triangles without area: the set is a segment or a point, and is met as such.
#pragma once

#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

/// At least one of the two must have zero area. The kind is never Crossing. Features name corners
/// only where the contact point is one.
TriangleContact degenerate_contact(const Triangle& a, const Triangle& b);

} // namespace impinge::inline v0
