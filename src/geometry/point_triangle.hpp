// SPDX-License-Identifier: Apache-2.0
//
// The point of a triangle nearest to a point.
#pragma once

#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

/// By the region of the plane in which the point lies (Ericson, Real-Time Collision Detection,
/// 5.1.5), to a few roundings of the coordinates' differences. A triangle without area is taken as
/// its edges.
Vec3d nearest_point(Vec3d point, const Triangle& triangle);

} // namespace impinge::inline v0
