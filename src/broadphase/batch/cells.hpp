// SPDX-License-Identifier: Apache-2.0
//
// Space cut into cells of one size, numbered row by row.
#pragma once

#include "impinge/vec3.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace impinge::inline v0 {

/// What is to be cut into cells.
struct CellsWanted {
    std::span<const Box3> boxes;
    std::span<const std::uint32_t> members; ///< the boxes that matter
    unsigned bits = 60;                     ///< a cell's number has at most so many
    /// Boxes stand in clusters, or many are small: cells no larger than half of them, along all
    /// axes.
    bool crowded = false;
};

/// The cell of a coordinate never decreases with it, whatever rounding does; so of two boxes that
/// overlap, neither begins in a later cell than the other ends in. That is all that finding pairs
/// relies on: cells of a bad size cost time, never a pair.
///
/// Numbers run along the `fine` axis first, where cells are about as long as most boxes, so that a
/// run of a few cells there is a run in memory; then along `middle`, which may be one cell, then
/// along `outer`.
class Cells {
  public:
    static Cells around(const CellsWanted& wanted);

    struct Place {
        std::uint32_t fine = 0;
        std::uint32_t middle = 0;
        std::uint32_t outer = 0;
    };
    [[nodiscard]] Place place_of(const Vec3d& point) const {
        return {along(axes_[0], point), along(axes_[1], point), along(axes_[2], point)};
    }
    /// Places count from 1, so that a neighbour's number is never negative nor in another row.
    [[nodiscard]] std::uint64_t number_of(const Place& place) const {
        return (std::uint64_t{place.outer} << (fine_bits_ + middle_bits_)) |
               (std::uint64_t{place.middle} << fine_bits_) | place.fine;
    }
    [[nodiscard]] Place place_of_number(std::uint64_t number) const {
        return {
            static_cast<std::uint32_t>(number % row_step()),
            static_cast<std::uint32_t>(number % layer_step() / row_step()),
            static_cast<std::uint32_t>(std::min(number / layer_step(), std::uint64_t{1} << 31))};
    }
    [[nodiscard]] std::uint64_t row_step() const { return std::uint64_t{1} << fine_bits_; }
    [[nodiscard]] std::uint64_t layer_step() const {
        return std::uint64_t{1} << (fine_bits_ + middle_bits_);
    }
    /// Layers are rows: the middle axis is one cell.
    [[nodiscard]] bool one_row_per_layer() const { return axes_[1].last == 1; }
    [[nodiscard]] unsigned bits() const { return fine_bits_ + middle_bits_ + outer_bits_; }

  private:
    struct Axis {
        int coordinate = 0;
        double low = 0;
        double per_unit = 0;
        double last = 1; ///< the highest place
    };
    static std::uint32_t along(const Axis& axis, const Vec3d& point) {
        static_assert(sizeof(Vec3d) == 3 * sizeof(double));
        const double coordinate = (&point.x)[axis.coordinate]; // quicker than asking which it is
        const double place = (coordinate - axis.low) * axis.per_unit + 1;
        // The first comparison is false for NaN.
        const double at_least_1 = place > 1 ? place : 1;
        return static_cast<std::uint32_t>(at_least_1 < axis.last ? at_least_1 : axis.last);
    }

    std::array<Axis, 3> axes_{}; // fine, middle, outer
    unsigned fine_bits_ = 2;
    unsigned middle_bits_ = 2;
    unsigned outer_bits_ = 2;
};

} // namespace impinge::inline v0
