// SPDX-License-Identifier: Apache-2.0
//
// Oriented boxes (OBBs): they stand in the world at any angle. How far two of them are apart at
// least (the separating axes of Gottschalk, Lin and Manocha 1996, section 5).
#pragma once

#include "impinge/rigid.hpp"

#include <array>

namespace impinge::inline v0 {

struct OrientedBox {
    Vec3d centre;
    std::array<Vec3d, 3> half; ///< from the centre to the middle of three faces; need not be square
    double radius = 0;         ///< around the centre, to rounding
};

OrientedBox oriented_box(const Box3& box, const Rigid& pose);

/// A lower bound of the distance of two boxes, to a few roundings of their sizes and of their
/// distance from the origin; negative if no axis separates them.
double gap_between(const OrientedBox& a, const OrientedBox& b);

} // namespace impinge::inline v0
