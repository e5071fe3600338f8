// SPDX-License-Identifier: Apache-2.0
//
// The collision zone: both bounding volumes cut with each other, along the axes of either body.
#include "imagespace/projection/projection.hpp"
#include "imagespace/projection/zone_corners.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

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

Vec3d middle(const Placed& placed) {
    return apply(placed.pose, placed.box.min * 0.5 + placed.box.max * 0.5);
}

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
    // Not the negation of "has a point": what is not a number is no proof.
    return box.min.x > box.max.x || box.min.y > box.max.y || box.min.z > box.max.z;
}

OrientedBox common_box(const Rigid& frame, const Placed& a, const Placed& b) {
    const Box3 common = intersection(bounds_in(frame, a), bounds_in(frame, b));
    const double margin = slack(a, b);
    const Vec3d widened{margin, margin, margin};
    return {{common.min - widened, common.max + widened}, frame};
}

/// Normals of the walls that are the largest, to a millionth, in the order of the axes.
std::vector<Vec3d> largest_walls(const OrientedBox& volume) {
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

} // namespace impinge::inline v0::imagespace
