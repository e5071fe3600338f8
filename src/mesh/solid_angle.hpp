// SPDX-License-Identifier: Apache-2.0
//
// The solid angle of a triangle: A. van Oosterom and J. Strackee, "The Solid Angle of a Plane
// Triangle", IEEE Transactions on Biomedical Engineering 30(2), 1983.
#pragma once

#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

/// In spheres, positive where the point sees the back of the triangle; 0 in its plane. The same
/// bits everywhere. Coordinates, of the triangle and of the point, of at most 1e50.
double solid_angle_in_spheres(const Triangle& triangle, Vec3d point);

} // namespace impinge::inline v0
