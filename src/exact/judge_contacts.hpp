// SPDX-License-Identifier: Apache-2.0
//
// Two solids whose surfaces meet, but no triangle of one passes through a triangle of the other:
// flush walls, shared edges, corners on faces. Do the interiors overlap all the same? Are the
// solids equal? See docs/methods/exact.md for why these local questions suffice.
#pragma once

#include "exact/solid_surface.hpp"

#include <span>

namespace impinge {

struct ContactFacts {
    /// Somewhere at a point of contact the interiors overlap.
    bool interiors_overlap = false;
    /// Every face of each solid lies wholly in faces of the other with the same normal.
    bool surfaces_equal = false;
};

/// `pairs` holds all pairs of faces that meet, none of kind Crossing.
ContactFacts judge_contacts(const SolidSurface& a, const SolidSurface& b,
                            std::span<const TrianglePair> pairs);

} // namespace impinge
