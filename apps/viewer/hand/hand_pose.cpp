// SPDX-License-Identifier: Apache-2.0
#include "hand/hand_pose.hpp"

namespace impinge::viewer {

Rigid HandPose::frame() const {
    const Rigid points = compose(rotation_degrees({0, 0, 1}, heading_degrees),
                                 rotation_degrees({0, 1, 0}, dip_degrees));
    return compose(translation(place), compose(points, rotation_degrees({1, 0, 0}, roll_degrees)));
}

WalkAxes walk_axes(const raster::View& view) {
    Vec3d ahead{view.axis_z.x, view.axis_z.y, 0};
    if (squared_length(ahead) < 1e-6) { // from above, what is higher in the window is ahead
        ahead = {view.axis_y.x, view.axis_y.y, 0};
    }
    ahead = ahead * (1 / length(ahead));
    return {ahead, {ahead.y, -ahead.x, 0}};
}

std::optional<Vec3d> place_under(const raster::View& view, Vec3d place, ScreenPoint at) {
    const PickRay ray = ray_through(view, at);
    const double slope = dot(ray.direction, view.axis_z);
    const double way = dot(place - ray.origin, view.axis_z) / slope;
    const bool before =
        view.projection == raster::Projection::Orthographic || (slope > 0 && way > view.near);
    return before ? std::optional(ray.origin + ray.direction * way) : std::nullopt;
}

} // namespace impinge::viewer
