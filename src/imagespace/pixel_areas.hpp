// SPDX-License-Identifier: Apache-2.0
//
// Pixels of a window one by one, and where to focus: the pixels asked about as a few compact areas,
// and those that are scattered.
#pragma once

#include "impinge/view.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

struct PixelPlace {
    std::uint32_t x = 0;
    std::uint32_t y = 0;

    friend auto operator<=>(const PixelPlace&, const PixelPlace&) = default;
};

/// Rows from the bottom.
constexpr PixelPlace place_of(std::size_t index, int width) {
    const auto stride = static_cast<std::size_t>(width);
    return {static_cast<std::uint32_t>(index % stride), static_cast<std::uint32_t>(index / stride)};
}
constexpr std::size_t index_of(PixelPlace place, int width) {
    return std::size_t{place.y} * static_cast<std::size_t>(width) + place.x;
}

/// The view of a part of the target.
constexpr raster::View focused(raster::View view, const raster::PixelArea& area) {
    const raster::PixelArea whole = raster::shown_area(view);
    view.shown = {whole.x + area.x, whole.y + area.y, area.width, area.height};
    return view;
}

struct CompactArea {
    raster::PixelArea box;
    std::vector<std::uint32_t> pixels; ///< places in the list that was asked about, ascending
};

struct PixelAreas {
    std::vector<CompactArea> compact;
    std::vector<std::uint32_t> scattered; ///< places in the list, ascending
};

struct PixelAreaOptions {
    /// An area with fewer pixels counts as scattered.
    std::size_t least_pixels = 1;
    /// Two areas are joined if that adds at most so many pixels: drawing them costs less than
    /// drawing all triangles once more.
    std::size_t most_added_pixels = 0;
};

/// The pixels are sorted by row, then column, each once.
PixelAreas pixel_areas(std::span<const PixelPlace> pixels, const PixelAreaOptions& options);

} // namespace impinge::inline v0::imagespace
