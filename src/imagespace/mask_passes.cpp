// SPDX-License-Identifier: Apache-2.0
#include "imagespace/mask_passes.hpp"

namespace impinge::inline v0::imagespace {

Status need_target(raster::Device& device, std::unique_ptr<raster::Target>& target,
                   const raster::View& view) {
    const raster::PixelArea area = shown_area(view);
    if (target && target->width() == area.width && target->height() == area.height) {
        return {};
    }
    auto made = device.make_target(area.width, area.height);
    if (!made) {
        return made.error();
    }
    target = std::move(*made);
    return {};
}

Status clear_stencil(raster::Device& device, raster::Target& target) {
    return device.clear(target, {.depth = {}, .id_0 = {}, .id_1 = {}});
}

Status count_surfaces(raster::Device& device, raster::Target& target, const raster::View& view,
                      const Side& side) {
    const Status status = clear_stencil(device, target);
    return status ? device.draw(target, view, count_surfaces(),
                                {.geometry = side.geometry, .pose = side.pose})
                  : status;
}

} // namespace impinge::inline v0::imagespace
