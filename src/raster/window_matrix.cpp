// SPDX-License-Identifier: Apache-2.0
#include "raster/window_matrix.hpp"

#include "impinge/raster.hpp"

namespace impinge::inline v0::raster {
namespace {

/// value(p) = slope . p + constant over positions relative to the origin.
struct Affine {
    Vec3d slope;
    double constant = 0;
};

Affine operator*(const Affine& a, double s) { return {a.slope * s, a.constant * s}; }
Affine operator+(const Affine& a, const Affine& b) {
    return {a.slope + b.slope, a.constant + b.constant};
}
Affine operator+(const Affine& a, double c) { return {a.slope, a.constant + c}; }

std::array<float, 4> rounded(const Affine& a) {
    return {static_cast<float>(a.slope.x), static_cast<float>(a.slope.y),
            static_cast<float>(a.slope.z), static_cast<float>(a.constant)};
}

} // namespace

WindowMatrix window_matrix(const View& view, const Rigid& pose, Vec3d origin) {
    const Vec3d from_eye = apply(pose, origin) - view.eye;
    const auto along = [&](Vec3d axis) {
        const Vec3d slope = pose.row_x * axis.x + pose.row_y * axis.y + pose.row_z * axis.z;
        return Affine{slope * pose.scale, dot(axis, from_eye)};
    };
    const Affine distance = along(view.axis_z);
    const double steps_x = subpixel_steps * view.width / (view.max_x - view.min_x);
    const double steps_y = subpixel_steps * view.height / (view.max_y - view.min_y);
    const double depth_range = view.far - view.near;
    if (view.projection == Projection::Orthographic) {
        return {rounded((along(view.axis_x) + -view.min_x) * steps_x),
                rounded((along(view.axis_y) + -view.min_y) * steps_y),
                rounded((distance + -view.near) * (1 / depth_range)),
                {0, 0, 0, 1}};
    }
    return {rounded((along(view.axis_x) + distance * -view.min_x) * steps_x),
            rounded((along(view.axis_y) + distance * -view.min_y) * steps_y),
            rounded((distance + -view.near) * (view.far / depth_range)), rounded(distance)};
}

} // namespace impinge::inline v0::raster
