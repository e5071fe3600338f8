// SPDX-License-Identifier: Apache-2.0
//
// Where to focus: the pixels asked about as a few compact areas, and those that are scattered.
#pragma once

#include "imagespace/frame.hpp"

#include <span>

namespace impinge::inline v0::imagespace {

struct LayerArea {
    raster::PixelArea box;
    std::vector<std::uint32_t> pixels; ///< places in the list that was asked about, ascending
};

struct LayerAreas {
    std::vector<LayerArea> compact;
    std::vector<std::uint32_t> scattered; ///< places in the list, ascending
};

struct LayerAreaOptions {
    /// An area with fewer pixels counts as scattered.
    std::size_t least_pixels = 1;
    /// Two areas are joined if that adds at most so many pixels: drawing them costs less than
    /// drawing all triangles once more.
    std::size_t most_added_pixels = 0;
};

/// The pixels are sorted by row, then column, each once.
LayerAreas layer_areas(std::span<const PixelPlace> pixels, const LayerAreaOptions& options);

} // namespace impinge::inline v0::imagespace
