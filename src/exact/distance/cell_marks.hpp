// SPDX-License-Identifier: Apache-2.0
//
// An occupancy grid, the coarse image of a set of boxes: one bit per cell of a grid of at most 64 x
// 64 x 64.
#pragma once

#include "impinge/vec3.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

struct CellRange {
    int low = 0;
    int high = 0; ///< inclusive
};

/// Cubic cells over a region; points outside count to the cell at the border.
class CellGrid {
  public:
    static constexpr int most_cells = 64; ///< along each axis; along x a row is one word

    CellGrid(const Box3& region, double cell);

    /// Never decreases with the coordinate, whatever the rounding: that is all safety needs.
    [[nodiscard]] int cell(double coordinate, int axis) const {
        const double position = (coordinate - origin_[axis]) * per_length_;
        return position >= last_[axis] ? last_[axis]
               : position > 0          ? static_cast<int>(position)
                                       : 0;
    }
    [[nodiscard]] CellRange range(const Box3& box, int axis) const {
        return {cell(box.min[axis], axis), cell(box.max[axis], axis)};
    }
    /// Cells that a coordinate can move by when it moves by `length`, plus one for rounding.
    [[nodiscard]] int cells_within(double length) const;
    [[nodiscard]] int rows(int axis) const { return last_[axis] + 1; }

  private:
    Vec3d origin_;
    double per_length_ = 0;
    Vec3<int> last_;
};

class CellMarks {
  public:
    /// Nothing marked. The grid must outlive the marks.
    explicit CellMarks(const CellGrid& grid);

    void add(const Box3& box);
    void unite(const CellMarks& other);
    /// Every mark spreads over the cube of `cells` around it.
    void widen(int cells);
    /// Whether the box touches a marked cell.
    [[nodiscard]] bool meet(const Box3& box) const;

  private:
    [[nodiscard]] std::size_t at(int y, int z) const {
        return static_cast<std::size_t>(z) * static_cast<std::size_t>(grid_->rows(1)) +
               static_cast<std::size_t>(y);
    }
    void widen_rows(int cells, int axis);

    const CellGrid* grid_;
    std::vector<std::uint64_t> words_;
};

} // namespace impinge::inline v0
