// SPDX-License-Identifier: Apache-2.0
//
// Section 6: the order of all layers of A and B, for the pixels that simpler methods left over.
#pragma once

#include "depth_methods/frame.hpp"
#include "imagespace/pixel_areas.hpp"
#include "imagespace/pixel_layers.hpp"

namespace impinge::inline v0::imagespace {

/// Whether A and B overlap along the ray: whether somewhere both are wound around at least once.
/// With EqualDepths::Apart that takes a stretch of the ray between two different depths, so that
/// what has no thickness overlaps nothing. With EqualDepths::Overlap the stretches are closed: a
/// depth at which the one ends and the other begins is enough, and so is what has no thickness.
bool layers_overlap(std::span<const Layer> layers, EqualDepths equal_depths);

struct LayerFindings {
    /// For each pixel asked about: LayersApart or LayersOverlap. The rest is LeftOver if an overlap
    /// was found with Extent::FirstOverlap, or if the query was cancelled.
    std::vector<PixelCase> cases;
    std::vector<Stage> stages; ///< LayerOrder, Rays or LeftOver
};

/// The pixels (of the frame's target) are sorted by row, then column, each once. Peels the layers
/// of the areas around them; settles scattered pixels, and those where layers coincide, by rays.
Expected<LayerFindings> layer_order(const Frame& frame, std::span<const PixelPlace> pixels);

/// The same with areas chosen otherwise than measured.
Expected<LayerFindings> layer_order(const Frame& frame, std::span<const PixelPlace> pixels,
                                    const PixelAreaOptions& options);

/// Whether layer_order() settles so few pixels by rays alone, and for less than it costs to render
/// both bodies once more to have fewer.
bool few_enough_for_rays(const Frame& frame, std::uint64_t pixels);

} // namespace impinge::inline v0::imagespace
