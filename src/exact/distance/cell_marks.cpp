// SPDX-License-Identifier: Apache-2.0
#include "exact/distance/cell_marks.hpp"

namespace impinge::inline v0 {
namespace {

std::uint64_t bits_between(CellRange range) {
    return (~std::uint64_t{0} << range.low) & (~std::uint64_t{0} >> (63 - range.high));
}

} // namespace

CellGrid::CellGrid(const Box3& region, double cell) : origin_(region.min), per_length_(1 / cell) {
    const Vec3d cells = extent(region) * per_length_;
    for (int axis = 0; axis < 3; ++axis) {
        last_[axis] = static_cast<int>(std::clamp(cells[axis], 0.0, most_cells - 1.0));
    }
}

int CellGrid::cells_within(double length) const {
    return static_cast<int>(std::min(length * per_length_, 1.0 * most_cells)) + 2;
}

CellMarks::CellMarks(const CellGrid& grid)
    : grid_(&grid),
      words_(static_cast<std::size_t>(grid.rows(1)) * static_cast<std::size_t>(grid.rows(2))) {}

void CellMarks::add(const Box3& box) {
    const std::uint64_t bits = bits_between(grid_->range(box, 0));
    const CellRange y = grid_->range(box, 1);
    const CellRange z = grid_->range(box, 2);
    for (int k = z.low; k <= z.high; ++k) {
        for (int j = y.low; j <= y.high; ++j) {
            words_[at(j, k)] |= bits;
        }
    }
}

bool CellMarks::meet(const Box3& box) const {
    const std::uint64_t bits = bits_between(grid_->range(box, 0));
    const CellRange y = grid_->range(box, 1);
    const CellRange z = grid_->range(box, 2);
    for (int k = z.low; k <= z.high; ++k) {
        for (int j = y.low; j <= y.high; ++j) {
            if ((words_[at(j, k)] & bits) != 0) {
                return true;
            }
        }
    }
    return false;
}

void CellMarks::unite(const CellMarks& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
        words_[i] |= other.words_[i];
    }
}

void CellMarks::widen(int cells) {
    for (std::uint64_t& word : words_) {
        for (int step = 0; step < std::min(cells, CellGrid::most_cells); ++step) {
            word |= (word << 1) | (word >> 1);
        }
    }
    widen_rows(cells, 1);
    widen_rows(cells, 2);
}

void CellMarks::widen_rows(int cells, int axis) {
    const int length = grid_->rows(axis);
    const int others = grid_->rows(3 - axis);
    const auto place = [&](int i, int other) { return axis == 1 ? at(i, other) : at(other, i); };
    const std::vector<std::uint64_t> before = words_;
    for (int other = 0; other < others; ++other) {
        for (int i = 0; i < length; ++i) {
            std::uint64_t word = 0;
            const int end = std::min(length - 1, i + cells);
            for (int near = std::max(0, i - cells); near <= end; ++near) {
                word |= before[place(near, other)];
            }
            words_[place(i, other)] = word;
        }
    }
}

} // namespace impinge::inline v0
