// SPDX-License-Identifier: Apache-2.0
//
// The closed curves along which the surface of an overlap changes hands from one body to the other.
#pragma once

#include "impinge/collide.hpp"
#include "measures/overlap_surface.hpp"

#include <vector>

namespace impinge::inline v0 {

/// Joined end to end. They start at their lowest point and go to the lower of its neighbours, and
/// are sorted, those with most points first: nothing depends on the order of the pieces, nor on
/// which body is which.
std::vector<ContactCurve> closed_curves(std::vector<HandOver> pieces);

} // namespace impinge::inline v0
