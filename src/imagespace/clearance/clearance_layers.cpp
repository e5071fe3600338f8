// SPDX-License-Identifier: Apache-2.0
#include "imagespace/clearance/clearance_layers.hpp"

namespace impinge::inline v0::imagespace {
namespace {

using raster::Compare;
using raster::StencilOp;

raster::Draw draw_of(const Side& side) { return {.geometry = side.geometry, .pose = side.pose}; }

/// One of the two depths. The bit of the stencil value says whether a face of the wanted side is
/// there.
struct Outermost {
    Compare compare;
    float none; ///< the depth where there is nothing
    std::uint8_t bit;
    bool front; ///< wanted: the first surface is to be entered, the last to be left
};

Status draw_outermost(raster::Device& device, raster::Target& target, const raster::View& view,
                      const Side& side, const Outermost& wanted) {
    const raster::StencilOps set{.passes = StencilOp::Replace};
    const raster::StencilOps unset{.passes = StencilOp::Zero};
    return device.draw(target, view,
                       {.depth_compare = wanted.compare,
                        .stencil = {.reference = wanted.bit,
                                    .write_mask = wanted.bit,
                                    .front = wanted.front ? set : unset,
                                    .back = wanted.front ? unset : set}},
                       draw_of(side));
}

Expected<std::vector<float>> outermost_depths(raster::Device& device, raster::Target& target,
                                              const raster::View& view, const Side& side,
                                              const Outermost& wanted) {
    if (Status status =
            device.clear(target, {.depth = wanted.none, .stencil = {}, .id_0 = {}, .id_1 = {}});
        !status) {
        return status.error();
    }
    if (Status status = draw_outermost(device, target, view, side, wanted); !status) {
        return status.error();
    }
    return device.read_depth(target);
}

Status clear_stencil(raster::Device& device, raster::Target& target) {
    return device.clear(target, {.depth = {}, .id_0 = {}, .id_1 = {}});
}

Expected<std::vector<std::uint8_t>> count_layers(raster::Device& device, raster::Target& target,
                                                 const raster::View& view, const Side& side) {
    if (Status status = clear_stencil(device, target); !status) {
        return status.error();
    }
    const raster::StencilOps count{.passes = StencilOp::Increment};
    if (Status status = device.draw(target, view,
                                    {.depth_compare = Compare::Always,
                                     .depth_write = false,
                                     .stencil = {.front = count, .back = count}},
                                    draw_of(side));
        !status) {
        return status.error();
    }
    return device.read_stencil(target);
}

} // namespace

Expected<LayerMaps> layer_maps(raster::Device& device, raster::Target& target,
                               const raster::View& view, const Side& side, Facing facing) {
    const bool outward = facing == Facing::Outward;
    if (Status status = clear_stencil(device, target); !status) {
        return status.error();
    }
    auto nearest = outermost_depths(device, target, view, side,
                                    {Compare::Less, 1.0F, LayerMaps::begins, outward});
    if (!nearest) {
        return nearest.error();
    }
    auto farthest = outermost_depths(device, target, view, side,
                                     {Compare::Greater, 0.0F, LayerMaps::ends, !outward});
    if (!farthest) {
        return farthest.error();
    }
    auto sides = device.read_stencil(target);
    if (!sides) {
        return sides.error();
    }
    auto layers = count_layers(device, target, view, side);
    if (!layers) {
        return layers.error();
    }
    return LayerMaps{std::move(*nearest), std::move(*farthest), std::move(*layers),
                     std::move(*sides)};
}

} // namespace impinge::inline v0::imagespace
