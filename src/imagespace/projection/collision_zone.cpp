// SPDX-License-Identifier: Apache-2.0
//
// The collision zone: both bounding volumes cut with each other, along the axes of either body; and
// the window in which it is seen.
#include "imagespace/projection/collision_zone.hpp"

#include "imagespace/float_reach.hpp"
#include "raster/range.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace impinge::inline v0::imagespace {
namespace {

using raster::Range;

constexpr double rounding_unit = 0x1p-53;

/// The largest coordinate that occurs when apply() places a point of the box, also on the way.
double magnitude(const Placed& placed) {
    const Vec3d farthest{std::max(std::abs(placed.box.min.x), std::abs(placed.box.max.x)),
                         std::max(std::abs(placed.box.min.y), std::abs(placed.box.max.y)),
                         std::max(std::abs(placed.box.min.z), std::abs(placed.box.max.z))};
    const auto along = [&](Vec3d row, double offset) {
        const Vec3d size{std::abs(row.x), std::abs(row.y), std::abs(row.z)};
        return dot(size, farthest) * std::abs(placed.pose.scale) + std::abs(offset);
    };
    return std::max({along(placed.pose.row_x, placed.pose.translation.x),
                     along(placed.pose.row_y, placed.pose.translation.y),
                     along(placed.pose.row_z, placed.pose.translation.z)});
}

/// At most eight roundings of a coordinate make a world vertex, as many a corner, five more a
/// position along an axis; each counts up to three coordinates.
double slack(const Placed& a, const Placed& b) {
    return 64 * rounding_unit * (magnitude(a) + magnitude(b));
}

Vec3d middle_of(const Box3& box, const Rigid& pose) {
    return apply(pose, box.min * 0.5 + box.max * 0.5);
}
Vec3d middle(const Placed& placed) { return middle_of(placed.box, placed.pose); }

Vec3d unit(Vec3d v) { return v * (1 / length(v)); }

/// Where the body's axes point in the world, made orthonormal; the world's own if they are flat.
/// Any axes make the zone valid: a pose with a shear only makes it larger than need be.
Rigid frame_of(const Placed& placed) {
    const Rigid& pose = placed.pose;
    const Vec3d x = unit({pose.row_x.x, pose.row_y.x, pose.row_z.x});
    const Vec3d column_y{pose.row_x.y, pose.row_y.y, pose.row_z.y};
    const Vec3d y = unit(column_y - x * dot(x, column_y));
    const Vec3d z = cross(x, y);
    const Rigid world_axes{.translation = middle(placed)};
    if (!(std::abs(squared_length(z) - 1) < 1e-6)) {
        return world_axes;
    }
    return {.row_x = {x.x, y.x, z.x},
            .row_y = {x.y, y.y, z.y},
            .row_z = {x.z, y.z, z.z},
            .translation = world_axes.translation};
}

Box3 bounds_in(const Rigid& frame, const Placed& placed) {
    const Rigid from_world = inverse(frame);
    const Rigid turn{from_world.row_x, from_world.row_y, from_world.row_z};
    Box3 bounds;
    for (const Vec3d& corner : corners_of(placed.box)) {
        bounds = extend(bounds, apply(turn, apply(placed.pose, corner) - frame.translation));
    }
    return bounds;
}

bool certainly_empty(const Box3& box) {
    // Not the negation of "has a point": NaN is no proof.
    return box.min.x > box.max.x || box.min.y > box.max.y || box.min.z > box.max.z;
}

PosedBox common_box(const Rigid& frame, const Placed& a, const Placed& b) {
    const Box3 common = intersection(bounds_in(frame, a), bounds_in(frame, b));
    return {widened(common, slack(a, b)), frame};
}

/// Normals of the walls that are the largest, to a millionth, in the order of the axes.
std::vector<Vec3d> largest_walls(const PosedBox& volume) {
    const Vec3d size = extent(volume.box);
    // Flat and needle-like volumes still have walls that compare.
    const double least = 1e-9 * std::max({size.x, size.y, size.z});
    const Vec3d side = max(size, Vec3d{least, least, least});
    const std::array<double, 3> areas{side.y * side.z, side.z * side.x, side.x * side.y};
    const double largest = *std::max_element(areas.begin(), areas.end());
    const Rigid& pose = volume.pose;
    std::vector<Vec3d> normals;
    for (int axis = 0; axis < 3; ++axis) {
        if (areas[static_cast<std::size_t>(axis)] >= largest * (1 - 1e-6)) {
            normals.push_back({pose.row_x[axis], pose.row_y[axis], pose.row_z[axis]});
        }
    }
    return normals;
}

/// From A to B; where that says nothing, so that the first coordinate that is not zero is positive.
Vec3d pointing_from_a_to_b(Vec3d direction, Vec3d a_to_b) {
    const double along = dot(direction, a_to_b);
    const bool turn = along < 0 || (along == 0 && direction < Vec3d{});
    return turn ? -direction : direction;
}

} // namespace

