// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/slice_image.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>

namespace impinge::inline v0 {
namespace {

std::uint64_t slices_of(const QuantisedTriangle& t) {
    constexpr int shift = 10; // 64 slices whatever the width of the image
    const int from = cell_of(t.low[2], shift);
    const int to = cell_of(t.high[2], shift);
    return (~std::uint64_t{0} >> (63 - (to - from))) << from;
}

/// Marks all triangles that reach into the region, and counts them.
std::uint64_t mark_all(const QuantisedMesh& mesh, SliceImage& image, ImageGrid grid,
                       const Context& context) {
    std::atomic<std::uint64_t> in_region{0};
    std::vector<SliceImage> parts(chunk_count(mesh.size(), triangles_per_chunk), SliceImage(grid));
    for_each_chunk(context, mesh.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        std::uint64_t count = 0;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const QuantisedTriangle triangle = mesh[i];
            if (reaches_region(triangle)) {
                parts[chunk.index].mark(triangle);
                ++count;
            }
        }
        in_region += count;
    });
    for (const SliceImage& part : parts) {
        image.merge(part);
    }
    return in_region;
}

/// The triangles that touch a marked slice, in order.
std::vector<QuantisedTriangle> those_meeting(const QuantisedMesh& mesh, const SliceImage& image,
                                             const Context& context) {
    return gather_chunks<QuantisedTriangle>(
        context, mesh.size(), triangles_per_chunk, [&](const Chunk& chunk) {
            std::vector<QuantisedTriangle> kept;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const QuantisedTriangle triangle = mesh[i];
                if (reaches_region(triangle) && image.meets(triangle)) {
                    kept.push_back(triangle);
                }
            }
            return kept;
        });
}

} // namespace

ImageGrid choose_grid(const QuantisedMesh& a, const QuantisedMesh& b) {
    constexpr std::size_t samples_per_mesh = 2048;
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
    const std::uint64_t slices = slices_of(triangle);
    any_pixel(triangle, grid_, [&](std::size_t pixel) {
        slices_[pixel] |= slices;
        return false;
    });
}

bool SliceImage::meets(const QuantisedTriangle& triangle) const {
    const std::uint64_t slices = slices_of(triangle);
    return any_pixel(triangle, grid_,
                     [&](std::size_t pixel) { return (slices_[pixel] & slices) != 0; });
}

void SliceImage::merge(const SliceImage& other) {
    for (std::size_t i = 0; i < slices_.size(); ++i) {
        slices_[i] |= other.slices_[i];
    }
}

Survivors keep_meeting(const QuantisedMesh& a, const QuantisedMesh& b, ImageGrid grid,
                       const Context& context) {
    Survivors survivors;
    SliceImage image_a(grid);
    SliceImage image_b(grid);
    survivors.in_region = mark_all(a, image_a, grid, context);
    survivors.in_region += mark_all(b, image_b, grid, context);
    survivors.a = those_meeting(a, image_b, context);
    survivors.b = those_meeting(b, image_a, context);
    return survivors;
}

} // namespace impinge::inline v0
