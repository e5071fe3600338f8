// SPDX-License-Identifier: Apache-2.0
//
// From the depth maps of two bodies to the clearance of every pixel, and from there to numbers.
#pragma once

#include "imagespace/view_rays.hpp"
#include "impinge/clearance.hpp"

#include <vector>

namespace impinge::inline v0::imagespace {

/// The nearest and the farthest depth of a body in every pixel, and how many layers it has there.
/// Rows from the bottom. Depths mean something where there are layers.
struct LayerMaps {
    std::vector<float> nearest;
    std::vector<float> farthest;
    std::vector<std::uint8_t> layers; ///< 255 means as many or more
    /// Whether the ray is inside right behind the nearest layer, and right before the farthest one.
    /// It is not where a body that crosses itself turns its inside out.
    std::vector<std::uint8_t> sides;

    static constexpr std::uint8_t begins = 1;
    static constexpr std::uint8_t ends = 2;
    [[nodiscard]] bool begins_at_nearest(std::size_t pixel) const {
        return (sides[pixel] & begins) != 0;
    }
    [[nodiscard]] bool ends_at_farthest(std::size_t pixel) const {
        return (sides[pixel] & ends) != 0;
    }
};

/// Draws the body three times.
Expected<LayerMaps> layer_maps(raster::Device& device, raster::Target& target,
                               const raster::View& view, const Side& side, Facing facing);

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
