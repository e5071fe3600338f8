// SPDX-License-Identifier: Apache-2.0
#include "raster/software/tiles.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <numeric>
#include <thread>

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

namespace {

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

/// Runs of primitives with the rows they reach, and the bands of the window they meet.
struct Bands {
    std::size_t primitives_per_block = 0;
    std::vector<RowSpan> blocks;
    int height = 0; ///< of a band
};

/// Several bands for each thread, since they differ in work.
int band_height(const Context& context, int window_height) {
    constexpr int least = 16;
    const auto threads = static_cast<int>(
        std::clamp(context.threads() == 0 ? std::thread::hardware_concurrency() : context.threads(),
                   1U, 256U));
    return std::max(least, window_height / (4 * threads) + 1);
}

Bands find_bands(const Context& context, const PrimitiveJob& job, std::size_t count) {
    constexpr std::size_t many_blocks = 128;
    constexpr std::size_t blocks_per_chunk = 64;
    Bands bands;
    bands.height = band_height(context, job.stage.target.height);
    // Whole vectors of primitives, of any processor.
    constexpr std::size_t widest = 16;
    bands.primitives_per_block =
        std::clamp<std::size_t>(count / many_blocks, widest, 256) / widest * widest;
    bands.blocks.resize(chunk_count(count, bands.primitives_per_block));
    for_each_chunk(context, bands.blocks.size(), blocks_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t block = chunk.begin; block < chunk.end; ++block) {
            const std::size_t begin = block * bands.primitives_per_block;
            bands.blocks[block] =
                rows_of(job, begin, std::min(count, begin + bands.primitives_per_block));
        }
    });
    return bands;
}

/// Whether few blocks are drawn more than twice.
bool are_coherent(const Bands& bands) {
    std::size_t meetings = 0;
    for (const RowSpan& rows : bands.blocks) {
        if (rows.first <= rows.last) {
            meetings +=
                static_cast<std::size_t>(rows.last / bands.height - rows.first / bands.height + 1);
        }
    }
    return meetings <= 2 * bands.blocks.size();
}

std::uint64_t draw_band(const PrimitiveJob& job, const Bands& bands, const PixelBox& box,
                        std::size_t count) {
    std::uint64_t passed = 0;
    for (std::size_t block = 0; block < bands.blocks.size(); ++block) {
        const auto meets = [&](std::size_t i) {
            return bands.blocks[i].first <= box.max_y && bands.blocks[i].last >= box.min_y;
        };
        const std::size_t first = block;
        while (block < bands.blocks.size() && meets(block)) {
            ++block;
        }
        if (first < block) {
            const std::size_t end = std::min(count, block * bands.primitives_per_block);
            passed += draw_primitives(
                job,
                {.begin = static_cast<std::uint32_t>(first * bands.primitives_per_block),
                 .end = static_cast<std::uint32_t>(end)},
                box);
        }
    }
    return passed;
}

std::uint64_t draw_in_bands(const Context& context, const PrimitiveJob& job, const Bands& bands,
                            std::size_t count) {
    const Planes& planes = job.stage.target;
    const auto rows = static_cast<std::size_t>(planes.height);
    const auto height = static_cast<std::size_t>(bands.height);
    std::vector<std::uint64_t> passed(chunk_count(rows, height));
    for_each_chunk(context, rows, height, [&](const Chunk& band) {
        passed[band.index] = draw_band(
            job, bands,
            {0, static_cast<int>(band.begin), planes.width - 1, static_cast<int>(band.end) - 1},
            count);
    });
    return std::accumulate(passed.begin(), passed.end(), std::uint64_t{0});
}

} // namespace

std::uint64_t draw_in_pieces(const Context& context, const PrimitiveJob& job, std::size_t count) {
    if (job.placed.projection == Projection::Orthographic) {
        const Bands bands = find_bands(context, job, count);
        if (are_coherent(bands)) {
            return draw_in_bands(context, job, bands, count);
        }
    }
    return draw_in_tiles(context, job, count);
}

} // namespace impinge::inline v0::raster
