// SPDX-License-Identifier: Apache-2.0
//
// In the order of cells, the boxes of three neighbouring cells of a row stand side by side. So a
// box is compared with five short runs: what follows it in its own row, and three cells in each of
// four later rows, whose beginnings only ever move on. Eight at a time, without looking where a run
// ends: a box beyond it is compared in vain, or it is a true overlap and the exact look finds its
// place.
#include "broadphase/batch/cell_rows.hpp"

#include "base/clones.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace impinge::inline v0 {
namespace {

/// Below every double that rounds to this float, by two steps at most. No branches: signs are
/// random.
[[gnu::always_inline]] inline float not_above(float nearest) {
    constexpr float largest = std::numeric_limits<float>::max();
    const float finite = nearest < largest ? nearest : largest;
    return finite - std::abs(finite) * 0x1p-23F - std::numeric_limits<float>::min();
}

// Vectors of the compiler, in this file only: plain loops do not become ones across short runs.
using Floats = float __attribute__((vector_size(32)));
using Truths = std::int32_t __attribute__((vector_size(32)));
using Words = std::uint64_t __attribute__((vector_size(32)));

// Kernels are local: the loader's choice between their versions would be visible in a shared
// library.

IMPINGE_CLONES
void round_all(std::span<const Box3> boxes, std::span<FloatBox> rounded) {
    static_assert(sizeof(Box3) == 6 * sizeof(double));
    constexpr std::size_t together = 24; // bounds of four boxes fill whole vectors
    alignas(64) std::array<float, together> signs{};
    for (std::size_t i = 0; i < together; ++i) {
        signs[i] = i % 6 < 3 ? 1 : -1; // a maximum is a minimum seen from the other side
    }
    const double* const in = &boxes.data()->min.x;
    float* const out = rounded.data()->data();
    const std::size_t count = 6 * boxes.size();
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = static_cast<float>(in[i]);
    }
    std::size_t first = 0;
    for (; first + together <= count; first += together) {
        for (std::size_t i = 0; i < together; ++i) {
            out[first + i] = not_above(out[first + i] * signs[i]) * signs[i];
        }
    }
    for (std::size_t i = 0; first + i < count; ++i) {
        out[first + i] = not_above(out[first + i] * signs[i]) * signs[i];
    }
}

[[gnu::always_inline]] inline void load(const float* from, Floats& into) {
    std::memcpy(&into, from, sizeof into);
}

/// The number of later rows is known when compiling: the places in them then stay in registers.
template <std::size_t later_rows>
[[gnu::always_inline]] inline std::uint64_t
look_through(const CellRows& rows, const RowSteps& steps, std::size_t begin, std::size_t end,
             std::vector<RowHit>& hits) {
    const float* const min_x = rows.columns[CellRows::MinX].data();
    const float* const max_x = rows.columns[CellRows::MaxX].data();
    const float* const min_y = rows.columns[CellRows::MinY].data();
    const float* const max_y = rows.columns[CellRows::MaxY].data();
    const float* const min_z = rows.columns[CellRows::MinZ].data();
    const float* const max_z = rows.columns[CellRows::MaxZ].data();
    const std::uint64_t* const numbers = rows.numbers.data();
    const unsigned shift = rows.index_bits;
    std::array<std::uint32_t, 4> first{};
    for (std::size_t r = 0; r < later_rows; ++r) {
        const std::uint64_t from = (rows.cell(begin) + steps.steps[r] - 1) << shift;
        first[r] = static_cast<std::uint32_t>(
            std::lower_bound(numbers, numbers + rows.count, from) - numbers);
    }
    std::uint64_t compared = 0;
    for (std::size_t at = begin; at < end; ++at) {
        const std::uint64_t cell = numbers[at] >> shift;
        const Floats zero{};
        const Floats a_min_x = zero + min_x[at];
        const Floats a_max_x = zero + max_x[at];
        const Floats a_min_y = zero + min_y[at];
        const Floats a_max_y = zero + max_y[at];
        const Floats a_min_z = zero + min_z[at];
        const Floats a_max_z = zero + max_z[at];
        Truths any{};
        for (std::size_t r = 0; r <= later_rows; ++r) {
            std::size_t run = at + 1; // the box's own row
            std::uint64_t beyond = (cell + 2) << shift;
            if (r < later_rows) {
                const std::uint64_t from = (cell + steps.steps[r] - 1) << shift;
                beyond = (cell + steps.steps[r] + 2) << shift;
                std::uint32_t moved = first[r];
                moved += numbers[moved] < from ? 1 : 0; // most often one or two: not worth a guess
                moved += numbers[moved] < from ? 1 : 0;
                while (numbers[moved] < from) {
                    ++moved;
                }
                first[r] = moved;
                run = moved;
            }
            do { // most often once, so it is done once unasked
                Floats b_min_x;
                load(min_x + run, b_min_x);
                Floats b_max_x;
                load(max_x + run, b_max_x);
                Floats b_min_y;
                load(min_y + run, b_min_y);
                Floats b_max_y;
                load(max_y + run, b_max_y);
                Floats b_min_z;
                load(min_z + run, b_min_z);
                Floats b_max_z;
                load(max_z + run, b_max_z);
                any |= (a_min_x <= b_max_x) & (b_min_x <= a_max_x) & (a_min_y <= b_max_y) &
                       (b_min_y <= a_max_y) & (a_min_z <= b_max_z) & (b_min_z <= a_max_z);
                compared += CellRows::lanes;
                run += CellRows::lanes;
            } while (numbers[run] < beyond);
        }
        Words words{};
        std::memcpy(&words, &any, sizeof words);
        if ((words[0] | words[1] | words[2] | words[3]) != 0) {
            hits.push_back({static_cast<std::uint32_t>(at), first});
        }
    }
    return compared;
}

