// SPDX-License-Identifier: Apache-2.0
//
// Second stage of the broad phase: the depth-slice image, a bitmap of occupied cells. The region is
// seen along z as an image of up to 64 x 64 pixels; each pixel holds one bit for each of 64 depth
// slices. A body marks the slices that its triangles' boxes touch; a triangle of the other body
// whose box finds no marked slice cannot meet any of them.
#pragma once

#include "exact/pairs/quantised_mesh.hpp"

#include <vector>

namespace impinge::inline v0 {

/// How codes become pixels: pixel = code >> shift. Chosen so that a typical triangle covers few
/// pixels; an image finer than the triangles would cost more than it saves.
struct ImageGrid {
    int shift = 10;

    [[nodiscard]] std::size_t width() const { return std::size_t{65536} >> shift; }
    [[nodiscard]] std::size_t pixel_count() const { return width() * width(); }
};

ImageGrid choose_grid(const QuantisedMesh& a, const QuantisedMesh& b);

/// Calls visit(pixel) for the pixels that the triangle's box covers; stops when visit says true,
/// and says whether it did.
template <typename Visit> bool any_pixel(const QuantisedTriangle& t, ImageGrid grid, Visit visit) {
    const int x0 = cell_of(t.low[0], grid.shift);
    const int x1 = cell_of(t.high[0], grid.shift);
    const int y1 = cell_of(t.high[1], grid.shift);
    for (int y = cell_of(t.low[1], grid.shift); y <= y1; ++y) {
        for (int x = x0; x <= x1; ++x) {
            if (visit(static_cast<std::size_t>(y) * grid.width() + static_cast<std::size_t>(x))) {
                return true;
            }
        }
    }
    return false;
}

class SliceImage {
  public:
    explicit SliceImage(ImageGrid grid) : grid_(grid), slices_(grid.pixel_count(), 0) {}

    void mark(const QuantisedTriangle& triangle);
    /// Whether the triangle's box touches a marked slice.
    [[nodiscard]] bool meets(const QuantisedTriangle& triangle) const;
    void merge(const SliceImage& other);

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
