// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/cell_bins.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace impinge::inline v0 {
namespace {

constexpr int code_bits = 16;
constexpr std::uint32_t no_place = 0xffffffff;

/// Mean extent of the boxes along each axis, in codes, from a sample.
std::array<std::size_t, 3> mean_extents(const BoxLists& lists) {
    constexpr std::size_t boxes_per_sample = 512;
    std::array<std::size_t, 3> sums{};
    std::size_t count = 0;
    const auto sample = [&](std::span<const QuantisedTriangle> list) {
        const std::size_t step = std::max<std::size_t>(1, list.size() / boxes_per_sample);
        for (std::size_t i = step / 2; i < list.size(); i += step, ++count) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                sums[axis] += static_cast<std::size_t>(list[i].high[axis] - list[i].low[axis]);
            }
        }
    };
    sample(lists.a);
    if (!lists.same) {
        sample(lists.b);
    }
    for (std::size_t& sum : sums) {
        sum /= std::max<std::size_t>(1, count);
    }
    return sums;
}

/// Cells four times as large as boxes, and not more cells than there is use for.
std::array<int, 3> choose_bits(const BoxLists& lists) {
    constexpr std::size_t boxes_per_side = 4;
    constexpr int most_bits = 20;
    const std::array<std::size_t, 3> extents = mean_extents(lists);
    std::array<int, 3> bits{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto wanted = static_cast<int>(std::bit_width(boxes_per_side * extents[axis]));
        bits[axis] = std::clamp(code_bits - wanted, 0, 7);
    }
    const int allowed = std::min(most_bits, static_cast<int>(std::bit_width(lists.size())) + 1);
    while (std::accumulate(bits.begin(), bits.end(), 0) > allowed) {
        --*std::max_element(bits.begin(), bits.end());
    }
    return bits;
}

int cell_along(Codes codes, std::size_t axis, const std::array<int, 3>& bits) {
    return cell_of(codes[axis], code_bits - bits[axis]);
}

/// The number of the row, along x, that the codes lie in.
std::uint32_t row_of(Codes codes, const std::array<int, 3>& bits) {
    return static_cast<std::uint32_t>(cell_along(codes, 2, bits) << bits[1] |
                                      cell_along(codes, 1, bits));
}

/// Rows from the first to before the end.
struct SomeRows {
    std::uint32_t first;
    std::uint32_t count;

    [[nodiscard]] bool hold(std::uint32_t row) const { return row - first < count; } // may wrap
};
struct AllRows {
    [[nodiscard]] static constexpr bool hold(std::uint32_t /*row*/) { return true; }
};

/// Calls visit(cell, before) for the cells that the box covers in these rows; bits of `before` say
/// along which axes it covers an earlier cell, too.
template <typename Rows, typename Visit>
void for_each_cell(const QuantisedTriangle& t, const std::array<int, 3>& bits, Rows rows,
                   Visit visit) {
    const auto cell = [&](Codes codes, std::size_t axis) {
        return static_cast<std::uint32_t>(cell_along(codes, axis, bits));
    };
    const std::uint32_t x0 = cell(t.low, 0);
    const std::uint32_t y0 = cell(t.low, 1);
    const std::uint32_t z0 = cell(t.low, 2);
    const std::uint32_t x1 = cell(t.high, 0);
    const std::uint32_t y1 = cell(t.high, 1);
    const std::uint32_t z1 = cell(t.high, 2);
    for (std::uint32_t z = z0; z <= z1; ++z) {
        for (std::uint32_t y = y0; y <= y1; ++y) {
            const std::uint32_t row = z << bits[1] | y;
            if (!rows.hold(row)) {
                continue;
            }
            for (std::uint32_t x = x0; x <= x1; ++x) {
                visit(row << bits[0] | x,
                      (x > x0 ? 1U : 0U) | (y > y0 ? 2U : 0U) | (z > z0 ? 4U : 0U));
            }
        }
    }
}

} // namespace

