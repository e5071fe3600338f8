// SPDX-License-Identifier: Apache-2.0
//
// From the depth maps of two bodies to the clearance of every pixel, and from there to numbers.
#pragma once

#include "imagespace/clearance/clearance_layers.hpp"
#include "impinge/clearance.hpp"

namespace impinge::inline v0::imagespace {

/// Both bodies in one view.
struct ClearanceScene {
    raster::View view;
    Side a;
    Side b;
    const LayerMaps& maps_a;
    const LayerMaps& maps_b;
};

/// World units, one for each pixel.
struct PixelClearances {
    std::vector<float> clearance; ///< NaN where not both bodies are
    std::vector<float> at;        ///< depth, 0 to 1, of the middle of the gap or overlap
    std::uint64_t by_layers = 0;
};

/// In closed form where each body has two layers, or where one body lies before the other; by all
/// layers in the other pixels.
Expected<PixelClearances> pixel_clearances(const ClearanceScene& scene, const Context& context);

/// Everything but the bound of the volume.
ClearanceMap summed_up(const ClearanceScene& scene, PixelClearances pixels, double tolerance);

} // namespace impinge::inline v0::imagespace
