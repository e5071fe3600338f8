// SPDX-License-Identifier: Apache-2.0
//
// Draws a triangle over half of the window and counts its pixels; says what happens when a device
// is asked for something it cannot do.
#include <impinge/raster.hpp>

#include <array>
#include <cstdio>

int main() {
    namespace raster = impinge::raster;
    const std::array<impinge::Vec3d, 3> corners{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const std::array<impinge::TriangleIndices, 1> triangles{{{0, 1, 2}}};
    auto device = raster::make_device(raster::DeviceKind::Software);
    if (!device) {
        std::puts(device.error().message.c_str());
        return 1;
    }
    auto geometry = (*device)->upload({corners, triangles});
    auto target = (*device)->make_target(64, 64);
    const auto view = raster::orthographic_view({0, 0, -1}, corners, 64, 64,
                                                {.up = {0, 1, 0}, .margin_pixels = 0});
    (void)(*device)->clear(**target);
    (void)(*device)->draw(**target, *view,
                          {.ids = {raster::IdSource::Body, raster::IdSource::None}},
                          {.geometry = geometry->get(), .body = 7});
    const auto drawn = (*device)->count(**target, {.with_id_0 = true});
    std::printf("%s: %d pixels\n", raster::to_string((*device)->info().kind),
                static_cast<int>(*drawn));
    std::puts((*device)->make_target(0, 1).error().message.c_str());
}