CellBins::CellBins(const BoxLists& lists, unsigned first_cut, const Context& context)
    : bits_(choose_bits(lists)), same_(lists.same) {
    std::vector<Slab> slabs;
    while (!count(lists, slabs, context)) {
        for (int& bits : bits_) {
            bits = std::max(0, bits - 1);
        }
    }
    std::size_t cells = 0;
    std::size_t items = 0;
    for (Slab& slab : slabs) {
        slab.first_cell = cells;
        slab.first_item = items;
        cells += slab.cells.size();
        items += slab.items();
    }
    cells_.resize(cells);
    items_ = make_kept_array<QuantisedTriangle>(items);
    for_each_chunk(context, slabs.size(), 1, [&](const Chunk& chunk) {
        const Slab& slab = slabs[chunk.index];
        std::transform(slab.cells.begin(), slab.cells.end(),
                       cells_.begin() + static_cast<std::ptrdiff_t>(slab.first_cell),
                       [&](const Range& range) {
                           return Range{range.cell, slab.first_item + range.a,
                                        slab.first_item + range.b, slab.first_item + range.end};
                       });
        deal(lists.a, next_a_.get(), slab, first_cut, context);
        if (!same_) {
            deal(lists.b, next_b_.get(), slab, first_cut, context);
        }
    });
}

std::vector<CellBins::Slab> CellBins::cut_into_slabs(const BoxLists& lists,
                                                     const Context& context) const {
    constexpr std::size_t boxes_per_slab = 2048; // fewer are not worth another thread
    const std::size_t wanted = std::min(threads_at_most(context), lists.size() / boxes_per_slab);
    std::vector<Slab> slabs(1);
    slabs.back().end_row = row_count();
    if (wanted <= 1) {
        return slabs;
    }
    // About as many boxes in each, by a sample.
    constexpr std::size_t samples_per_slab = 16;
    std::vector<std::uint32_t> rows;
    const auto sample = [&](std::span<const QuantisedTriangle> list) {
        const std::size_t step =
            std::max<std::size_t>(1, list.size() / (wanted * samples_per_slab));
        for (std::size_t i = step / 2; i < list.size(); i += step) {
            rows.push_back(row_of(list[i].low, bits_));
        }
    };
    sample(lists.a);
    if (!same_) {
        sample(lists.b);
    }
    std::sort(rows.begin(), rows.end());
    for (std::size_t i = 1; i < wanted; ++i) {
        const std::uint32_t row = rows[i * rows.size() / wanted];
        if (row > slabs.back().first_row) {
            slabs.back().end_row = row;
            slabs.emplace_back();
            slabs.back().first_row = row;
            slabs.back().end_row = row_count();
        }
    }
    return slabs;
}

/// visit(box, rows) for the boxes that may have cells in the slab while it says yes. Stops when
/// cancelled.
template <typename Visit>
void CellBins::for_each_box(std::span<const QuantisedTriangle> list, const Slab& slab,
                            const Context& context, Visit visit) const {
    const auto for_all = [&](auto visit_if_near) {
        constexpr std::size_t at_once = 1 << 16;
        for (std::size_t begin = 0; begin < list.size() && !context.cancelled(); begin += at_once) {
            for (const QuantisedTriangle& t :
                 list.subspan(begin, std::min(at_once, list.size() - begin))) {
                if (!visit_if_near(t)) {
                    return;
                }
            }
        }
    };
    if (slab.first_row == 0 && slab.end_row == row_count()) {
        for_all([&](const QuantisedTriangle& t) { return visit(t, AllRows{}); });
        return;
    }
    const int shift = code_bits - bits_[2];
    const int first = below_region + (static_cast<int>(slab.first_row >> bits_[1]) << shift);
    const int end =
        below_region + ((static_cast<int>((slab.end_row - 1) >> bits_[1]) + 1) << shift);
    const SomeRows rows{slab.first_row, slab.end_row - slab.first_row};
    for_all([&](const QuantisedTriangle& t) {
        return t.high[2] < first || t.low[2] >= end || visit(t, rows);
    });
}

