// SPDX-License-Identifier: Apache-2.0
#include "imagespace/depth_maps.hpp"

#include "imagespace/masks.hpp"

#include <numeric>

namespace impinge::inline v0::imagespace {
namespace {

Expected<bool> shows_two_or_none(raster::Device& device, const raster::Target& surfaces) {
    const auto pixels = device.stencil_histogram(surfaces);
    if (!pixels) {
        return pixels.error();
    }
    const auto all = std::accumulate(pixels->begin(), pixels->end(), std::uint64_t{0});
    return (*pixels)[0] + (*pixels)[2] == all;
}

} // namespace

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

Status count_surfaces_of_b(const Frame& frame) {
    if (Status failed = need_target(frame.device, frame.maps.b, frame.view)) {
        return failed;
    }
    ++frame.log.draws;
    Status cleared = frame.device.clear(*frame.maps.b, {.depth = {}, .id_0 = {}, .id_1 = {}});
    return cleared ? cleared
                   : frame.device.draw(*frame.maps.b, frame.view, count_surfaces(),
                                       {.geometry = frame.b.geometry, .pose = frame.b.pose});
}

Expected<bool> is_a_pi_convex(const Frame& frame) {
    DepthMaps& maps = frame.maps;
    if (!maps.pi_convex) {
        auto found = shows_two_or_none(frame.device, *maps.near);
        if (!found) {
            return found;
        }
        maps.pi_convex = *found;
    }
    return *maps.pi_convex;
}

Expected<bool> is_b_pi_convex(const Frame& frame) {
    if (const Status failed = count_surfaces_of_b(frame)) {
        return *failed;
    }
    return shows_two_or_none(frame.device, *frame.maps.b);
}

} // namespace impinge::inline v0::imagespace
