// SPDX-License-Identifier: Apache-2.0
//
// Open bodies show themselves at pixels where front and back faces do not cancel out.
#include "imagespace/edge_rays/algorithms/edge_draws.hpp"

namespace impinge::inline v0::imagespace {
namespace {

constexpr raster::PixelTest unbalanced{.compare = raster::Compare::NotEqual, .reference = in_none};

/// At how many pixels the faces of the bodies do not cancel out.
Expected<std::uint64_t> unbalanced_pixels(const EdgeFrame& frame, raster::Target& target,
                                          std::span<const EdgeBody> bodies) {
    Status status =
        frame.device.clear(target, {.depth = {}, .stencil = in_none, .id_0 = {}, .id_1 = {}});
    status =
        status ? draw_faces(frame, bodies, {.target = target, .pass = count_all_faces()}) : status;
    if (!status) {
        return status.error();
    }
    return frame.device.count(target, unbalanced);
}

} // namespace

Expected<std::vector<UnsoundBody>> open_bodies(const EdgeFrame& frame) {
    const raster::PixelArea shown = raster::shown_area(frame.view);
    const auto target = frame.targets.get(0, shown.width, shown.height);
    if (!target) {
        return target.error();
    }
    const auto together = unbalanced_pixels(frame, **target, frame.bodies);
    if (!together) {
        return together.error();
    }
    std::vector<UnsoundBody> open;
    for (std::size_t i = 0; *together > 0 && i < frame.bodies.size(); ++i) {
        const auto pixels = unbalanced_pixels(frame, **target, frame.bodies.subspan(i, 1));
        if (!pixels) {
            return pixels.error();
        }
        if (*pixels > 0) {
            open.push_back({frame.bodies[i].index, UnsoundBody::Fault::Open, *pixels});
        }
    }
    return open;
}

} // namespace impinge::inline v0::imagespace
