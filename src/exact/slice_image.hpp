// SPDX-License-Identifier: Apache-2.0
//
// Third stage: the depth-slice image. The region is seen along z as an image of up to 64 x 64
// pixels; each pixel holds one bit for each of 64 depth slices. A body marks the slices that its
// triangles' boxes touch; a triangle of the other body whose box finds no marked slice cannot meet
// any of them.
#pragma once

#include "exact/region_codes.hpp"

#include <vector>

namespace impinge {

/// How codes become pixels: cell = code >> shift. Chosen so that a typical triangle covers few
/// pixels; an image finer than the triangles would cost more than it saves.
struct ImageGrid {
    int shift = 10;
    [[nodiscard]] std::size_t width() const { return std::size_t{65536} >> shift; }
};

ImageGrid choose_grid(std::span<const CodedTriangle> a, std::span<const CodedTriangle> b);

class SliceImage {
  public:
    explicit SliceImage(ImageGrid grid) : grid_(grid), slices_(grid.width() * grid.width(), 0) {}

    void mark(const CodedTriangle& triangle);
    /// Whether the triangle's box touches a marked slice.
    [[nodiscard]] bool meets(const CodedTriangle& triangle) const;
    void merge(const SliceImage& other);

  private:
    ImageGrid grid_;
    std::vector<std::uint64_t> slices_;
};

struct Survivors {
    std::vector<CodedTriangle> a;
    std::vector<CodedTriangle> b;
};

/// The triangles of each body that come near the other, in their order.
Survivors keep_meeting(std::vector<CodedTriangle> a, std::vector<CodedTriangle> b,
                       const Context& context);

} // namespace impinge
