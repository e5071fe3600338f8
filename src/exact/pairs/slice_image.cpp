// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/slice_image.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>

namespace impinge::inline v0 {
namespace {

/// Codes counted from 0, as one number: x in the lowest 16 bits, then y, then z.
std::uint64_t packed(Codes codes) {
    return std::bit_cast<std::uint64_t>(codes) ^ 0x0000'8000'8000'8000U;
}

/// The pixels and slices of a box, the last pixel of each row and column left out unless it is the
/// only one.
struct Extent {
    std::size_t x0;
    std::size_t x1;
    std::size_t y0;
    std::size_t y1;
    std::uint64_t slices;

    Extent(const QuantisedTriangle& t, ImageGrid grid) {
        constexpr std::uint64_t lane = 0xffff;
        const std::uint64_t low = packed(t.low);
        const std::uint64_t high = packed(t.high);
        x0 = (low & lane) >> grid.shift;
        y0 = (low >> 16 & lane) >> grid.shift;
        x1 = std::max<std::size_t>(x0 + 1, (high & lane) >> grid.shift);
        y1 = std::max<std::size_t>(y0 + 1, (high >> 16 & lane) >> grid.shift);
        constexpr int slice_bits = 10; // 64 slices whatever the width of the image
        const std::uint64_t from = low >> (32 + slice_bits);
        const std::uint64_t to = high >> (32 + slice_bits);
        slices = (~std::uint64_t{0} >> (63 - (to - from))) << from;
    }
};

template <typename Visit> bool any_pixel(const Extent& extent, ImageGrid grid, Visit visit) {
    for (std::size_t y = extent.y0; y < extent.y1; ++y) {
        for (std::size_t x = extent.x0; x < extent.x1; ++x) {
            if (visit(y * grid.width() + x)) {
                return true;
            }
        }
    }
    return false;
}

/// Marks all triangles that reach into the region, and counts them.
std::uint64_t mark_all(const QuantisedMesh& mesh, SliceImage& image, const Context& context) {
    std::atomic<std::uint64_t> in_region{0};
    for_each_chunk(context, mesh.size(), chunk_size_for(mesh.size()), [&](const Chunk& chunk) {
        std::uint64_t count = 0;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const QuantisedTriangle triangle = mesh[i];
            if (reaches_region(triangle)) {
                image.mark(triangle);
                ++count;
            }
        }
        in_region += count;
    });
    return in_region;
}

struct Kept {
    std::vector<QuantisedTriangle> triangles;
    std::uint64_t in_region = 0;
};

/// The triangles that touch a marked slice, in order.
Kept those_meeting(const QuantisedMesh& mesh, const SliceImage& image, const Context& context) {
    std::atomic<std::uint64_t> in_region{0};
    Kept all;
    all.triangles = gather_chunks<QuantisedTriangle>(
        context, mesh.size(), chunk_size_for(mesh.size()), [&](const Chunk& chunk) {
            std::vector<QuantisedTriangle> kept;
            std::uint64_t count = 0;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const QuantisedTriangle triangle = mesh[i];
                if (reaches_region(triangle)) {
                    ++count;
                    if (image.meets(triangle)) {
                        kept.push_back(triangle);
                    }
                }
            }
            in_region += count;
            return kept;
        });
    all.in_region = in_region;
    return all;
}

} // namespace

ImageGrid choose_grid(const QuantisedMesh& a, const QuantisedMesh& b) {
    constexpr std::size_t samples_per_mesh = 1024;
    std::uint64_t extent = 0;
    std::uint64_t count = 1;
    for (const QuantisedMesh* mesh : {&a, &b}) {
        const std::size_t step = std::max<std::size_t>(1, mesh->size() / samples_per_mesh);
        for (std::size_t i = 0; i < mesh->size(); i += step) {
            const QuantisedTriangle t = (*mesh)[i];
            if (reaches_region(t)) {
                const int size = std::max(t.high[0] - t.low[0], t.high[1] - t.low[1]);
                extent += static_cast<std::uint64_t>(size);
                ++count;
            }
        }
    }
    ImageGrid grid;
    while (grid.shift < 15 && (std::uint64_t{1} << grid.shift) < extent / count) {
        ++grid.shift;
    }
    return grid;
}

void SliceImage::mark(const QuantisedTriangle& triangle) {
    const Extent extent(triangle, grid_);
    any_pixel(extent, grid_, [&](std::size_t pixel) {
        const std::atomic_ref<std::uint64_t> word(slices_[pixel]);
        // Looked at first: most marks are there already, and writing is what costs.
        if ((word.load(std::memory_order_relaxed) & extent.slices) != extent.slices) {
            word.fetch_or(extent.slices, std::memory_order_relaxed);
        }
        return false;
    });
}

void SliceImage::spread() {
    const std::size_t width = grid_.width();
    std::vector<std::uint64_t> rows(slices_.size()); // spread along x
    for (std::size_t i = 0; i < slices_.size(); ++i) {
        const std::size_t x = i % width;
        rows[i] = slices_[i] | (x > 0 ? slices_[i - 1] : 0) | (x + 1 < width ? slices_[i + 1] : 0);
    }
    for (std::size_t i = 0; i < slices_.size(); ++i) {
        slices_[i] = rows[i] | (i >= width ? rows[i - width] : 0) |
                     (i + width < slices_.size() ? rows[i + width] : 0);
    }
}

bool SliceImage::meets(const QuantisedTriangle& triangle) const {
    const Extent extent(triangle, grid_);
    return any_pixel(extent, grid_,
                     [&](std::size_t pixel) { return (slices_[pixel] & extent.slices) != 0; });
}

Survivors keep_meeting(const QuantisedMesh& a, const QuantisedMesh& b, ImageGrid grid,
                       const Context& context) {
    SliceImage image_a(grid);
    Survivors survivors;
    survivors.in_region = mark_all(a, image_a, context);
    image_a.spread();
    Kept kept_b = those_meeting(b, image_a, context);
    // Only what is left of B has to be near a triangle of A.
    SliceImage image_b(grid);
    for (const QuantisedTriangle& triangle : kept_b.triangles) {
        image_b.mark(triangle);
    }
    image_b.spread();
    Kept kept_a = those_meeting(a, image_b, context);
    survivors.in_region += kept_b.in_region;
    survivors.a = std::move(kept_a.triangles);
    survivors.b = std::move(kept_b.triangles);
    return survivors;
}

} // namespace impinge::inline v0
