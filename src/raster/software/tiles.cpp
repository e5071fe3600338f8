// SPDX-License-Identifier: Apache-2.0
#include "raster/software/tiles.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <numeric>

namespace impinge::inline v0::raster {
namespace {

/// The primitives of one chunk by tiles: those of tile t are items[begin[t]] .. items[begin[t +
/// 1]], in their order.
struct ChunkBins {
    std::vector<std::uint32_t> begin;
    std::vector<std::uint32_t> items; ///< and lane_padding more
};

template <typename Visit>
void for_each_tile(const TileGrid& grid, const TileSpan& span, Visit visit) {
    for (int row = span.min_row; row <= span.max_row; ++row) {
        for (int column = span.min_column; column <= span.max_column; ++column) {
            visit(static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns) +
                  static_cast<std::size_t>(column));
        }
    }
}

ChunkBins sort_into_tiles(const TileGrid& grid, const std::vector<TileSpan>& spans) {
    ChunkBins bins;
    bins.begin.assign(grid.count() + 1, 0);
    for (const TileSpan& span : spans) {
        for_each_tile(grid, span, [&](std::size_t tile) { ++bins.begin[tile + 1]; });
    }
    std::partial_sum(bins.begin.begin(), bins.begin.end(), bins.begin.begin());
    bins.items.resize(bins.begin.back() + lane_padding);
    std::vector<std::uint32_t> next = bins.begin;
    for (const TileSpan& span : spans) {
        for_each_tile(grid, span,
                      [&](std::size_t tile) { bins.items[next[tile]++] = span.primitive; });
    }
    return bins;
}

} // namespace

TileGrid tile_grid(const Planes& planes) {
    constexpr std::size_t most = 256;
    TileGrid grid{.shift = 6, .width = planes.width, .height = planes.height};
    for (;; ++grid.shift) {
        const int side = 1 << grid.shift;
        grid.columns = (planes.width + side - 1) / side;
        grid.rows = (planes.height + side - 1) / side;
        if (grid.count() <= most) {
            return grid;
        }
    }
}

PixelBox TileGrid::box(std::size_t tile) const {
    const int column = static_cast<int>(tile) % columns;
    const int row = static_cast<int>(tile) / columns;
    const int side = 1 << shift;
    return {column * side, row * side, std::min((column + 1) * side, width) - 1,
            std::min((row + 1) * side, height) - 1};
}

std::uint64_t draw_in_tiles(const Context& context, const PrimitiveJob& job, std::size_t count) {
    constexpr std::size_t primitives_per_chunk = 1 << 14;
    const TileGrid grid = tile_grid(job.stage.target);
    std::vector<ChunkBins> chunks(chunk_count(count, primitives_per_chunk));
    for_each_chunk(context, count, primitives_per_chunk, [&](const Chunk& chunk) {
        std::vector<TileSpan> spans;
        spans.reserve(chunk.end - chunk.begin);
        find_tiles(job, chunk.begin, chunk.end, grid, spans);
        chunks[chunk.index] = sort_into_tiles(grid, spans);
    });
    std::vector<std::uint64_t> passed(grid.count());
    for_each_chunk(context, grid.count(), 1, [&](const Chunk& tile) {
        const PixelBox box = grid.box(tile.index);
        for (const ChunkBins& bins : chunks) {
            passed[tile.index] += draw_primitives(job,
                                                  {.begin = bins.begin[tile.index],
                                                   .end = bins.begin[tile.index + 1],
                                                   .list = bins.items.data()},
                                                  box);
        }
    });
    return std::accumulate(passed.begin(), passed.end(), std::uint64_t{0});
}

} // namespace impinge::inline v0::raster
