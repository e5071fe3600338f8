// SPDX-License-Identifier: Apache-2.0
#include "imagespace/depth_maps.hpp"

#include "imagespace/masks.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// Whether every pixel holds a value of this kind.
template <typename Kind>
Expected<bool> holds_only(raster::Device& device, const raster::Target& target, Kind is_of_kind) {
    const auto pixels = device.stencil_histogram(target);
    if (!pixels) {
        return pixels.error();
    }
    for (std::size_t value = 0; value < pixels->size(); ++value) {
        if ((*pixels)[value] > 0 && !is_of_kind(static_cast<std::uint8_t>(value))) {
            return false;
        }
    }
    return true;
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

Status count_surfaces_of(const Frame& frame, const Side& side) {
    if (Status status = need_target(frame.device, frame.maps.b, frame.view); !status) {
        return status;
    }
    ++frame.log.draws;
    Status cleared = frame.device.clear(*frame.maps.b, {.depth = {}, .id_0 = {}, .id_1 = {}});
    return !cleared ? cleared
                    : frame.device.draw(*frame.maps.b, frame.view, count_surfaces(),
                                        {.geometry = side.geometry, .pose = side.pose});
}

Expected<bool> is_a_pi_convex(const Frame& frame) {
    DepthMaps& maps = frame.maps;
    if (!maps.pi_convex) {
        auto found = holds_only(frame.device, *maps.near, [](std::uint8_t known) {
            return (known & (a_absent | a_pi_convex)) != 0;
        });
        if (!found) {
            return found;
        }
        maps.pi_convex = *found;
    }
    return *maps.pi_convex;
}

Expected<bool> is_b_pi_convex(const Frame& frame) {
    if (const Status status = count_surfaces_of(frame, frame.b); !status) {
        return status.error();
    }
    return holds_only(frame.device, *frame.maps.b,
                      [](std::uint8_t surfaces) { return surfaces == 0 || surfaces == 2; });
}

} // namespace impinge::inline v0::imagespace
