// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/windows/edge_windows.hpp"

#include "imagespace/projection/zone_corners.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace impinge::inline v0::imagespace {
namespace {

/// Targets of few different sizes are made anew less often.
constexpr int size_step = 16;

/// An edge point lies at a pixel's centre, up to half a pixel beside its edge.
constexpr int free_pixels = 1;
/// Where edges are moved outward by default.
constexpr int free_pixels_of_moved = 3;

double longest_side(const Box3& box) {
    const Vec3d size = extent(box);
    return std::max({size.x, size.y, size.z});
}

Box3 region_of(const EdgeCluster& cluster) {
    Box3 region;
    for (const EdgePlace& place : cluster.places) {
        region = united(region, place.box);
    }
    return region;
}

double largest_body(const EdgeCluster& cluster, std::span<const Box3> boxes) {
    double largest = 0;
    for (const std::uint32_t body : cluster.bodies) {
        largest = std::max(largest, longest_side(boxes[body]));
    }
    return largest;
}

struct Sight {
    Vec3d direction;
    Vec3d up{0, 0, 1};
};

/// The longest side of what is looked at becomes depth. Odd amounts, so that nothing that people
/// build is parallel to a ray or to a row of pixels.
Sight default_sight(const Box3& region) {
    const Vec3d size = extent(region);
    constexpr double little = 0.03718;
    constexpr double less = 0.02293;
    if (size.x >= size.y && size.x >= size.z) {
        return {{1, little, less}, {0, less, 1}};
    }
    if (size.y >= size.z) {
        return {{less, 1, little}, {less, 0, 1}};
    }
    return {{little, less, 1}, {less, 1, 0}};
}

/// Axes and an eye; window and depths are set later.
Expected<raster::View> axes_of(const Sight& sight, const Box3& region) {
    return raster::orthographic_view(sight.direction, region, 1, 1, {.up = sight.up});
}

/// Along the axes of the view: x and y as in its window, z the distance from the eye.
Vec3d seen(const raster::View& view, Vec3d point) {
    const Vec3d from_eye = point - view.eye;
    const double distance = dot(view.axis_z, from_eye);
    const double shrink = view.projection == raster::Projection::Orthographic ? 1 : distance;
    return {dot(view.axis_x, from_eye) / shrink, dot(view.axis_y, from_eye) / shrink, distance};
}

Box3 seen_places(const raster::View& view, const EdgeCluster& cluster) {
    Box3 all;
    for (const EdgePlace& place : cluster.places) {
        for (const Vec3d& corner : corners_of(place.box)) {
            all = extend(all, seen(view, corner));
        }
    }
    return all;
}

Box3 seen_bodies(const raster::View& view, const EdgeCluster& cluster,
                 std::span<const Box3> boxes) {
    Box3 all;
    for (const std::uint32_t body : cluster.bodies) {
        for (const Vec3d& corner : corners_of(boxes[body])) {
            all = extend(all, seen(view, corner));
        }
    }
    return all;
}

/// The eye before the middle of the places, as far before all bodies as they are large, so that
/// nothing is clipped away. Returns where the near plane may be.
double step_back(raster::View& view, const EdgeCluster& cluster, std::span<const Box3> boxes) {
    const Box3 places = seen_places(view, cluster);
    const Box3 bodies = seen_bodies(view, cluster, boxes);
    const double before = std::max(longest_side(bodies), std::numeric_limits<double>::min());
    const Vec3d middle = places.min * 0.5 + places.max * 0.5;
    view.eye = view.eye + view.axis_x * middle.x + view.axis_y * middle.y +
               view.axis_z * (bodies.min.z - before);
    view.projection = raster::Projection::Perspective;
    return before * (1 - 1e-3);
}

/// What edges may be moved outward by, if that is known before the pixels are.
double given_offset(const EdgeWindowOptions& options) {
    return std::max(options.edge_offset.value_or(0), 0.0);
}

void set_depths(raster::View& view, const Box3& places, double largest, double offset) {
    const double size = places.max.z - places.min.z;
    // Floats that are drawn stay strictly within.
    double margin = size * 1e-3 + largest * 0x1p-16 + offset;
    margin = margin > 0 ? margin : 1;
    view.near = places.min.z - margin;
    view.far = places.max.z + margin;
}

int margin_of(const EdgeWindowOptions& options) {
    return options.own_body == OwnBody::OffsetEdges ? free_pixels_of_moved : free_pixels;
}

/// Pixels that show a range with the margin free on either side.
int pixels_across(double size, double pixel, int margin) {
    // Not one more because of rounding.
    const double inner = std::ceil(size / pixel * (1 - 1e-9));
    const int pixels = static_cast<int>(std::clamp(inner, 1.0, 0x1p23)) + 2 * margin;
    return (pixels + size_step - 1) / size_step * size_step;
}

void set_window(raster::View& view, const Box3& window, double pixel, int margin, int most) {
    const Vec3d middle = window.min * 0.5 + window.max * 0.5;
    const Vec3d size = extent(window);
    view.width = std::min(pixels_across(size.x, pixel, margin), most);
    view.height = std::min(pixels_across(size.y, pixel, margin), most);
    view.min_x = middle.x - pixel * view.width / 2;
    view.max_x = middle.x + pixel * view.width / 2;
    view.min_y = middle.y - pixel * view.height / 2;
    view.max_y = middle.y + pixel * view.height / 2;
}

std::string text_of(double value) {
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 3);
    return {text.data(), end.ptr};
}

