// SPDX-License-Identifier: Apache-2.0
//
// Second stage of the broad phase: the depth-slice image, a bitmap of occupied cells. The region is
// seen along z as an image of up to 128 x 128 pixels; each pixel holds one bit for each of 64 depth
// slices. A body marks the slices that its triangles' boxes touch; a triangle of the other body
// whose box finds no marked slice cannot meet any of them.
//
// Most triangles are smaller than a pixel and reach into its right or upper neighbour at most. So a
// box marks all its pixels but the last of each row and column (unless it has only one), is looked
// up at all but the last, and the image is spread by one pixel on all sides in between: one access
// per triangle, for little more than what exact marks would keep.
#pragma once

#include "exact/pairs/quantised_mesh.hpp"

#include <vector>

namespace impinge::inline v0 {

/// How codes become pixels: pixel = code >> shift. Chosen so that a typical triangle covers few
/// pixels; an image finer than the triangles would cost more than it saves.
struct ImageGrid {
    int shift = 9;

    [[nodiscard]] std::size_t width() const { return std::size_t{65536} >> shift; }
    [[nodiscard]] std::size_t pixel_count() const { return width() * width(); }
};

ImageGrid choose_grid(const QuantisedMesh& a, const QuantisedMesh& b);

class SliceImage {
  public:
    explicit SliceImage(ImageGrid grid) : grid_(grid), slices_(grid.pixel_count(), 0) {}

    /// May be called from several threads at once.
    void mark(const QuantisedTriangle& triangle);
    /// After all marks and before the first question: marks reach one pixel farther.
    void spread();
    /// Whether the triangle's box may touch a marked slice.
    [[nodiscard]] bool meets(const QuantisedTriangle& triangle) const;

  private:
    ImageGrid grid_;
    std::vector<std::uint64_t> slices_;
};

/// The triangles of each body that come near the other, in their order in the mesh.
struct Survivors {
    std::vector<QuantisedTriangle> a;
    std::vector<QuantisedTriangle> b;
    std::uint64_t in_region = 0; ///< how many of both bodies reach into the region at all
};
Survivors keep_meeting(const QuantisedMesh& a, const QuantisedMesh& b, ImageGrid grid,
                       const Context& context);

} // namespace impinge::inline v0
