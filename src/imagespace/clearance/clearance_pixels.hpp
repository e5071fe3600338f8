// SPDX-License-Identifier: Apache-2.0
//
// From the depth maps of two bodies to the clearance of every pixel, and from there to numbers.
#pragma once

#include "imagespace/clearance/clearance_layers.hpp"
#include "imagespace/clearance/view_rays.hpp"
#include "impinge/clearance.hpp"

namespace impinge::inline v0::imagespace {

/// Both bodies in one view.
struct ClearanceScene {
    raster::View view;
    Side a;
    Side b;
    Facing facing_a = Facing::Outward;
    Facing facing_b = Facing::Outward;
    const LayerMaps& maps_a;
    const LayerMaps& maps_b;
};

/// Which bodies a pixel shows, as bits.
inline constexpr std::uint8_t shows_a = 1;
inline constexpr std::uint8_t shows_b = 2;

/// World units, one for each pixel.
struct PixelClearances {
    std::vector<float> clearance;     ///< NaN where not both bodies are
    std::vector<double> at;           ///< depth, 0 to 1, of the middle of the gap or overlap
    std::vector<std::uint8_t> bodies; ///< shows_a, shows_b
    std::uint64_t by_layers = 0;

    explicit PixelClearances(std::size_t pixels);
};

/// In closed form where each body has two layers, or where one body lies before the other; by all
/// layers in the other pixels, and where a body does not begin with its first layer.
Expected<PixelClearances> pixel_clearances(const ClearanceScene& scene, const Context& context);

/// By rays in double precision, which no device draws: where floats would not do.
PixelClearances pixel_clearances_by_rays(const raster::View& view, const ViewRays& a,
                                         const ViewRays& b, const Context& context);

/// Everything but the bound of the volume.
ClearanceMap summed_up(const raster::View& view, PixelClearances pixels, double tolerance);

} // namespace impinge::inline v0::imagespace
