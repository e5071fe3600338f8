// SPDX-License-Identifier: Apache-2.0
//
// The nearest and the farthest depth of a body in every pixel, and how many layers it has there.
#pragma once

#include "imagespace/clearance/ray_pieces.hpp"
#include "imagespace/frame.hpp"

#include <vector>

namespace impinge::inline v0::imagespace {

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

} // namespace impinge::inline v0::imagespace