Error too_fine(double precision, double smallest) {
    return {ErrorCode::InvalidArgument, "precision: " + text_of(precision) +
                                            " is finer than floats can show; at least " +
                                            text_of(smallest) + " is possible here"};
}

} // namespace

double edge_offset_in(const raster::View& view, const EdgeWindowOptions& options) {
    if (options.edge_offset) {
        return *options.edge_offset;
    }
    if (options.own_body == OwnBody::Excluded) {
        return 0;
    }
    return moved_pixels * pixel_size(view) + (view.far - view.near) * 0x1p-22;
}

Expected<raster::View> edge_view(const EdgeCluster& cluster, std::span<const Box3> boxes,
                                 const EdgeWindowOptions& options) {
    const Box3 region = region_of(cluster);
    const Sight sight = options.direction ? Sight{*options.direction} : default_sight(region);
    auto view = axes_of(sight, region);
    if (!view) {
        return view;
    }
    const bool perspective = options.projection == raster::Projection::Perspective;
    const double near = perspective ? step_back(*view, cluster, boxes) : 0;
    const Box3 places = seen_places(*view, cluster);
    const double largest = std::max(largest_body(cluster, boxes), longest_side(region));
    const double offset = given_offset(options);
    set_depths(*view, places, largest, offset);
    view->near = perspective ? near : view->near;
    const double unit = perspective ? view->far : 1; // of the window, in the world
    const Vec3d spare = Vec3d{offset, offset, offset} * (1 / unit);
    const Box3 window{places.min - spare, places.max + spare};

    const int margin = margin_of(options);
    const double longer = std::max(window.max.x - window.min.x, window.max.y - window.min.y) * unit;
    const double smallest = std::max(largest, longer) * smallest_edge_pixel;
    if (options.precision && *options.precision < smallest) {
        return too_fine(*options.precision, smallest);
    }
    const double inner = std::max(options.resolution - 2.0 * margin, options.resolution / 2.0);
    double pixel = options.precision.value_or(std::max(longer / inner, smallest));
    pixel = pixel > 0 ? pixel : 1; // a single point
    const int most = options.precision ? 1 << 24 : options.resolution;
    set_window(*view, window, pixel / unit, margin, most);
    if (const Status status = validate(*view); !status) {
        return status.error();
    }
    return view;
}

} // namespace impinge::inline v0::imagespace
