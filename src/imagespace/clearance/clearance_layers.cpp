// SPDX-License-Identifier: Apache-2.0
#include "imagespace/clearance/clearance_layers.hpp"

namespace impinge::inline v0::imagespace {
namespace {

using raster::Compare;
using raster::StencilOp;

/// One of the two depths, and every layer counted.
Status draw_depths(raster::Device& device, raster::Target& target, const raster::View& view,
                   const Side& side, Compare compare) {
    const float none = compare == Compare::Less ? 1.0F : 0.0F;
    if (Status failed = device.clear(target, {.depth = none, .id_0 = {}, .id_1 = {}})) {
        return failed;
    }
    const raster::StencilOps count{.depth_fails = StencilOp::Increment,
                                   .passes = StencilOp::Increment};
    return device.draw(target, view,
                       {.depth_compare = compare, .stencil = {.front = count, .back = count}},
                       {.geometry = side.geometry, .pose = side.pose});
}

} // namespace

Expected<LayerMaps> layer_maps(raster::Device& device, raster::Target& target,
                               const raster::View& view, const Side& side) {
    if (Status failed = draw_depths(device, target, view, side, Compare::Less)) {
        return *failed;
    }
    auto nearest = device.read_depth(target);
    if (!nearest) {
        return nearest.error();
    }
    if (Status failed = draw_depths(device, target, view, side, Compare::Greater)) {
        return *failed;
    }
    auto farthest = device.read_depth(target);
    if (!farthest) {
        return farthest.error();
    }
    auto layers = device.read_stencil(target);
    if (!layers) {
        return layers.error();
    }
    return LayerMaps{std::move(*nearest), std::move(*farthest), std::move(*layers)};
}

} // namespace impinge::inline v0::imagespace
