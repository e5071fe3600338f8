// SPDX-License-Identifier: Apache-2.0
//
// Passes that work on the stencil plane alone (masks and counters of pixels), and the targets they
// work in.
#pragma once

#include "imagespace/solid_body.hpp"

namespace impinge::inline v0::imagespace {

inline constexpr std::uint8_t all_masks = 0xFF;

/// Which pixels a pass works on, `(reference & read) compare (masks & read)`, and what it writes
/// there.
struct MaskOperation {
    raster::Compare compare = raster::Compare::Always;
    std::uint8_t reference = 0;
    std::uint8_t read = all_masks;
    std::uint8_t write = all_masks;
    raster::StencilOp does = raster::StencilOp::Keep;
};

/// Fragments that pass do the operation, whichever way they face.
constexpr raster::Stencil stencil(const MaskOperation& operation) {
    const raster::StencilOps ops{.passes = operation.does};
    return {.compare = operation.compare,
            .reference = operation.reference,
            .read_mask = operation.read,
            .write_mask = operation.write,
            .front = ops,
            .back = ops};
}

/// Leaves depths as they are; to be drawn or to cover all pixels.
constexpr raster::Pass mask_pass(const MaskOperation& operation) {
    return {.depth_compare = raster::Compare::Always,
            .depth_write = false,
            .stencil = stencil(operation)};
}

/// Every surface counts, up to 255: the depth complexity.
constexpr raster::Pass count_surfaces() {
    return mask_pass({.does = raster::StencilOp::Increment});
}

/// Makes the target unless there is one of this size. A new one holds nothing.
Status need_target(raster::Device& device, std::unique_ptr<raster::Target>& target,
                   const raster::View& view);

/// The stencil plane becomes zero, the others stay.
Status clear_stencil(raster::Device& device, raster::Target& target);

/// The number of surfaces of a body at every pixel, into the stencil plane.
Status count_surfaces(raster::Device& device, raster::Target& target, const raster::View& view,
                      const Side& side);

} // namespace impinge::inline v0::imagespace
