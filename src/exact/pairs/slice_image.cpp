// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/slice_image.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace impinge::inline v0 {
namespace {

using Triangles = std::vector<QuantisedTriangle>;
using Chunks = std::vector<Triangles>;

/// Room for the triangles of a chunk that are kept: all are written, those that are not are
/// overwritten by the next, which spares a branch that cannot be foreseen.
template <typename Coded, typename Keep>
Triangles kept_of(const Coded& mesh, const Chunk& chunk, Keep keep) {
    thread_local Triangles room;
    room.resize(std::max(room.size(), chunk.end - chunk.begin + 1));
    std::size_t count = 0;
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
        room[count] = mesh[i];
        count += keep(room[count]) ? 1 : 0;
    }
    return {room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// The triangles that reach into the region, after visit() was called for each.
template <typename Coded, typename Visit>
Chunks those_in_region(const Coded& mesh, const Context& context, Visit visit) {
    return make_chunks<QuantisedTriangle>(
        context, mesh.size(), chunk_size_for(mesh.size()), [&](const Chunk& chunk) {
            return kept_of(mesh, chunk, [&](const QuantisedTriangle& triangle) {
                const bool inside = reaches_region(triangle);
                if (inside) {
                    visit(triangle);
                }
                return inside;
            });
        });
}

/// The triangles that touch a marked slice.
Triangles those_meeting(const Chunks& chunks, const SliceImage& image, const Context& context) {
    return gather_chunks<QuantisedTriangle>(context, chunks.size(), 1, [&](const Chunk& chunk) {
        Triangles kept;
        std::copy_if(chunks[chunk.index].begin(), chunks[chunk.index].end(),
                     std::back_inserter(kept),
                     [&](const QuantisedTriangle& triangle) { return image.meets(triangle); });
        return kept;
    });
}

/// Of triangles across the view, in codes.
struct Extents {
    std::uint64_t sum = 0;
    std::uint64_t count = 1;

    template <typename Coded> void add_some_of(const Coded& mesh) {
        constexpr std::size_t samples = 1024;
        const std::size_t step = std::max<std::size_t>(1, mesh.size() / samples);
        for (std::size_t i = 0; i < mesh.size(); i += step) {
            const QuantisedTriangle t = mesh[i];
            if (reaches_region(t)) {
                const int size = std::max(t.high[0] - t.low[0], t.high[1] - t.low[1]);
                sum += static_cast<std::uint64_t>(size);
                ++count;
            }
        }
    }
};

std::size_t count_of(const Chunks& chunks) {
    return std::accumulate(chunks.begin(), chunks.end(), std::size_t{0},
                           [](std::size_t sum, const Triangles& one) { return sum + one.size(); });
}

} // namespace

std::size_t ChunksOfBoth::triangle_count() const { return count_of(a) + count_of(b); }

ImageGrid choose_grid(const CodedTriangles& a, const CodedTriangles& b) {
    Extents extents;
    for (const CodedTriangles* body : {&a, &b}) {
        std::visit([&](const auto& coded) { extents.add_some_of(coded); }, *body);
    }
    ImageGrid grid;
    while (grid.shift < 15 && (std::uint64_t{1} << grid.shift) < extents.sum / extents.count) {
        ++grid.shift;
    }
    return grid;
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

Survivors keep_meeting(const CodedTriangles& a, const CodedTriangles& b, ImageGrid grid,
                       const Context& context) {
    Survivors survivors;
    SliceImage image_a(grid);
    survivors.in_region.a = std::visit(
        [&](const auto& coded) {
            return those_in_region(
                coded, context, [&](const QuantisedTriangle& triangle) { image_a.mark(triangle); });
        },
        a);
    image_a.spread();
    survivors.in_region.b = std::visit(
        [&](const auto& coded) {
            return those_in_region(coded, context, [](const QuantisedTriangle&) {});
        },
        b);
    survivors.meeting.b = those_meeting(survivors.in_region.b, image_a, context);
    // Only what is left of B has to be near a triangle of A.
    SliceImage image_b(grid);
    for (const QuantisedTriangle& triangle : survivors.meeting.b) {
        image_b.mark(triangle);
    }
    image_b.spread();
    survivors.meeting.a = those_meeting(survivors.in_region.a, image_b, context);
    return survivors;
}

} // namespace impinge::inline v0
