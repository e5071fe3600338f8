// SPDX-License-Identifier: Apache-2.0
//
// How far are two bodies from each other, or in each other, seen along one direction? What a
// dentist asks about two jaws.
#include "box.hpp"

#include <impinge/clearance.hpp>

#include <cstdio>

int main() {
    namespace raster = impinge::raster;
    namespace imagespace = impinge::imagespace;
    const impinge::Mesh lower = box({0, 0, 0}, {4, 4, 1});
    const impinge::Mesh upper = box({1, 1, 0.9}, {3, 3, 2});
    const auto device = raster::make_device(raster::DeviceKind::Software);
    if (!device) {
        std::fprintf(stderr, "%s\n", device.error().message.c_str());
        return 2;
    }
    const auto map =
        imagespace::clearance_map(**device, {upper.view()}, {lower.view()},
                                  {.direction = impinge::Vec3d{0, 0, -1}, .resolution = 128});
    if (!map) {
        std::fprintf(stderr, "%s\n", map.error().message.c_str());
        return 2;
    }
    const imagespace::ClearanceStatistics& found = map->statistics;
    std::printf("deepest overlap %.3f, overlap volume %.2f (to %.2f)\n", found.deepest_overlap,
                found.overlap_volume, found.overlap_volume_bound);
    return 0;
}
