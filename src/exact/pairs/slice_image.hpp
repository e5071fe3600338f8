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

#include <algorithm>
#include <atomic>
#include <bit>
#include <variant>
#include <vector>

namespace impinge::inline v0 {

/// How codes become pixels: pixel = code >> shift. Chosen so that a typical triangle covers few
/// pixels; an image finer than the triangles would cost more than it saves.
struct ImageGrid {
    int shift = 9;

    [[nodiscard]] std::size_t width() const { return std::size_t{65536} >> shift; }
    [[nodiscard]] std::size_t pixel_count() const { return width() * width(); }
};

/// The runs of a mesh that are near the region, or a list of triangles that reach into it.
using CodedTriangles = std::variant<QuantisedMesh, QuantisedList>;

ImageGrid choose_grid(const CodedTriangles& a, const CodedTriangles& b);

/// The pixels and slices of a box, the last pixel of each row and column left out unless it is the
/// only one.
class Footprint {
  public:
    Footprint(const QuantisedTriangle& t, ImageGrid grid) {
        constexpr std::uint64_t lane = 0xffff;
        constexpr std::uint64_t from_zero = 0x0000'8000'8000'8000; // codes counted from 0
        const std::uint64_t low = std::bit_cast<std::uint64_t>(t.low) ^ from_zero;
        const std::uint64_t high = std::bit_cast<std::uint64_t>(t.high) ^ from_zero;
        x0_ = static_cast<std::uint32_t>((low & lane) >> grid.shift);
        y0_ = static_cast<std::uint32_t>((low >> 16 & lane) >> grid.shift);
        x1_ = static_cast<std::uint32_t>((high & lane) >> grid.shift);
        y1_ = static_cast<std::uint32_t>((high >> 16 & lane) >> grid.shift);
        constexpr int slice_bits = 10; // 64 slices whatever the width of the image
        const std::uint64_t from = low >> (32 + slice_bits);
        const std::uint64_t to = high >> (32 + slice_bits);
        slices_ = (~std::uint64_t{0} >> (63 - (to - from))) << from;
    }

    /// Calls visit(pixel, slices) for the pixels; stops when it says true, and says whether it did.
    template <typename Visit> bool any(ImageGrid grid, Visit visit) const {
        if (x1_ <= x0_ + 1 && y1_ <= y0_ + 1) {
            return visit(y0_ * grid.width() + x0_, slices_);
        }
        for (std::size_t y = y0_; y < std::max(y0_ + 1, y1_); ++y) {
            for (std::size_t x = x0_; x < std::max(x0_ + 1, x1_); ++x) {
                if (visit(y * grid.width() + x, slices_)) {
                    return true;
                }
            }
        }
        return false;
    }

    [[nodiscard]] std::size_t pixel_count() const {
        return std::size_t{std::max(1U, x1_ - x0_)} * std::max(1U, y1_ - y0_);
    }

  private:
    std::uint32_t x0_;
    std::uint32_t x1_;
    std::uint32_t y0_;
    std::uint32_t y1_;
    std::uint64_t slices_;
};

class SliceImage {
  public:
    explicit SliceImage(ImageGrid grid) : grid_(grid), slices_(grid.pixel_count(), 0) {}

    /// May be called from several threads at once.
    void mark(const QuantisedTriangle& triangle) {
        Footprint(triangle, grid_).any(grid_, [&](std::size_t pixel, std::uint64_t slices) {
            const std::atomic_ref<std::uint64_t> word(slices_[pixel]);
            // Looked at first: most marks are there already, and writing is what costs.
            if ((word.load(std::memory_order_relaxed) & slices) != slices) {
                word.fetch_or(slices, std::memory_order_relaxed);
            }
            return false;
        });
    }
    /// After all marks and before the first question: marks reach one pixel farther.
    void spread();
    /// Whether the triangle's box may touch a marked slice.
    [[nodiscard]] bool meets(const QuantisedTriangle& triangle) const {
        return meets(Footprint(triangle, grid_));
    }
    /// The same for a box that may be large, of which nothing is told then.
    [[nodiscard]] bool may_meet(const Codes& low, const Codes& high) const {
        constexpr std::size_t most_pixels = 128; // more cost more than what they may save
        const Footprint footprint({low, high, 0, 0}, grid_);
        return footprint.pixel_count() > most_pixels || meets(footprint);
    }

  private:
    [[nodiscard]] bool meets(const Footprint& footprint) const {
        return footprint.any(grid_, [&](std::size_t pixel, std::uint64_t slices) {
            return (slices_[pixel] & slices) != 0;
        });
    }

    ImageGrid grid_;
    std::vector<std::uint64_t> slices_;
};

/// Triangles of two bodies, in the order in which they were given.
struct TrianglesOfBoth {
    std::vector<QuantisedTriangle> a;
    std::vector<QuantisedTriangle> b;
};

/// A piece of a run, and the box of its triangles that reach into the region.
struct PieceInRegion {
    Codes low;
    Codes high;
    std::uint32_t begin; ///< places in CodedTriangles
    std::uint32_t end;
};

/// All triangles of one body that reach into the region.
struct RegionTriangles {
    CodedTriangles coded;
    std::vector<PieceInRegion> pieces; ///< those that have any
    std::size_t count = 0;

    /// Those whose boxes have codes between these, in the order in which they were given.
    [[nodiscard]] std::vector<std::uint32_t> between(Codes low, Codes high,
                                                     const Context& context) const;
};

struct Survivors {
    RegionTriangles a;
    RegionTriangles b;
    TrianglesOfBoth meeting; ///< of those, what comes near the other body
};
Survivors keep_meeting(CodedTriangles a, CodedTriangles b, ImageGrid grid, const Context& context);

} // namespace impinge::inline v0
