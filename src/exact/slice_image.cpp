// SPDX-License-Identifier: Apache-2.0
#include "exact/slice_image.hpp"

#include "base/parallel.hpp"

#include <algorithm>

namespace impinge {
namespace {

constexpr std::size_t triangles_per_chunk = 1 << 16;

/// Bits `from` to `to`, both included, of 64.
std::uint64_t slice_mask(int from, int to) {
    return (~std::uint64_t{0} >> (63 - (to - from))) << from;
}

struct PixelRange {
    std::size_t x0, x1, y0, y1;
    std::uint64_t slices;
};

PixelRange pixels_of(const CodedTriangle& t, ImageGrid grid) {
    constexpr int slice_shift = 10; // 64 slices whatever the width of the image
    return {static_cast<std::size_t>(t.low[0] >> grid.shift),
            static_cast<std::size_t>(t.high[0] >> grid.shift),
            static_cast<std::size_t>(t.low[1] >> grid.shift),
            static_cast<std::size_t>(t.high[1] >> grid.shift),
            slice_mask(t.low[2] >> slice_shift, t.high[2] >> slice_shift)};
}

SliceImage image_of(std::span<const CodedTriangle> triangles, ImageGrid grid,
                    const Context& context) {
    std::vector<SliceImage> parts(chunk_count(triangles.size(), triangles_per_chunk),
                                  SliceImage(grid));
    for_each_chunk(context, triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            parts[chunk.index].mark(triangles[i]);
        }
    });
    SliceImage image(grid);
    for (const SliceImage& part : parts) {
        image.merge(part);
    }
    return image;
}

std::vector<CodedTriangle> those_meeting(std::span<const CodedTriangle> triangles,
                                         const SliceImage& image, const Context& context) {
    return gather_chunks<CodedTriangle>(context, triangles.size(), triangles_per_chunk,
                                        [&](const Chunk& chunk) {
                                            std::vector<CodedTriangle> kept;
                                            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                                                if (image.meets(triangles[i])) {
                                                    kept.push_back(triangles[i]);
                                                }
                                            }
                                            return kept;
                                        });
}

} // namespace

ImageGrid choose_grid(std::span<const CodedTriangle> a, std::span<const CodedTriangle> b) {
    std::uint64_t extent = 0;
    for (const auto triangles : {a, b}) {
        for (const CodedTriangle& t : triangles) {
            extent +=
                static_cast<std::uint64_t>(std::max(t.high[0] - t.low[0], t.high[1] - t.low[1]));
        }
    }
    const std::uint64_t mean = extent / std::max<std::uint64_t>(1, a.size() + b.size());
    ImageGrid grid;
    while (grid.shift < 15 && (std::uint64_t{1} << grid.shift) < mean) {
        ++grid.shift;
    }
    return grid;
}

void SliceImage::mark(const CodedTriangle& triangle) {
    const PixelRange range = pixels_of(triangle, grid_);
    for (std::size_t y = range.y0; y <= range.y1; ++y) {
        for (std::size_t x = range.x0; x <= range.x1; ++x) {
            slices_[y * grid_.width() + x] |= range.slices;
        }
    }
}

bool SliceImage::meets(const CodedTriangle& triangle) const {
    const PixelRange range = pixels_of(triangle, grid_);
    for (std::size_t y = range.y0; y <= range.y1; ++y) {
        for (std::size_t x = range.x0; x <= range.x1; ++x) {
            if ((slices_[y * grid_.width() + x] & range.slices) != 0) {
                return true;
            }
        }
    }
    return false;
}

void SliceImage::merge(const SliceImage& other) {
    for (std::size_t i = 0; i < slices_.size(); ++i) {
        slices_[i] |= other.slices_[i];
    }
}

Survivors keep_meeting(std::vector<CodedTriangle> a, std::vector<CodedTriangle> b,
                       const Context& context) {
    const ImageGrid grid = choose_grid(a, b);
    // B against all of A, then A against what is left of B: the second image is the sparser one.
    b = those_meeting(b, image_of(a, grid, context), context);
    a = those_meeting(a, image_of(b, grid, context), context);
    return {std::move(a), std::move(b)};
}

} // namespace impinge
