// SPDX-License-Identifier: Apache-2.0
//
// The window in which the collision zone is seen.
#include "imagespace/projection/float_reach.hpp"
#include "imagespace/projection/zone_corners.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

struct Range {
    double min = 0;
    double max = 0;

    [[nodiscard]] double size() const { return max - min; }
    [[nodiscard]] double middle() const { return min * 0.5 + max * 0.5; }
};

struct Window {
    Range x;
    Range y;

    [[nodiscard]] double area() const { return x.size() * y.size(); }
};

Range seen_along(Vec3d axis, const raster::View& view, const OrientedBox& volume) {
    Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const Vec3d& corner : corners_of(volume.box, volume.pose)) {
        const double along = dot(axis, corner - view.eye);
        range = {std::min(range.min, along), std::max(range.max, along)};
    }
    return range;
}

/// Never turned round: volumes that rounding separates have a point between them in common.
Range common(Range a, Range b) {
    const Range both{std::max(a.min, b.min), std::min(a.max, b.max)};
    return both.min <= both.max ? both : Range{both.middle(), both.middle()};
}

Window window_of(const raster::View& view, const CollisionZone& zone) {
    return {
        common(seen_along(view.axis_x, view, zone.in_a), seen_along(view.axis_x, view, zone.in_b)),
        common(seen_along(view.axis_y, view, zone.in_a), seen_along(view.axis_y, view, zone.in_b))};
}

/// A view with the axes and the depth range wanted, around both bodies whole.
Expected<raster::View> view_of_bodies(Vec3d direction, Vec3d up, const Placed& a, const Placed& b) {
    std::vector<Vec3d> points;
    for (const Placed& placed : {a, b}) {
        const auto corners = corners_of(placed.box, placed.pose);
        points.insert(points.end(), corners.begin(), corners.end());
    }
    return raster::orthographic_view(direction, points, 1, 1, {.up = up, .margin_pixels = 0});
}

/// Turned about the direction so that the window is small.
Expected<raster::View> turned_view(Vec3d direction, const CollisionZone& zone, const Placed& a,
                                   const Placed& b) {
    auto best = view_of_bodies(direction, {0, 0, 1}, a, b);
    if (!best) {
        return best;
    }
    double best_area = 0.9 * window_of(*best, zone).area();
    for (const OrientedBox* volume : {&zone.in_a, &zone.in_b}) {
        const Rigid& pose = volume->pose;
        for (int axis = 0; axis < 3; ++axis) {
            const auto turned = view_of_bodies(
                direction, {pose.row_x[axis], pose.row_y[axis], pose.row_z[axis]}, a, b);
            if (turned && window_of(*turned, zone).area() < best_area) {
                best = turned;
                best_area = window_of(*turned, zone).area() * (1 - 1e-6);
            }
        }
    }
    return best;
}

Range widened(Range range, double share) {
    return {range.min - share * range.size(), range.max + share * range.size()};
}

/// The longer side has at least this length.
Window with_longer_side(Window window, double least) {
    Range& longer = window.x.size() >= window.y.size() ? window.x : window.y;
    if (longer.size() < least) {
        longer = {longer.middle() - least / 2, longer.middle() + least / 2};
    }
    return window;
}

/// The least length of the longer side of the window. Only where the zone is but a point, to
/// rounding, the window is made larger than it.
double least_side(const raster::View& of_bodies, const CollisionZone& zone, const Window& tight,
                  double pixels) {
    const double largest =
        std::max({of_bodies.max_x - of_bodies.min_x, of_bodies.max_y - of_bodies.min_y,
                  of_bodies.far - of_bodies.near});
    const bool has_size = std::max(tight.x.size(), tight.y.size()) > 16 * zone.rounding;
    return has_size ? 0 : largest * smallest_drawn_pixel * pixels;
}

Vec3d middle_of(const OrientedBox& volume) {
    return apply(volume.pose, volume.box.min * 0.5 + volume.box.max * 0.5);
}

/// How many pixels show a range with one free on either side.
int pixels_across(double size, double pixel, int resolution) {
    // Not one more because of rounding.
    const double inner = std::ceil(size / pixel * (1 - 1e-9));
    return std::clamp(static_cast<int>(std::min(inner, 1.0 * resolution)) + 2,
                      std::min(3, resolution), resolution);
}

void set_window(raster::View& view, const Window& window, double pixel, int resolution) {
    view.width = pixels_across(window.x.size(), pixel, resolution);
    view.height = pixels_across(window.y.size(), pixel, resolution);
    view.min_x = window.x.middle() - pixel * view.width / 2;
    view.max_x = window.x.middle() + pixel * view.width / 2;
    view.min_y = window.y.middle() - pixel * view.height / 2;
    view.max_y = window.y.middle() + pixel * view.height / 2;
}

} // namespace

Expected<raster::View> zone_view(Vec3d direction, const CollisionZone& zone, const Placed& a,
                                 const Placed& b, int resolution, double spare) {
    if (resolution < 1) {
        return Error{ErrorCode::InvalidArgument, "view: a window needs pixels"};
    }
    auto view = turned_view(direction, zone, a, b);
    if (!view) {
        return view;
    }
    const double inner_pixels = std::max(resolution - 2.0, std::min(resolution / 2.0, 1.0));
    const Window tight = window_of(*view, zone);
    const double least = least_side(*view, zone, tight, inner_pixels);
    const Window window =
        with_longer_side({widened(tight.x, spare), widened(tight.y, spare)}, least);
    const double longer = std::max(window.x.size(), window.y.size());
    set_window(*view, window, longer / inner_pixels, resolution);
    // A little more than the bodies, so that floats that are drawn are not clamped.
    const Range depths = widened({view->near, view->far}, spare + 1e-5);
    view->near = depths.min;
    view->far = depths.max;
    if (is_beyond_floats(*view, a, b)) {
        *view = seen_from(*view, middle_of(zone.in_a));
    }
    if (const Status status = validate(*view); !status) {
        return status.error();
    }
    return view;
}

} // namespace impinge::inline v0::imagespace
