// SPDX-License-Identifier: Apache-2.0
//
// Third stage of the broad phase, the candidate pairs: which triangles of A have boxes that overlap
// which boxes of B. The survivors are sorted into a uniform grid, the pixels of the image; within a
// pixel the space is halved at medians again and again, as by a k-d tree, until a part holds few
// boxes or halving no longer separates them (then a sweep along x does). A pair is found in the one
// part that holds the low corner of its common box, so it is found once.
#pragma once

#include "base/buckets.hpp"
#include "exact/pairs/slice_image.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

struct Candidate {
    std::uint32_t a = 0; ///< index of the triangle of A
    std::uint32_t b = 0;
};

/// For every pixel the triangles whose boxes cover it.
using PixelBins = Buckets<QuantisedTriangle>;
PixelBins pixel_bins(std::span<const QuantisedTriangle> triangles, ImageGrid grid);

/// All pairs of overlapping boxes that belong to the pixel, each once, in a fixed order.
std::vector<Candidate> match_pixel(const PixelBins& a, const PixelBins& b, std::size_t pixel,
                                   ImageGrid grid);

} // namespace impinge::inline v0
