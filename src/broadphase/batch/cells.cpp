// SPDX-License-Identifier: Apache-2.0
#include "broadphase/batch/cells.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t most_sampled = 128;

/// One axis of some of the boxes: where most begin, and how long most are.
struct Spread {
    double low = 0;
    double range = 0;
    double length = 0;
};

class Sample {
  public:
    void add(double value) { values_[count_++] = value; }
    /// The value below which this share of the sample lies.
    double quantile(double share) {
        const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(count_ - 1));
        std::nth_element(values_.begin(), values_.begin() + at,
                         values_.begin() + static_cast<std::ptrdiff_t>(count_));
        return values_[static_cast<std::size_t>(at)];
    }
    [[nodiscard]] bool empty() const { return count_ == 0; }

  private:
    std::array<double, most_sampled> values_{};
    std::size_t count_ = 0;
};

/// Few boxes that are much longer than most, or far away, do not decide it.
Spread spread_along(const CellsWanted& wanted, int axis) {
    const auto& members = wanted.members;
    const double share_of_small = wanted.crowded ? 0.5 : 0.95;
    Sample begins;
    Sample lengths;
    const std::size_t taken = std::min(members.size(), most_sampled);
    for (std::size_t i = 0; i < taken; ++i) {
        const Box3& box = wanted.boxes[members[i * members.size() / taken]];
        const double length = box.max[axis] - box.min[axis];
        if (std::isfinite(length)) {
            begins.add(box.min[axis]);
            lengths.add(length);
        }
    }
    if (begins.empty()) {
        return {};
    }
    const double low = begins.quantile(0.02);
    const double range = begins.quantile(0.98) - low;
    return {low - range / 16, range + range / 8, lengths.quantile(share_of_small)};
}

/// Points have cells too.
double cell_length(const Spread& spread) {
    return spread.length > 0 ? spread.length : spread.range * 0x1p-12;
}

/// How many cells of box length fit.
double slots(const Spread& spread) {
    return spread.range > 0 ? spread.range / cell_length(spread) : 1;
}

/// The share of an axis that some length covers.
double share(double length, const Spread& spread) {
    return length < spread.range ? length / spread.range : 1;
}

/// How long cells are along the middle and the outer axis.
struct Sides {
    double middle = 0;
    double outer = 0;
};

/// A box is compared, eight at a time, with a run of three fine cells in its own row and in each of
/// the later rows beside it: one if the middle axis is one cell, else four. Long runs in few rows
/// cost less than short ones in many, until they hold many boxes.
Sides choose_sides(const Spread& fine, const Spread& middle, const Spread& outer, double boxes) {
    constexpr double lanes = 8;
    constexpr double widest = 4; // boxes, or clusters far apart would each lie in one cell
    const double in_slice = boxes * share(3 * cell_length(fine), fine);
    const auto widened = [&](const Spread& spread, double factor) {
        return cell_length(spread) * std::clamp(factor, 1.0, widest);
    };
    const double in_thin_layer = in_slice * share(cell_length(outer), outer);
    const double outer_for_layers = widened(outer, lanes / 2 / in_thin_layer);
    const double in_layer = in_slice * share(outer_for_layers, outer);
    const double in_thin_row = in_thin_layer * share(cell_length(middle), middle);
    const double factor = std::sqrt(lanes / 2 / in_thin_row);
    const double in_row = in_thin_row * std::pow(std::clamp(factor, 1.0, widest), 2);
    constexpr double per_row = 2; // finding a row costs as much as comparing with two times eight
    const double cost_of_layers = 2 * (per_row + in_layer / lanes);
    const double cost_of_rows = 5 * (per_row + in_row / lanes);
    return cost_of_layers <= cost_of_rows
               ? Sides{std::numeric_limits<double>::infinity(), outer_for_layers}
               : Sides{widened(middle, factor), widened(outer, factor)};
}

} // namespace

Cells Cells::around(const CellsWanted& wanted) {
    std::array<Spread, 3> spreads;
    for (int axis = 0; axis < 3; ++axis) {
        spreads[static_cast<std::size_t>(axis)] = spread_along(wanted, axis);
    }
    std::array<std::size_t, 3> order{0, 1, 2}; // by how many boxes fit side by side
    std::stable_sort(order.begin(), order.end(), [&](std::size_t p, std::size_t q) {
        return slots(spreads[p]) > slots(spreads[q]);
    });
    std::swap(order[1], order[2]); // the middle axis has room for the fewest
    const Spread& fine = spreads[order[0]];
    const Spread& middle = spreads[order[1]];
    const Spread& outer = spreads[order[2]];
    const Sides sides = wanted.crowded ? Sides{cell_length(middle), cell_length(outer)}
                                       : choose_sides(fine, middle, outer,
                                                      static_cast<double>(wanted.members.size()));
    const std::array<double, 3> lengths{cell_length(fine), sides.middle, sides.outer};
    const bool one_row = !(sides.middle < middle.range);
    const unsigned most_bits = one_row ? wanted.bits / 2 - 2 : wanted.bits / 3;
    const auto most = static_cast<double>((std::uint64_t{1} << most_bits) - 3);
    Cells cells;
    std::array<unsigned, 3> axis_bits{};
    for (std::size_t k = 0; k < 3; ++k) {
        const Spread& spread = spreads[order[k]];
        const double fitting = spread.range / lengths[k]; // may be NaN
        const double count = fitting >= 1 ? std::min(std::floor(fitting), most) : 1;
        const double per_unit = count / spread.range;
        cells.axes_[k].coordinate = static_cast<int>(order[k]);
        if (std::isfinite(per_unit) && per_unit > 0 && count > 1) {
            cells.axes_[k] = {static_cast<int>(order[k]), spread.low, per_unit, count};
        }
        // Places 0 and last + 1 are free.
        axis_bits[k] = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(count) + 1));
    }
    cells.fine_bits_ = axis_bits[0];
    cells.middle_bits_ = axis_bits[1];
    cells.outer_bits_ = axis_bits[2];
    return cells;
}

} // namespace impinge::inline v0
