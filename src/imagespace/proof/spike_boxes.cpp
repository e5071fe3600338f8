// SPDX-License-Identifier: Apache-2.0
#include "imagespace/proof/spike_boxes.hpp"

#include "imagespace/projection/projection_axes.hpp"
#include "imagespace/projection/zone_corners.hpp"

namespace impinge::inline v0::imagespace {
namespace {

std::vector<Vec3d> world_corners(const Body& body, std::span<const std::uint32_t> spike) {
    std::vector<Vec3d> corners;
    corners.reserve(3 * spike.size());
    for (const std::uint32_t triangle : spike) {
        for (const Vec3d& corner : body.mesh.triangle(triangle).corners) {
            corners.push_back(apply(body.pose, corner));
        }
    }
    return corners;
}

/// Axes along which the points spread, around their mean.
Rigid principal_frame(std::span<const Vec3d> points) {
    Vec3d mean{};
    for (const Vec3d& point : points) {
        mean = mean + (point - points[0]) * (1.0 / static_cast<double>(points.size()));
    }
    mean = mean + points[0];
    SymmetricMatrix spread;
    for (const Vec3d& point : points) {
        spread.add(point - mean, 1);
    }
    const auto [x, y, unused] = principal_axes(spread).axes;
    const Vec3d z = cross(x, y);
    return {.row_x = {x.x, y.x, z.x},
            .row_y = {x.y, y.y, z.y},
            .row_z = {x.z, y.z, z.z},
            .translation = mean};
}

} // namespace

OrientedBox proxy_of(const Body& body, std::span<const std::uint32_t> spike, double pixel_size) {
    const std::vector<Vec3d> corners = world_corners(body, spike);
    OrientedBox proxy{{}, principal_frame(corners)};
    const Rigid into = inverse(proxy.pose);
    for (const Vec3d& corner : corners) {
        proxy.box = extend(proxy.box, apply(into, corner));
    }
    const Vec3d margin{pixel_size, pixel_size, pixel_size};
    proxy.box = {proxy.box.min - margin, proxy.box.max + margin};
    return proxy;
}

Mesh mesh_of(const OrientedBox& volume) {
    const auto corners = corners_of(volume.box, volume.pose);
    return {{corners.begin(), corners.end()},
            {{0, 2, 3},
             {0, 3, 1},
             {4, 5, 7},
             {4, 7, 6},
             {0, 1, 5},
             {0, 5, 4},
             {2, 6, 7},
             {2, 7, 3},
             {0, 4, 6},
             {0, 6, 2},
             {1, 3, 7},
             {1, 7, 5}}};
}

bool is_in_window(const raster::View& view, const OrientedBox& volume) {
    Vec3d low = to_window(view, apply(volume.pose, volume.box.min));
    Vec3d high = low;
    for (const Vec3d& corner : corners_of(volume.box, volume.pose)) {
        low = min(low, to_window(view, corner));
        high = max(high, to_window(view, corner));
    }
    const raster::PixelArea area = raster::shown_area(view);
    return low.x <= area.x + area.width && high.x >= area.x && low.y <= area.y + area.height &&
           high.y >= area.y;
}

} // namespace impinge::inline v0::imagespace
