// SPDX-License-Identifier: Apache-2.0
//
// The camera steps back until everything is just inside the window.
#include "impinge/render.hpp"

#include "base/no_throw.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::render {
namespace {

Status check(const Camera& camera, std::span<const Vec3d> points) {
    if (!is_finite(camera.from) || camera.from == Vec3d{}) {
        return invalid("camera: the direction to the eye must be finite and not zero");
    }
    if (!(camera.zoom > 0) || !std::isfinite(camera.zoom)) {
        return invalid("camera: the zoom must be a positive number");
    }
    if (!(camera.margin >= 0 && camera.margin < 0.5)) {
        return invalid("camera: the margin must lie between 0 and 0.5");
    }
    if (!(camera.vertical_angle_degrees > 0.01 && camera.vertical_angle_degrees < 170)) {
        return invalid("camera: the vertical angle must lie between 0.01 and 170 degrees");
    }
    if (!std::all_of(points.begin(), points.end(), is_finite)) {
        return Error{ErrorCode::NonFinite, "camera: a point of the scene is not finite"};
    }
    return {};
}

/// The middle of the window, where the camera wants it: as it is, or where a point stands.
struct WindowPoint {
    double x = 0;
    double y = 0;
};

WindowPoint wanted_middle(const raster::View& view, const Camera& camera) {
    if (!camera.middle) {
        return {(view.min_x + view.max_x) / 2, (view.min_y + view.max_y) / 2};
    }
    const Vec3d from_eye = *camera.middle - view.eye;
    const double distance =
        view.projection == raster::Projection::Orthographic ? 1 : dot(view.axis_z, from_eye);
    return {dot(view.axis_x, from_eye) / distance, dot(view.axis_y, from_eye) / distance};
}

void apply_zoom(raster::View& view, const Camera& camera) {
    const WindowPoint middle = wanted_middle(view, camera);
    const double half_x = (view.max_x - view.min_x) / 2 / camera.zoom;
    const double half_y = (view.max_y - view.min_y) / 2 / camera.zoom;
    view.min_x = middle.x - half_x;
    view.max_x = middle.x + half_x;
    view.min_y = middle.y - half_y;
    view.max_y = middle.y + half_y;
}

/// How far the points reach beyond a slanted plane on either side: x - tangent * z and
/// -x - tangent * z at their largest, x and z being along an axis of the window and into it.
struct Wedge {
    double tangent = 1; ///< of half the angle, less the margin
    double right = -std::numeric_limits<double>::infinity();
    double left = -std::numeric_limits<double>::infinity();

    void include(double x, double z) {
        right = std::max(right, x - tangent * z);
        left = std::max(left, -x - tangent * z);
    }
    // The eye at (x, z) sees all points if x - tangent * z >= right and -x - tangent * z >= left.
    [[nodiscard]] double eye_x() const { return (right - left) / 2; }
    [[nodiscard]] double eye_z() const { return -(right + left) / (2 * tangent); }
};

/// The eye's place in the axes of the view, and how far the points reach into it.
struct Standpoint {
    Vec3d eye;
    double nearest = std::numeric_limits<double>::infinity();
    double farthest = -std::numeric_limits<double>::infinity();
    double size = 0; ///< of the scene, for when it is but a point
};

/// Less than the whole window, if there is a margin.
struct Tangents {
    double x = 1;
    double y = 1;
};

Standpoint step_back(const raster::View& view, std::span<const Vec3d> points, Tangents tangents) {
    Wedge across{.tangent = tangents.x};
    Wedge upright{.tangent = tangents.y};
    Standpoint found;
    const Vec3d origin = points.front();
    for (const Vec3d& point : points) {
        const Vec3d p = point - origin;
        const double z = dot(view.axis_z, p);
        across.include(dot(view.axis_x, p), z);
        upright.include(dot(view.axis_y, p), z);
        found.nearest = std::min(found.nearest, z);
        found.farthest = std::max(found.farthest, z);
        found.size = std::max({found.size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
    const double z = std::min(across.eye_z(), upright.eye_z());
    found.eye = {across.eye_x(), upright.eye_x(), z};
    return found;
}

Expected<raster::View> perspective(const Camera& camera, std::span<const Vec3d> points, int width,
                                   int height) {
    const Vec3d origin = points.front();
    auto view = raster::perspective_view(
        {}, -camera.from, 1, 2, width, height,
        {.up = camera.up, .vertical_angle_degrees = camera.vertical_angle_degrees});
    if (!view) {
        return view.error();
    }
    const double taken = 2 * camera.margin * std::min(width, height);
    Standpoint found = step_back(
        *view, points, {view->max_x * (1 - taken / width), view->max_y * (1 - taken / height)});
    const double size = found.size > 0 ? found.size : 1;
    // Not so near that what is flat, seen along its plane, fills the eye.
    found.eye.z = std::min(found.eye.z, found.nearest - 0.1 * size);
    view->eye = origin + view->axis_x * found.eye.x + view->axis_y * found.eye.y +
                view->axis_z * found.eye.z;
    view->near = (found.nearest - found.eye.z) * 0.98;
    view->far = (found.farthest - found.eye.z) * 1.02;
    apply_zoom(*view, camera);
    if (const Status status = raster::validate(*view); !status) {
        return status.error();
    }
    return view;
}

Expected<raster::View> orthographic(const Camera& camera, std::span<const Vec3d> points, int width,
                                    int height) {
    auto view = raster::orthographic_view(
        -camera.from, points, width, height,
        {.up = camera.up, .margin_pixels = camera.margin * std::min(width, height)});
    if (!view) {
        return view.error();
    }
    apply_zoom(*view, camera);
    if (const Status status = raster::validate(*view); !status) {
        return status.error();
    }
    return view;
}

} // namespace

Expected<raster::View> frame_points(const Camera& camera, std::span<const Vec3d> points, int width,
                                    int height) {
    return no_throw([&]() -> Expected<raster::View> {
        if (const Status status = check(camera, points); !status) {
            return status.error();
        }
        if (points.empty()) {
            return invalid("camera: no points to look at");
        }
        return camera.projection == raster::Projection::Perspective
                   ? perspective(camera, points, width, height)
                   : orthographic(camera, points, width, height);
    });
}

PixelPoint to_picture(const raster::View& view, Vec3d world) {
    const Vec3d window = raster::to_window(view, world);
    return {window.x, view.height - window.y};
}

} // namespace impinge::inline v0::render
