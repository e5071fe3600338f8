// SPDX-License-Identifier: Apache-2.0
//
// Fourth stage: which triangles of A have boxes that overlap which boxes of B. The survivors are
// sorted into the pixels of the image; within a pixel the space is halved again and again until a
// part holds few boxes or halving no longer separates them. A pair is found in the one part that
// holds the low corner of its common box, so it is found once.
#pragma once

#include "exact/slice_image.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

struct Candidate {
    std::uint32_t a = 0; ///< index of the triangle of A
    std::uint32_t b = 0;
};

/// For every pixel the triangles whose boxes cover it.
class PixelBins {
  public:
    PixelBins(std::span<const CodedTriangle> triangles, ImageGrid grid);

    [[nodiscard]] std::span<const CodedTriangle> operator[](std::size_t pixel) const {
        return std::span(items_).subspan(first_[pixel], first_[pixel + 1] - first_[pixel]);
    }

  private:
    std::vector<std::size_t> first_;
    std::vector<CodedTriangle> items_;
};

/// All pairs of overlapping boxes that belong to the pixel, each once, in a fixed order.
std::vector<Candidate> match_pixel(const PixelBins& a, const PixelBins& b, std::size_t pixel,
                                   ImageGrid grid);

} // namespace impinge::inline v0