IMPINGE_CLONES
std::uint64_t look_through_layers(const CellRows& rows, const RowSteps& steps, std::size_t begin,
                                  std::size_t end, std::vector<RowHit>& hits) {
    return look_through<1>(rows, steps, begin, end, hits);
}

IMPINGE_CLONES
std::uint64_t look_through_rows(const CellRows& rows, const RowSteps& steps, std::size_t begin,
                                std::size_t end, std::vector<RowHit>& hits) {
    return look_through<4>(rows, steps, begin, end, hits);
}

} // namespace

void round_outwards(std::span<const Box3> boxes, std::span<FloatBox> rounded) {
    round_all(boxes, rounded);
}

void CellRows::pad() {
    for (std::size_t column = 0; column < columns.size(); ++column) {
        const float never = (column < MaxX ? 1.0F : -1.0F) * std::numeric_limits<float>::infinity();
        columns[column].resize(count + 2 * lanes, never);
        std::fill(columns[column].begin() + static_cast<std::ptrdiff_t>(count),
                  columns[column].end(), never);
    }
    numbers.resize(count + 2 * lanes);
    std::fill(numbers.begin() + static_cast<std::ptrdiff_t>(count), numbers.end(),
              std::numeric_limits<std::uint64_t>::max());
}

RowSteps row_steps(const Cells& cells) {
    const std::uint64_t row = cells.row_step();
    const std::uint64_t layer = cells.layer_step();
    return cells.one_row_per_layer() ? RowSteps{{layer}, 1}
                                     : RowSteps{{row, layer - row, layer, layer + row}, 4};
}

std::uint64_t find_row_hits(const CellRows& rows, const RowSteps& steps, std::size_t begin,
                            std::size_t end, std::vector<RowHit>& hits) {
    return steps.count == 1 ? look_through_layers(rows, steps, begin, end, hits)
                            : look_through_rows(rows, steps, begin, end, hits);
}

void find_in_run(const CellRows& rows, std::size_t at, std::size_t from, std::uint64_t last,
                 std::vector<std::uint32_t>& found) {
    std::array<const float*, 6> column{};
    std::array<float, 6> own{};
    for (std::size_t c = 0; c < column.size(); ++c) {
        column[c] = rows.columns[c].data();
        own[c] = column[c][at];
    }
    const std::uint64_t beyond = (last + 1) << rows.index_bits;
    const std::uint64_t* const numbers = rows.numbers.data();
    std::array<std::uint32_t, 64> places; // written before it is read
    for (std::size_t k = from; numbers[k] < beyond;) {
        // Every place is written and few are kept: whether boxes overlap cannot be guessed.
        std::size_t kept = 0;
        for (const std::size_t end = k + places.size(); k < end && numbers[k] < beyond; ++k) {
            int apart = 0;
            for (std::size_t c = 0; c < 3; ++c) {
                apart |= static_cast<int>(own[c] > column[c + 3][k]) |
                         static_cast<int>(column[c][k] > own[c + 3]);
            }
            places[kept] = static_cast<std::uint32_t>(k);
            kept += apart == 0 ? 1 : 0;
        }
        found.insert(found.end(), places.begin(),
                     places.begin() + static_cast<std::ptrdiff_t>(kept));
    }
}

} // namespace impinge::inline v0
