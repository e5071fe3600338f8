// SPDX-License-Identifier: Apache-2.0
#include "camera/orbit_camera.hpp"

#include "arguments/values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <numbers>

namespace impinge::viewer {
namespace {

constexpr double radians = std::numbers::pi / 180;
constexpr double turn_per_pixel = 0.4 * radians;

Vec3d unit(Vec3d v) {
    const double size = length(v);
    return size > 0 ? v * (1 / size) : v;
}

std::array<Vec3d, 8> corners_of(const Box3& box) {
    std::array<Vec3d, 8> out;
    for (unsigned i = 0; i < 8; ++i) {
        out[i] = {(i & 1U) != 0 ? box.max.x : box.min.x, (i & 2U) != 0 ? box.max.y : box.min.y,
                  (i & 4U) != 0 ? box.max.z : box.min.z};
    }
    return out;
}

Box3 shown_box(const Box3& box) { return is_empty(box) ? Box3{{-1, -1, -1}, {1, 1, 1}} : box; }

} // namespace

void OrbitCamera::look_along(Vec3d back, Vec3d up) {
    back_ = unit(back);
    Vec3d right = cross(up, back_);
    if (squared_length(right) < 1e-12 * squared_length(up)) { // up is along the view
        right = cross(std::abs(back_.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0}, back_);
    }
    right_ = unit(right);
    up_ = cross(back_, right_);
}

void OrbitCamera::frame(const render::Camera& camera, const Box3& box, WindowSize size) {
    const Box3 shown = shown_box(box);
    world_up_ = unit(camera.up);
    orthographic_ = camera.projection == raster::Projection::Orthographic;
    angle_degrees_ = camera.vertical_angle_degrees;
    render::Camera whole = camera;
    whole.projection = raster::Projection::Perspective;
    whole.zoom = 1;
    whole.middle.reset();
    const auto view = render::frame_points(whole, corners_of(shown), size.width, size.height);
    if (!view) {
        return;
    }
    right_ = view->axis_x;
    up_ = view->axis_y;
    back_ = -view->axis_z;
    const Vec3d middle = camera.middle.value_or((shown.min + shown.max) * 0.5);
    distance_ = dot(middle - view->eye, view->axis_z) / camera.zoom;
    // The box need not be in the middle of what is seen of it.
    const double depth = dot(middle - view->eye, view->axis_z);
    target_ = camera.middle ? middle : view->eye + view->axis_z * depth;
}

void OrbitCamera::frame_again(const Box3& box, WindowSize size) { look_from(back_, box, size); }

void OrbitCamera::look_from(Vec3d from, const Box3& box, WindowSize size) {
    frame({.projection =
               orthographic_ ? raster::Projection::Orthographic : raster::Projection::Perspective,
           .from = from,
           .up = world_up_,
           .vertical_angle_degrees = angle_degrees_},
          box, size);
}

void OrbitCamera::turn(Vec3d axis, double angle) {
    const Rigid by = rotation(axis, angle);
    right_ = unit(apply(by, right_));
    back_ = unit(apply(by, back_));
    up_ = cross(back_, right_);
}

void OrbitCamera::orbit(double right, double down) {
    turn(world_up_, -right * turn_per_pixel);
    // Not over the poles, where left and right would change places.
    const double height = std::asin(std::clamp(dot(back_, world_up_), -1.0, 1.0));
    const double upright = dot(up_, world_up_) >= -1e-9 ? 1 : -1;
    const double wanted = upright * down * turn_per_pixel;
    const double limit = std::numbers::pi / 2;
    const double to = std::clamp(height + wanted, -limit, limit);
    turn(right_, -(to - height));
}

double OrbitCamera::pixel(WindowSize size) const {
    return 2 * distance_ * std::tan(angle_degrees_ * radians / 2) / size.height;
}

void OrbitCamera::pan(double right, double down, WindowSize size) {
    const double step = pixel(size);
    target_ = target_ - right_ * (right * step) + up_ * (down * step);
}

void OrbitCamera::zoom(double factor, std::optional<Vec3d> towards) {
    const double kept = 1 / factor;
    if (towards) {
        target_ = *towards + (target_ - *towards) * kept;
    }
    distance_ *= kept;
}

void OrbitCamera::walk(Vec3d step, Vec3d about, double turn_radians) {
    target_ = target_ + step;
    if (turn_radians != 0) {
        const Vec3d pivot = about + step;
        target_ = pivot + apply(rotation(world_up_, turn_radians), target_ - pivot);
        turn(world_up_, turn_radians);
    }
}

void OrbitCamera::centre(Vec3d point) { target_ = point; }

raster::View OrbitCamera::view(WindowSize size, const Box3& box) const {
    raster::View view;
    view.projection =
        orthographic_ ? raster::Projection::Orthographic : raster::Projection::Perspective;
    view.axis_x = right_;
    view.axis_y = up_;
    view.axis_z = -back_;
    view.eye = eye();
    view.width = size.width;
    view.height = size.height;
    double nearest = std::numeric_limits<double>::infinity();
    double farthest = -nearest;
    for (const Vec3d& corner : corners_of(shown_box(box))) {
        const double depth = dot(corner - view.eye, view.axis_z);
        nearest = std::min(nearest, depth);
        farthest = std::max(farthest, depth);
    }
    const double spread = std::max(farthest - nearest, 1e-6 * distance_);
    const double half_y =
        orthographic_ ? pixel(size) * size.height / 2 : std::tan(angle_degrees_ * radians / 2);
    const double half_x = half_y * size.width / size.height;
    view.min_x = -half_x;
    view.max_x = half_x;
    view.min_y = -half_y;
    view.max_y = half_y;
    view.near = nearest - 0.02 * spread;
    view.far = farthest + 0.02 * spread;
    if (!orthographic_) {
        view.far = std::max(view.far, 1e-3 * distance_);
        view.near = std::clamp(view.near, 1e-4 * view.far, 0.99 * view.far);
    }
    return view;
}

std::string OrbitCamera::text() const {
    const Vec3d from = eye();
    return fmt::format("{},{},{},{},{},{},{},{},{}", from.x, from.y, from.z, target_.x, target_.y,
                       target_.z, up_.x, up_.y, up_.z);
}

bool OrbitCamera::set_text(std::string_view text) {
    std::array<double, 9> numbers{0, 0, 0, 0, 0, 0, world_up_.x, world_up_.y, world_up_.z};
    std::size_t count = 0;
    for (; count < numbers.size() && !text.empty(); ++count) {
        const std::size_t end = std::min(text.find(','), text.size());
        const auto number = cli::number_of<double>(text.substr(0, end));
        if (!number || !std::isfinite(*number)) {
            return false;
        }
        numbers[count] = *number;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    const Vec3d from{numbers[0], numbers[1], numbers[2]};
    const Vec3d to{numbers[3], numbers[4], numbers[5]};
    const Vec3d up{numbers[6], numbers[7], numbers[8]};
    if (!text.empty() || (count != 6 && count != 9) || from == to || up == Vec3d{}) {
        return false;
    }
    target_ = to;
    distance_ = length(from - to);
    look_along(from - to, up);
    return true;
}

} // namespace impinge::viewer