std::optional<CollisionZone> collision_zone(const Placed& a, const Placed& b) {
    if (is_empty(a.box) || is_empty(b.box)) {
        return std::nullopt;
    }
    CollisionZone zone{.in_a = common_box(frame_of(a), a, b),
                       .in_b = common_box(frame_of(b), a, b),
                       .a_to_b = middle(b) - middle(a),
                       .rounding = slack(a, b)};
    if (certainly_empty(zone.in_a.box) || certainly_empty(zone.in_b.box)) {
        return std::nullopt;
    }
    return zone;
}

Vec3d first_direction(const CollisionZone& zone) {
    Vec3d mean{0, 0, 1};
    double best_agreement = -1;
    for (const Vec3d& normal_a : largest_walls(zone.in_a)) {
        for (const Vec3d& normal_b : largest_walls(zone.in_b)) {
            const double agreement = std::abs(dot(normal_a, normal_b));
            if (agreement > best_agreement + 1e-9) {
                best_agreement = agreement;
                // Walls have no sides: of the two means the longer one.
                mean = dot(normal_a, normal_b) < 0 ? normal_a - normal_b : normal_a + normal_b;
            }
        }
    }
    return pointing_from_a_to_b(unit(mean), zone.a_to_b);
}

namespace {

struct Window {
    Range x;
    Range y;

    [[nodiscard]] double area() const { return x.size() * y.size(); }
};

Range seen_along(Vec3d axis, const raster::View& view, const PosedBox& volume) {
    Range range;
    for (const Vec3d& corner : corners_of(volume.box, volume.pose)) {
        range.include(dot(axis, corner - view.eye));
    }
    return range;
}

/// Never turned round: volumes that rounding separates have a point between them in common.
Range common_or_between(const Range& a, const Range& b) {
    const Range both = common(a, b);
    return both.min <= both.max ? both : Range{both.middle(), both.middle()};
}

Window window_of(const raster::View& view, const CollisionZone& zone) {
    const auto both = [&](Vec3d axis) {
        return common_or_between(seen_along(axis, view, zone.in_a),
                                 seen_along(axis, view, zone.in_b));
    };
    return {both(view.axis_x), both(view.axis_y)};
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
    for (const PosedBox* volume : {&zone.in_a, &zone.in_b}) {
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

Range stretched(Range range, double share) {
    return {range.min - share * range.size(), range.max + share * range.size()};
}

/// The longer side has at least this length.
Window with_longer_side(Window window, double least) {
    Range& longer = window.x.size() >= window.y.size() ? window.x : window.y;
    if (longer.size() < least) {
        longer = resized(longer, least);
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
        with_longer_side({stretched(tight.x, spare), stretched(tight.y, spare)}, least);
    const double longer = std::max(window.x.size(), window.y.size());
    set_window(*view, window, longer / inner_pixels, resolution);
    // A little more than the bodies, so that floats that are drawn are not clamped.
    const Range depths = stretched(Range{view->near, view->far}, spare + 1e-5);
    view->near = depths.min;
    view->far = depths.max;
    if (is_beyond_floats(*view, a, b)) {
        *view = seen_from(*view, middle_of(zone.in_a.box, zone.in_a.pose));
    }
    if (const Status status = validate(*view); !status) {
        return status.error();
    }
    return view;
}

} // namespace impinge::inline v0::imagespace
