// SPDX-License-Identifier: Apache-2.0
//
// Two solids whose surfaces meet, but no triangle of one passes through a triangle of the other:
// flush walls, shared edges, corners on faces. Do the interiors overlap all the same? See
// docs/methods/exact.md for why these local questions suffice.
#pragma once

#include "exact/solid_surface.hpp"

#include <span>

namespace impinge::inline v0 {

/// Whether the interiors overlap in the neighbourhood of some point where the surfaces meet.
/// `pairs` holds all pairs of faces that meet, none of kind Crossing.
bool interiors_overlap_at_contact(const SolidSurface& a, const SolidSurface& b,
                                  std::span<const TrianglePair> pairs);

} // namespace impinge::inline v0
