// SPDX-License-Identifier: Apache-2.0
//
// Primitives over several threads: the window is cut, and each piece drawn by one thread, so that
// no two threads meet in a pixel and each pixel sees its primitives in their order. Where
// neighbours in a mesh are neighbours in the window, bands take whole runs of primitives as they
// come; elsewhere the primitives are sorted into tiles (binning).
#pragma once

#include "impinge/context.hpp"
#include "raster/software/kernels.hpp"

namespace impinge::inline v0::raster {

/// Squares of 2^shift pixels, by rows from the bottom.
struct TileGrid {
    unsigned shift = 0;
    int columns = 1;
    int rows = 1;
    int width = 0;
    int height = 0;

    [[nodiscard]] std::size_t count() const {
        return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    }
    [[nodiscard]] PixelBox box(std::size_t tile) const;
};

/// At most 256 tiles of at least 64 pixels' side.
TileGrid tile_grid(const Planes& planes);

/// A primitive and the tiles its box meets.
struct TileSpan {
    std::uint32_t primitive = 0;
    std::uint16_t min_column = 0;
    std::uint16_t min_row = 0;
    std::uint16_t max_column = 0;
    std::uint16_t max_row = 0;
};

/// Appends those of begin..end that may cover something in the window, in their order.
void find_tiles(const PrimitiveJob& job, std::size_t begin, std::size_t end, const TileGrid& grid,
                std::vector<TileSpan>& spans);

/// Rows of the window, none if the last is before the first.
struct RowSpan {
    int first = 0;
    int last = -1;
};

/// Rows that hold everything the primitives begin..end cover, of an orthographic view.
RowSpan rows_of(const PrimitiveJob& job, std::size_t begin, std::size_t end);

/// The first `count` primitives of the job. Returns how many fragments passed.
std::uint64_t draw_in_pieces(const Context& context, const PrimitiveJob& job, std::size_t count);

} // namespace impinge::inline v0::raster
