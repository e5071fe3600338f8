// SPDX-License-Identifier: Apache-2.0
//
// The nearest and the farthest depth of a body in every pixel, and how many layers it has there.
#pragma once

#include "imagespace/frame.hpp"

#include <vector>

namespace impinge::inline v0::imagespace {

/// Rows from the bottom. Depths mean something where there are layers.
struct LayerMaps {
    std::vector<float> nearest;
    std::vector<float> farthest;
    std::vector<std::uint8_t> layers; ///< 255 means as many or more
};

/// Draws the body twice.
Expected<LayerMaps> layer_maps(raster::Device& device, raster::Target& target,
                               const raster::View& view, const Side& side);

} // namespace impinge::inline v0::imagespace
