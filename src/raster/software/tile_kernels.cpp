// SPDX-License-Identifier: Apache-2.0
#include "raster/software/tiles.hpp"

#include "raster/software/lanes.hpp"

#include <bit>

// The file is compiled once for each target: it includes itself through foreach_target.h.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "raster/software/tile_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "raster/software/setup_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace impinge::inline v0::raster::HWY_NAMESPACE {

/// Smallest and largest of a coordinate over the corners.
struct RangeLanes {
    FloatLanes min;
    FloatLanes max;

    IMPINGE_LANES void include(FloatLanes value) {
        min = hn::Min(min, value);
        max = hn::Max(max, value);
    }
};

IMPINGE_LANES PixelSpanLanes tiles_of(const RangeLanes& range, float reach, int last,
                                      unsigned shift) {
    const Floats d;
    const auto more = hn::Set(d, reach);
    const auto span =
        pixel_span(hn::Sub(range.min, more), hn::Add(range.max, more), range.min, 0, last);
    const auto scale = hn::Set(d, 1.0F / static_cast<float>(1U << shift));
    return {hn::Floor(hn::Mul(span.first, scale)), hn::Floor(hn::Mul(span.last, scale))};
}

/// Appends the masked lanes, those that are cut to all tiles.
IMPINGE_LANES void append(std::uint64_t lanes, std::uint64_t cut, std::size_t first,
                          const std::array<FloatLanes, 4>& tiles, const TileGrid& grid,
                          std::vector<TileSpan>& spans) {
    const Ints di;
    alignas(64) std::array<std::array<std::int32_t, 8>, 4> stored;
    for (std::size_t k = 0; k < 4; ++k) {
        hn::Store(hn::ConvertTo(di, tiles[k]), di, stored[k].data());
    }
    const TileSpan everywhere{0, 0, 0, static_cast<std::uint16_t>(grid.columns - 1),
                              static_cast<std::uint16_t>(grid.rows - 1)};
    for (std::uint64_t left = lanes; left != 0; left &= left - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(left));
        TileSpan span = everywhere;
        if (((cut >> i) & 1U) == 0) {
            span.min_column = static_cast<std::uint16_t>(stored[0][i]);
            span.min_row = static_cast<std::uint16_t>(stored[1][i]);
            span.max_column = static_cast<std::uint16_t>(stored[2][i]);
            span.max_row = static_cast<std::uint16_t>(stored[3][i]);
        }
        span.primitive = static_cast<std::uint32_t>(first + i);
        spans.push_back(span);
    }
}

RowSpan rows_of(const PrimitiveJob& job, std::size_t begin, std::size_t end) {
    const Floats df;
    const Ints di;
    const Pass& pass = job.stage.pass;
    const bool edges = pass.primitive == Primitive::Edges;
    const std::vector<std::uint32_t>* const corners =
        edges ? job.lanes->edge_ends.data() : job.lanes->corners.data();
    RangeLanes y{hn::Inf(df), hn::Neg(hn::Inf(df))};
    for (std::size_t first = begin; first < end; first += hn::Lanes(df)) {
        for (std::size_t k = 0; k < (edges ? 2U : 3U); ++k) {
            const auto* const indices = reinterpret_cast<const std::int32_t*>(corners[k].data());
            y.include(hn::GatherIndex(df, job.window->y.data(), hn::LoadU(di, indices + first)));
        }
    }
    // A pixel more on either side: edges and conservative coverage reach half of one.
    const auto height = static_cast<float>(job.stage.target.height);
    const float lowest = hn::GetLane(hn::MinOfLanes(df, y.min)) / subpixel_steps - 1;
    const float highest = hn::GetLane(hn::MaxOfLanes(df, y.max)) / subpixel_steps + 1;
    return {static_cast<int>(std::clamp(lowest, 0.0F, height)),
            static_cast<int>(std::clamp(highest, -1.0F, height - 1))};
}

void find_tiles(const PrimitiveJob& job, std::size_t begin, std::size_t end, const TileGrid& grid,
                std::vector<TileSpan>& spans) {
    const Floats df;
    const Ints di;
    const Pass& pass = job.stage.pass;
    const bool edges = pass.primitive == Primitive::Edges;
    const bool wider = edges || pass.coverage == Coverage::Conservative;
    const float reach = wider ? subpixel_steps / 2.0F : 0;
    const std::vector<std::uint32_t>* const corners =
        edges ? job.lanes->edge_ends.data() : job.lanes->corners.data();
    const auto infinity = hn::Inf(df);
    for (std::size_t first = begin; first < end; first += hn::Lanes(df)) {
        RangeLanes x{infinity, hn::Neg(infinity)};
        RangeLanes y = x;
        for (std::size_t k = 0; k < (edges ? 2U : 3U); ++k) {
            const auto* const indices = reinterpret_cast<const std::int32_t*>(corners[k].data());
            const auto vertex = hn::LoadU(di, indices + first);
            x.include(hn::GatherIndex(df, job.window->x.data(), vertex));
            y.include(hn::GatherIndex(df, job.window->y.data(), vertex));
        }
        const auto columns = tiles_of(x, reach, job.stage.target.width - 1, grid.shift);
        const auto rows = tiles_of(y, reach, job.stage.target.height - 1, grid.shift);
        const auto some =
            hn::And(hn::Le(columns.first, columns.last), hn::Le(rows.first, rows.last));
        // What the near plane cuts may reach anywhere; what lies before it, nowhere.
        const auto behind = hn::Eq(x.max, infinity);
        const std::uint64_t cut = mask_bits(df, hn::And(behind, hn::Lt(x.min, infinity)));
        const std::uint64_t boxed = mask_bits(df, hn::AndNot(behind, some));
        const std::size_t count = std::min(hn::Lanes(df), end - first);
        const std::uint64_t real = (std::uint64_t{1} << count) - 1;
        append((cut | boxed) & real, cut, first,
               {columns.first, rows.first, columns.last, rows.last}, grid, spans);
    }
}

} // namespace impinge::inline v0::raster::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge::inline v0::raster {

HWY_EXPORT(find_tiles);
HWY_EXPORT(rows_of);

RowSpan rows_of(const PrimitiveJob& job, std::size_t begin, std::size_t end) {
    return HWY_DYNAMIC_DISPATCH(rows_of)(job, begin, end);
}

void find_tiles(const PrimitiveJob& job, std::size_t begin, std::size_t end, const TileGrid& grid,
                std::vector<TileSpan>& spans) {
    HWY_DYNAMIC_DISPATCH(find_tiles)(job, begin, end, grid, spans);
}

} // namespace impinge::inline v0::raster
#endif
