// SPDX-License-Identifier: Apache-2.0
//
// Where the hand is and which way it points, and the ways in which mouse and keys move it. Upwards
// is along z.
#pragma once

#include "gizmo/gizmo.hpp"

#include <optional>

namespace impinge::viewer {

struct HandPose {
    Vec3d place;
    double heading_degrees = 90; ///< fingers point along x at 0, along y at 90
    double dip_degrees = 0;      ///< and so far downwards
    double roll_degrees = 0;     ///< about where they point

    [[nodiscard]] Rigid frame() const;
};

/// Ahead, to the right and upwards for someone who looks along a view: level, and of length 1.
struct WalkAxes {
    Vec3d ahead;
    Vec3d right;
    Vec3d up{0, 0, 1};
};
WalkAxes walk_axes(const raster::View& view);

/// Where a hand gets to that stays as far away as it is and goes to a place of the window; none
/// where it lies behind the eye.
std::optional<Vec3d> place_under(const raster::View& view, Vec3d place, ScreenPoint at);

} // namespace impinge::viewer
