// SPDX-License-Identifier: Apache-2.0
//
// Many regions side by side in few targets: how many pixels each gets, and where they lie.
#pragma once

#include "impinge/view.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// Of a window, in pixels or in units of the world.
template <typename T> struct Size2 {
    T width = 0;
    T height = 0;
};

/// How many pixels the longer side of each window gets. One gets `resolution`. Many share the
/// pixels of a square of that side, so that pixels are equally large in all of them; but each gets
/// some pixels, and none more than one alone would.
std::vector<int> shared_resolutions(std::span<const Size2<double>> windows, int resolution);

/// Some of the windows in one target.
struct Atlas {
    Size2<int> size;
    std::vector<std::size_t> windows; ///< which they are
    std::vector<raster::PixelArea> places;
};

/// All windows, in as few targets as shelves make it, which are no larger than `most` on a side
/// (unless a window is). Columns begin at multiples of raster::area_alignment.
std::vector<Atlas> pack_windows(std::span<const Size2<int>> windows, int most);

} // namespace impinge::inline v0::imagespace
