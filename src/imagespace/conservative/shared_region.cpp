// SPDX-License-Identifier: Apache-2.0
#include "imagespace/conservative/shared_region.hpp"

#include "base/no_throw.hpp"
#include "imagespace/float_reach.hpp"
#include "imagespace/projection/collision_zone.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <cmath>
#include <string>

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

/// The same window in fewer pixels.
raster::View coarser(raster::View view, int most) {
    const auto pixels = [&](int count) {
        const double share = static_cast<double>(most) / std::max(view.width, view.height);
        return std::clamp(static_cast<int>(count * share), 1, most);
    };
    const int width = pixels(view.width);
    view.height = pixels(view.height);
    view.width = width;
    return view;
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

SharedRegion region_in(const raster::View& view, const WorldBody& a, const WorldBody& b,
                       double rounding) {
    SharedRegion region{.box = intersection(a.world().box, b.world().box),
                        .view = view,
                        .drawn_error = std::max(drawn_error(view, {a.own_box, a.pose()}),
                                                drawn_error(view, {b.own_box, b.pose()})),
                        .rounding = rounding};
    region.drawable = fits_floats(a.own_box) && fits_floats(b.own_box) &&
                      !is_beyond_floats(view, {a.world().box, {}}, {b.world().box, {}}) &&
                      region.drawn_error < 0.5 * raster::pixel_size(view);
    if (!region.drawable && std::max(view.width, view.height) > most_pixels_undrawn) {
        region.view = coarser(view, most_pixels_undrawn);
    }
    return region;
}

Expected<std::optional<SharedRegion>> region_of(const WorldBody& a, const WorldBody& b,
                                                const RegionLens& lens) {
    using Answer = std::optional<SharedRegion>;
    const Box3 common = intersection(a.world().box, b.world().box);
    if (is_empty(common)) {
        return Answer();
    }
    const Placed box_a{a.world().box, {}};
    const Placed box_b{b.world().box, {}};
    const auto zone = collision_zone(box_a, box_b);
    if (!zone) {
        return Error{ErrorCode::NonFinite, "the boxes of the bodies are too large"};
    }
    const Vec3d along = lens.direction ? *lens.direction : turned_aside(first_direction(*zone));
    auto view = zone_view(along, *zone, box_a, box_b, lens.resolution);
    if (view && lens.precision) {
        const auto resolution = resolution_for(*lens.precision, *view, lens.most_pixels);
        if (!resolution) {
            return resolution.error();
        }
        view = zone_view(along, *zone, box_a, box_b, *resolution);
    }
    if (!view) {
        return view.error();
    }
    SharedRegion region = region_in(*view, a, b, zone->rounding);
    region.b_is_farther = dot(zone->a_to_b, view->axis_z) >= 0;
    return Answer(region);
}

} // namespace impinge::inline v0::imagespace