bool CellBins::count(const BoxLists& lists, std::vector<Slab>& slabs, const Context& context) {
    constexpr std::size_t copies_per_box = 4;
    const bool divided = bits_[0] + bits_[1] + bits_[2] > 0;
    const std::size_t most = copies_per_box * lists.size();
    const std::size_t cells = std::size_t{1} << (bits_[0] + bits_[1] + bits_[2]);
    next_a_ = make_kept_array<std::uint32_t>(cells);
    next_b_ = make_kept_array<std::uint32_t>(same_ ? 0 : cells);
    slabs = cut_into_slabs(lists, context);
    for_each_chunk(context, slabs.size(), 1, [&](const Chunk& chunk) {
        Slab& slab = slabs[chunk.index];
        count(lists, slab, most, context);
        if (!divided || slab.copies <= most) {
            find_places(slab);
        }
    });
    std::size_t copies = 0;
    for (const Slab& slab : slabs) {
        copies += slab.copies;
    }
    return !divided || copies <= most;
}

/// Stops beyond the most, if that can be helped.
void CellBins::count(const BoxLists& lists, Slab& slab, std::size_t most, const Context& context) {
    const bool divided = bits_[0] + bits_[1] + bits_[2] > 0;
    const std::array<int, 3> bits = bits_;
    std::size_t copies = 0;
    const auto count_list = [&](std::span<const QuantisedTriangle> list, std::uint32_t* counts) {
        std::fill(counts + (std::size_t{slab.first_row} << bits[0]),
                  counts + (std::size_t{slab.end_row} << bits[0]), 0U);
        for_each_box(list, slab, context, [&](const QuantisedTriangle& t, auto rows) {
            for_each_cell(t, bits, rows, [&](std::uint32_t cell, unsigned) {
                ++counts[cell];
                ++copies;
            });
            return !divided || copies <= most;
        });
    };
    count_list(lists.a, next_a_.get());
    if (!same_ && (!divided || copies <= most)) {
        count_list(lists.b, next_b_.get());
    }
    slab.copies = copies;
}

void CellBins::find_places(Slab& slab) {
    std::size_t place = 0;
    const std::uint32_t end = slab.end_row << bits_[0];
    for (std::uint32_t cell = slab.first_row << bits_[0]; cell < end; ++cell) {
        const std::uint32_t of_a = next_a_[cell];
        const std::uint32_t of_b = same_ ? 0 : next_b_[cell];
        const bool needed = same_ ? of_a > 1 : of_a > 0 && of_b > 0;
        next_a_[cell] = needed ? static_cast<std::uint32_t>(place) : no_place;
        if (!same_) {
            next_b_[cell] = needed ? static_cast<std::uint32_t>(place + of_a) : no_place;
        }
        if (needed) {
            slab.cells.push_back({cell, place, place + of_a, place + of_a + of_b});
            place += of_a + of_b;
        }
    }
}

void CellBins::deal(std::span<const QuantisedTriangle> list, std::uint32_t* next, const Slab& slab,
                    unsigned first_cut, const Context& context) {
    // Bits beyond the last are lost; some pairs are then found twice.
    constexpr unsigned all_bits = 32;
    const unsigned shift = std::min(first_cut, all_bits);
    const std::array<int, 3> bits = bits_;
    QuantisedTriangle* const items = items_.get() + slab.first_item;
    for_each_box(list, slab, context, [&](const QuantisedTriangle& t, auto rows) {
        for_each_cell(t, bits, rows, [&](std::uint32_t cell, unsigned before) {
            if (next[cell] != no_place) {
                QuantisedTriangle& item = items[next[cell]++];
                item = t;
                item.earlier |= static_cast<std::uint32_t>(std::uint64_t{before} << shift);
            }
        });
        return true;
    });
}

Cell CellBins::operator[](std::size_t i) const {
    const Range& range = cells_[i];
    const std::span<const QuantisedTriangle> items(items_.get(), cells_.back().end);
    Cell cell{};
    cell.boxes.a = items.subspan(range.a, range.b - range.a);
    cell.boxes.b = same_ ? cell.boxes.a : items.subspan(range.b, range.end - range.b);
    cell.boxes.same = same_;
    std::uint32_t place = range.cell;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int shift = code_bits - bits_[axis];
        const auto along = static_cast<int>(place & ((1U << bits_[axis]) - 1));
        place >>= bits_[axis];
        cell.low[axis] = static_cast<Code>(below_region + (along << shift));
        cell.high[axis] = static_cast<Code>(below_region + ((along + 1) << shift) - 1);
    }
    return cell;
}

} // namespace impinge::inline v0
