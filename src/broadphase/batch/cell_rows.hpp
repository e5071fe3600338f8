// SPDX-License-Identifier: Apache-2.0
//
// Boxes in the order of their cells, and the loop that finds which of them have an overlap at all.
#pragma once

#include "broadphase/batch/cells.hpp"
#include "impinge/vec3.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Boxes in the order of their cells, rounded outwards to floats, one column for each bound.
/// `numbers` holds the cell of each, then its index in the lowest `index_bits`. Columns and numbers
/// are padded by boxes that overlap nothing, in a cell after all others.
struct CellRows {
    static constexpr std::size_t lanes = 8;
    enum Column : std::uint8_t { MinX, MinY, MinZ, MaxX, MaxY, MaxZ }; // as in a Box3

    std::vector<std::uint64_t> numbers;
    std::array<std::vector<float>, 6> columns;
    std::size_t count = 0; ///< without the padding
    unsigned index_bits = 0;

    [[nodiscard]] std::uint64_t cell(std::size_t at) const { return numbers[at] >> index_bits; }
    [[nodiscard]] std::uint32_t index(std::size_t at) const {
        return static_cast<std::uint32_t>(numbers[at] & ((std::uint64_t{1} << index_bits) - 1));
    }
    /// The first box of this cell or a later one, not before `at`.
    [[nodiscard]] std::size_t first_from(std::uint64_t cell, std::size_t at) const {
        const auto begin = numbers.begin();
        const auto end = begin + static_cast<std::ptrdiff_t>(count);
        return static_cast<std::size_t>(
            std::lower_bound(begin + static_cast<std::ptrdiff_t>(at), end, cell << index_bits) -
            begin);
    }
    void pad();
};

/// The bounds of boxes as floats, no minimum above and no maximum below the true one.
using FloatBox = std::array<float, 6>;
void round_outwards(std::span<const Box3> boxes, std::span<FloatBox> rounded);

/// The rows after a box's own in which boxes that overlap it can begin, as steps of cell numbers.
struct RowSteps {
    std::array<std::uint64_t, 4> steps{};
    std::size_t count = 0;
};
RowSteps row_steps(const Cells& cells);

/// A box that overlaps others that come later, and where the three cells of each later row begin.
struct RowHit {
    std::uint32_t at = 0;
    std::array<std::uint32_t, 4> row_first{};
};

/// For the boxes begin .. end - 1: those whose floats overlap those of a later box in a cell beside
/// theirs (or of some other later box), appended to `hits`. Returns how many boxes were compared.
std::uint64_t find_row_hits(const CellRows& rows, const RowSteps& steps, std::size_t begin,
                            std::size_t end, std::vector<RowHit>& hits);

/// The boxes from `from` on, up to those of the cell `last`, whose floats overlap those of the box
/// at `at`: where they stand, appended to `found`.
void find_in_run(const CellRows& rows, std::size_t at, std::size_t from, std::uint64_t last,
                 std::vector<std::uint32_t>& found);

} // namespace impinge::inline v0
