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

/// Calls visit(cell, before) for the cells that the box covers; bits of `before` say along which
/// axes it covers an earlier cell, too.
template <typename Visit>
void for_each_cell(const QuantisedTriangle& t, const std::array<int, 3>& bits, Visit visit) {
    const auto cell = [&](Codes codes, std::size_t axis) {
        return static_cast<std::uint32_t>(cell_of(codes[axis], code_bits - bits[axis]));
    };
    const std::uint32_t x0 = cell(t.low, 0);
    const std::uint32_t y0 = cell(t.low, 1);
    const std::uint32_t z0 = cell(t.low, 2);
    const std::uint32_t x1 = cell(t.high, 0);
    const std::uint32_t y1 = cell(t.high, 1);
    const std::uint32_t z1 = cell(t.high, 2);
    for (std::uint32_t z = z0; z <= z1; ++z) {
        for (std::uint32_t y = y0; y <= y1; ++y) {
            for (std::uint32_t x = x0; x <= x1; ++x) {
                visit(((z << bits[1] | y) << bits[0]) | x,
                      (x > x0 ? 1U : 0U) | (y > y0 ? 2U : 0U) | (z > z0 ? 4U : 0U));
            }
        }
    }
}

/// visit(box) for all boxes while it says yes; says whether it always did. Stops, with a yes, when
/// cancelled.
template <typename Visit>
bool for_all_unless_cancelled(std::span<const QuantisedTriangle> list, const Context& context,
                              Visit visit) {
    constexpr std::size_t at_once = 1 << 16;
    for (std::size_t begin = 0; begin < list.size() && !context.cancelled(); begin += at_once) {
        for (const QuantisedTriangle& t :
             list.subspan(begin, std::min(at_once, list.size() - begin))) {
            if (!visit(t)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

CellBins::CellBins(const BoxLists& lists, unsigned first_cut, const Context& context)
    : bits_(choose_bits(lists)), same_(lists.same) {
    while (!count(lists, context)) {
        for (int& bits : bits_) {
            bits = std::max(0, bits - 1);
        }
    }
    find_places();
    deal(lists.a, next_a_, first_cut, context);
    if (!same_) {
        deal(lists.b, next_b_, first_cut, context);
    }
}

bool CellBins::count(const BoxLists& lists, const Context& context) {
    constexpr std::size_t copies_per_box = 4;
    const bool divided = bits_[0] + bits_[1] + bits_[2] > 0;
    std::size_t left = copies_per_box * lists.size();
    const auto count_list = [&](std::span<const QuantisedTriangle> list,
                                std::vector<std::uint32_t>& counts) {
        counts.assign(std::size_t{1} << (bits_[0] + bits_[1] + bits_[2]), 0);
        return for_all_unless_cancelled(list, context, [&](const QuantisedTriangle& t) {
            for_each_cell(t, bits_, [&](std::uint32_t cell, unsigned) {
                ++counts[cell];
                --left;
            });
            return !divided || left <= copies_per_box * lists.size(); // not below 0
        });
    };
    return count_list(lists.a, next_a_) && (same_ || count_list(lists.b, next_b_));
}

void CellBins::find_places() {
    std::size_t place = 0;
    for (std::uint32_t cell = 0; cell < next_a_.size(); ++cell) {
        const std::uint32_t of_a = next_a_[cell];
        const std::uint32_t of_b = same_ ? 0 : next_b_[cell];
        const bool needed = same_ ? of_a > 1 : of_a > 0 && of_b > 0;
        next_a_[cell] = needed ? static_cast<std::uint32_t>(place) : no_place;
        if (!same_) {
            next_b_[cell] = needed ? static_cast<std::uint32_t>(place + of_a) : no_place;
        }
        if (needed) {
            cells_.push_back({cell, place, place + of_a, place + of_a + of_b});
            place += of_a + of_b;
        }
    }
    items_ = make_kept_array<QuantisedTriangle>(place);
}

void CellBins::deal(std::span<const QuantisedTriangle> list, std::vector<std::uint32_t>& next,
                    unsigned first_cut, const Context& context) {
    // Bits beyond the last are lost; some pairs are then found twice.
    constexpr unsigned all_bits = 32;
    const unsigned shift = std::min(first_cut, all_bits);
    for_all_unless_cancelled(list, context, [&](const QuantisedTriangle& t) {
        for_each_cell(t, bits_, [&](std::uint32_t cell, unsigned before) {
            if (next[cell] != no_place) {
                QuantisedTriangle& item = items_[next[cell]++];
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
