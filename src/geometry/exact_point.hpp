// SPDX-License-Identifier: Apache-2.0
//
// Points that are not vertices, rounded once from their exact fractions.
#pragma once

#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

/// Where the segment from p to q meets the plane of a triangle. The ends must lie on different
/// sides, or one of them in the plane.
Vec3d point_on_plane(Vec3d p, Vec3d q, const Triangle& plane);

/// Where the segment from p to q meets the line through r and s, all four in one plane that does
/// not project onto a line along `dropped_axis`, and the two lines not parallel.
Vec3d point_on_line(Vec3d p, Vec3d q, Vec3d r, Vec3d s, int dropped_axis);

} // namespace impinge::inline v0
