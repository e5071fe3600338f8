// SPDX-License-Identifier: Apache-2.0
//
// Where to look at a clash from.
#pragma once

#include "impinge/report.hpp"

#include <vector>

namespace impinge::inline v0::report {

/// Of a perspective view, upright: so narrow that an eye which sees a third of both parts stands
/// outside of them.
inline constexpr double view_angle_degrees = 20;

/// A ball that is seen whole.
struct ClashView {
    Vec3d target{};
    double size = 1;           ///< radius of the ball
    Vec3d from{0.55, -1, 0.5}; ///< to the eye, of any length
};

/// The box of both parts.
Box3 box_of_parts(const Report& report, const Clash& clash);

/// The clash and its surroundings: at least a third of both parts. The direction is not yet chosen.
ClashView view_around(const Report& report, const Clash& clash);

/// Directions to try, the most usual first: from above and from below, at a slant.
const std::vector<Vec3d>& view_directions();

} // namespace impinge::inline v0::report
