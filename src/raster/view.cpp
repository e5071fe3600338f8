// SPDX-License-Identifier: Apache-2.0
#include "impinge/view.hpp"

#include "base/no_throw.hpp"
#include "math/sine.hpp"
#include "raster/range.hpp"

#include <array>
#include <numbers>

namespace impinge::inline v0::raster {
namespace {

Vec3d unit(Vec3d v) {
    // Scaled first, so that neither tiny nor huge vectors lose their squares.
    const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    const Vec3d scaled = v * (1 / largest);
    return scaled * (1 / length(scaled));
}

bool is_direction(Vec3d v) { return is_finite(v) && !(v == Vec3d{}); }

/// A vector that is far from parallel to `direction`: `up` itself if it is.
Vec3d usable_up(Vec3d direction, Vec3d up) {
    constexpr double nearly_parallel = 1e-6;
    if (is_direction(up) && length(cross(direction, unit(up))) > nearly_parallel) {
        return unit(up);
    }
    return std::abs(direction.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0};
}

void set_axes(View& view, Vec3d direction, Vec3d up) {
    view.axis_z = unit(direction);
    view.axis_x = unit(cross(view.axis_z, usable_up(view.axis_z, up)));
    view.axis_y = cross(view.axis_x, view.axis_z);
}

void widen_to(Range& range, double wanted) {
    const double missing = wanted - range.size();
    if (missing > 0) {
        range.min -= missing / 2;
        range.max += missing / 2;
    }
}

/// How wide the window must be for `size` to leave the margin free on both sides.
double with_margin(double size, int pixels, double margin) {
    return size * pixels / std::max(pixels - 2 * margin, pixels / 2.0);
}

/// Where a shown part begins must be a float, since vertices are.
constexpr int most_window_pixels = 1 << 24;

bool lies_in_window(const View& view) {
    const PixelArea& shown = view.shown;
    if (shown.width == 0) {
        return shown == PixelArea{};
    }
    return shown.x >= 0 && shown.y >= 0 && shown.width > 0 && shown.height > 0 &&
           shown.width <= view.width - shown.x && shown.height <= view.height - shown.y;
}

} // namespace

Expected<View> orthographic_view(Vec3d direction, std::span<const Vec3d> points, int width,
                                 int height, const OrthographicOptions& options) {
    return no_throw([&]() -> Expected<View> {
        if (!is_direction(direction)) {
            return invalid("view: the direction must be finite and not zero");
        }
        if (!std::all_of(points.begin(), points.end(), is_finite)) {
            return Error{ErrorCode::NonFinite, "view: a point is not finite"};
        }
        if (points.empty() || width < 1 || height < 1) {
            return invalid(points.empty() ? "view: no points to look at"
                                          : "view: a window needs pixels");
        }
        View view;
        view.width = width;
        view.height = height;
        set_axes(view, direction, options.up);
        view.eye = points.front();
        Range x;
        Range y;
        Range z;
        for (const Vec3d& point : points) {
            const Vec3d from_eye = point - view.eye;
            x.include(dot(view.axis_x, from_eye));
            y.include(dot(view.axis_y, from_eye));
            z.include(dot(view.axis_z, from_eye));
        }
        // What has no size along an axis gets a little; a single point gets a unit.
        const double largest = std::max({x.size(), y.size(), z.size()});
        const double least = largest > 0 ? largest * 1e-3 : 1;
        widen_to(x, with_margin(std::max(x.size(), least), width, options.margin_pixels));
        widen_to(y, with_margin(std::max(y.size(), least), height, options.margin_pixels));
        // So that rounding puts no point before or behind the range.
        widen_to(z, std::max(z.size() * (1 + 1e-6), least));
        if (options.pixels == PixelShape::Square) {
            const double pixel = std::max(x.size() / width, y.size() / height);
            widen_to(x, pixel * width);
            widen_to(y, pixel * height);
        }
        view.min_x = x.min;
        view.max_x = x.max;
        view.min_y = y.min;
        view.max_y = y.max;
        view.near = z.min;
        view.far = z.max;
        if (const Status status = validate(view); !status) {
            return status.error();
        }
        return view;
    });
}

Expected<View> orthographic_view(Vec3d direction, const Box3& box, int width, int height,
                                 const OrthographicOptions& options) {
    return no_throw([&]() -> Expected<View> {
        std::array<Vec3d, 8> corners;
        for (unsigned i = 0; i < 8; ++i) {
            corners[i] = {(i & 1U) != 0 ? box.max.x : box.min.x,
                          (i & 2U) != 0 ? box.max.y : box.min.y,
                          (i & 4U) != 0 ? box.max.z : box.min.z};
        }
        return orthographic_view(
            direction, is_empty(box) ? std::span<const Vec3d>() : std::span<const Vec3d>(corners),
            width, height, options);
    });
}

Expected<View> perspective_view(Vec3d eye, Vec3d target, double near, double far, int width,
                                int height, const PerspectiveOptions& options) {
    return no_throw([&]() -> Expected<View> {
        if (!is_direction(target - eye)) {
            return invalid("view: eye and target must be finite and different");
        }
        const double half_angle = options.vertical_angle_degrees * std::numbers::pi / 360;
        if (!(half_angle > 0 && half_angle < std::numbers::pi / 2)) {
            return invalid("view: the vertical angle must lie between 0 and 180 degrees");
        }
        View view{.projection = Projection::Perspective,
                  .eye = eye,
                  .near = near,
                  .far = far,
                  .width = width,
                  .height = height};
        set_axes(view, target - eye, options.up);
        const SineCosine half = sine_cosine(half_angle);
        view.max_y = half.sine / half.cosine;
        view.max_x = view.max_y * width / std::max(height, 1);
        view.min_y = -view.max_y;
        view.min_x = -view.max_x;
        if (const Status status = validate(view); !status) {
            return status.error();
        }
        return view;
    });
}

Vec3d to_window(const View& view, Vec3d world) {
    const Vec3d from_eye = world - view.eye;
    const double distance = dot(view.axis_z, from_eye);
    const bool flat = view.projection == Projection::Orthographic;
    const double shrink = flat ? 1 : distance;
    return {(dot(view.axis_x, from_eye) / shrink - view.min_x) * view.width /
                (view.max_x - view.min_x),
            (dot(view.axis_y, from_eye) / shrink - view.min_y) * view.height /
                (view.max_y - view.min_y),
            (distance - view.near) * (flat ? 1 : view.far / distance) / (view.far - view.near)};
}

Vec3d to_world(const View& view, Vec3d window) {
    const double range = view.far - view.near;
    const bool flat = view.projection == Projection::Orthographic;
    const double distance =
        flat ? view.near + window.z * range : view.near * view.far / (view.far - window.z * range);
    const double grow = flat ? 1 : distance;
    const double x = view.min_x + window.x * (view.max_x - view.min_x) / view.width;
    const double y = view.min_y + window.y * (view.max_y - view.min_y) / view.height;
    return view.eye + view.axis_x * (x * grow) + view.axis_y * (y * grow) + view.axis_z * distance;
}

double pixel_size(const View& view) {
    const double side =
        std::max((view.max_x - view.min_x) / view.width, (view.max_y - view.min_y) / view.height);
    return view.projection == Projection::Orthographic ? side : side * view.far;
}

Status validate(const View& view) {
    return no_throw([&]() -> Status {
        const std::array<double, 6> numbers{view.min_x, view.max_x, view.min_y,
                                            view.max_y, view.near,  view.far};
        const bool finite =
            is_finite(view.eye) && is_finite(view.axis_x) && is_finite(view.axis_y) &&
            is_finite(view.axis_z) &&
            std::all_of(numbers.begin(), numbers.end(), [](double v) { return std::isfinite(v); });
        if (!finite) {
            return Error{ErrorCode::NonFinite, "view: a number is not finite"};
        }
        if (view.width < 1 || view.height < 1) {
            return invalid("view: a window needs pixels");
        }
        if (std::max(view.width, view.height) > most_window_pixels) {
            return invalid("view: a window has at most 2^24 pixels on a side");
        }
        if (!lies_in_window(view)) {
            return invalid("view: what it shows is not part of its window");
        }
        if (!(view.min_x < view.max_x && view.min_y < view.max_y && view.near < view.far)) {
            return invalid("view: the window or its depth range is empty");
        }
        if (view.projection == Projection::Perspective && !(view.near > 0)) {
            return invalid("view: a perspective view needs a positive near distance");
        }
        return {};
    });
}

} // namespace impinge::inline v0::raster
