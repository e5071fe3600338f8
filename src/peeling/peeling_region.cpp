// SPDX-License-Identifier: Apache-2.0
#include "peeling/peeling_region.hpp"

#include "base/no_throw.hpp"
#include "imagespace/float_reach.hpp"
#include "imagespace/projection/collision_zone.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0::imagespace {
namespace {

/// Where nothing is drawn, the processor cuts the pixels in which it must look closer.
constexpr int most_pixels_undrawn = 64;

/// Turned aside by about 25 degrees, differently to two sides: walls of bodies often lie along the
/// axes, and those that are seen edge-on are not seen at all. Of three walls that are square to
/// each other, one of them to the direction, none is then steeper than a slope of 4.
Vec3d turned_aside(Vec3d direction) {
    const Vec3d size = absolute(direction);
    const Vec3d other = size.x <= size.y && size.x <= size.z ? Vec3d{1, 0, 0}
                        : size.y <= size.z                   ? Vec3d{0, 1, 0}
                                                             : Vec3d{0, 0, 1};
    const Vec3d aside = cross(direction, other);
    const Vec3d to_one_side = aside * (1 / length(aside));
    const Vec3d turned = direction + to_one_side * 0.37 + cross(direction, to_one_side) * 0.29;
    return turned * (1 / length(turned));
}

/// How many pixels along the longer side make them as small as wanted.
Expected<int> resolution_for(double precision, const raster::View& view, int most_pixels) {
    constexpr int free_pixels = 2; // one on each side
    const int side = std::max(view.width, view.height);
    const double length = raster::pixel_size(view) * std::max(side - free_pixels, 1);
    const double needed = std::ceil(length / precision) + free_pixels;
    if (!(needed <= most_pixels)) {
        return invalid("peeling: pixels of " + std::to_string(precision) + " make more than " +
                       std::to_string(most_pixels) +
                       " along the region, which the device cannot do");
    }
    return static_cast<int>(needed);
}

} // namespace

Status check_peeling_options(const PeelingOptions& options, const raster::Device& device) {
    if (options.resolution < 1 || options.resolution > device.info().max_size) {
        return invalid("peeling: the resolution must lie between 1 and " +
                       std::to_string(device.info().max_size));
    }
    if (options.precision && !(*options.precision > 0 && std::isfinite(*options.precision))) {
        return invalid("peeling: the precision must be positive and finite");
    }
    if (!(options.steepest_slope >= 0) || !std::isfinite(options.steepest_slope)) {
        return invalid("peeling: the steepest slope must be a number that is not negative");
    }
    return {};
}

Expected<std::optional<PeelingRegion>> region_of(const PeeledBody& a, const PeeledBody& b,
                                                 const PeelingOptions& options, int most_pixels) {
    using Answer = std::optional<PeelingRegion>;
    const Box3 common = intersection(a.world.box, b.world.box);
    if (is_empty(common)) {
        return Answer();
    }
    const Placed box_a{a.world.box, {}};
    const Placed box_b{b.world.box, {}};
    const auto zone = collision_zone(box_a, box_b);
    if (!zone) {
        return Error{ErrorCode::NonFinite, "peeling: the boxes of the bodies are too large"};
    }
    const Vec3d direction =
        options.direction ? *options.direction : turned_aside(first_direction(*zone));
    auto view = zone_view(direction, *zone, box_a, box_b, options.resolution);
    if (view && options.precision) {
        const auto resolution = resolution_for(*options.precision, *view, most_pixels);
        if (!resolution) {
            return resolution.error();
        }
        view = zone_view(direction, *zone, box_a, box_b, *resolution);
    }
    if (!view) {
        return view.error();
    }
    PeelingRegion region{.box = common,
                         .view = *view,
                         .b_is_farther = dot(zone->a_to_b, view->axis_z) >= 0,
                         .drawn_error = std::max(drawn_error(*view, {a.own_box, a.pose}),
                                                 drawn_error(*view, {b.own_box, b.pose})),
                         .rounding = zone->rounding};
    region.drawable = !is_beyond_floats(*view, box_a, box_b) &&
                      region.drawn_error < 0.5 * raster::pixel_size(*view);
    if (!region.drawable && std::max(view->width, view->height) > most_pixels_undrawn) {
        const auto coarse = zone_view(direction, *zone, box_a, box_b, most_pixels_undrawn);
        if (!coarse) {
            return coarse.error();
        }
        region.view = *coarse;
    }
    return Answer(region);
}

raster::View depths_of_region(const PeelingRegion& region) {
    raster::View view = region.view;
    double near = std::numeric_limits<double>::infinity();
    double far = -near;
    for (const Vec3d& corner : corners_of(region.box)) {
        const double depth = dot(view.axis_z, corner - view.eye);
        near = std::min(near, depth);
        far = std::max(far, depth);
    }
    const double spare = raster::pixel_size(view) + region.drawn_error + region.rounding;
    view.near = near - spare;
    view.far = far + spare;
    return view;
}

} // namespace impinge::inline v0::imagespace
