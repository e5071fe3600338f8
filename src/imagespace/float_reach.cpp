// SPDX-License-Identifier: Apache-2.0
#include "imagespace/float_reach.hpp"

#include "imagespace/projection/collision_zone.hpp"

#include "impinge/raster.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {

double seen_extent(const raster::View& view, const Placed& a, const Placed& b) {
    Box3 seen;
    for (const Placed& placed : {a, b}) {
        for (const Vec3d& corner : corners_of(placed.box, placed.pose)) {
            const Vec3d from_eye = corner - view.eye;
            seen = extend(seen, {dot(view.axis_x, from_eye), dot(view.axis_y, from_eye),
                                 dot(view.axis_z, from_eye)});
        }
    }
    const Vec3d size = extent(seen);
    return std::max({size.x, size.y, size.z});
}

bool fits_floats(const Box3& own_box) {
    constexpr double least = 0x1p-90;
    constexpr double most = 0x1p90;
    const Vec3d size = extent(own_box);
    const double longest = std::max({size.x, size.y, size.z});
    return longest == 0 || (longest >= least && longest <= most);
}

bool is_beyond_floats(const raster::View& view, const Placed& a, const Placed& b) {
    constexpr double rounding = 0.99; // views are made with just the smallest pixel, too
    return !fits_floats(a.box) || !fits_floats(b.box) ||
           raster::pixel_size(view) < rounding * smallest_drawn_pixel * seen_extent(view, a, b);
}

double drawn_error(const raster::View& view, const Placed& body) {
    const Vec3d middle = apply(body.pose, body.box.min * 0.5 + body.box.max * 0.5);
    double reach = 0;
    for (const Vec3d& corner : corners_of(body.box, body.pose)) {
        reach = std::max(reach, length(corner - middle));
    }
    // To the corner from which steps and depths are counted.
    const double shift = length(raster::to_world(view, {0, 0, 0}) - middle);
    // Per coordinate: the position, the matrix, the products and three sums are rounded, each by
    // at most 2^-24 of a sum of reach and shift; there are three coordinates.
    constexpr double roundings = 6 * 1.7320508075688772 * 0x1p-24;
    constexpr double half_step = 0.70710678118654752 / raster::subpixel_steps; // in a plane
    return raster::pixel_size(view) * half_step + roundings * (reach + shift);
}

raster::View seen_from(const raster::View& view, Vec3d eye) {
    const Vec3d shift = view.eye - eye;
    raster::View moved = view;
    moved.eye = eye;
    moved.min_x += dot(view.axis_x, shift);
    moved.max_x = moved.min_x + (view.max_x - view.min_x);
    moved.min_y += dot(view.axis_y, shift);
    moved.max_y = moved.min_y + (view.max_y - view.min_y);
    moved.near += dot(view.axis_z, shift);
    moved.far += dot(view.axis_z, shift);
    return moved;
}

} // namespace impinge::inline v0::imagespace
