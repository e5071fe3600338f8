// SPDX-License-Identifier: Apache-2.0
//
// Third stage of the broad phase: the boxes of a region dealt out to a grid of cells some times
// larger than they are. Cells without boxes of both bodies are dropped on the way.
#pragma once

#include "exact/pairs/quantised_mesh.hpp"

#include <array>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Two lists of boxes, or one that is to be compared with itself: then `b` is the same list as `a`.
struct BoxLists {
    std::span<const QuantisedTriangle> a;
    std::span<const QuantisedTriangle> b;
    bool same = false;

    [[nodiscard]] std::size_t size() const { return same ? a.size() : a.size() + b.size(); }
    /// Pairs to be compared.
    [[nodiscard]] double work() const {
        const double all = static_cast<double>(a.size()) * static_cast<double>(b.size());
        return same ? all / 2 : all;
    }
};

struct Cell {
    BoxLists boxes;
    Codes low; ///< codes of the cell
    Codes high;
};

class CellBins {
  public:
    /// Not to be looked at if the context was cancelled meanwhile.
    /// `first_cut` is the first of the three bits of `earlier` that tell whether a box stands in an
    /// earlier cell, too.
    CellBins(const BoxLists& lists, unsigned first_cut, const Context& context);

    /// Those that hold boxes of both lists.
    [[nodiscard]] std::size_t size() const { return cells_.size(); }
    [[nodiscard]] Cell operator[](std::size_t i) const;

  private:
    struct Range {
        std::uint32_t cell = 0;
        std::size_t a = 0; ///< where its boxes begin in items_
        std::size_t b = 0;
        std::size_t end = 0;
    };

    /// Some rows of cells, which one thread fills: those along x that have these numbers.
    struct Slab {
        std::uint32_t first_row = 0;
        std::uint32_t end_row = 0;
        std::size_t copies = 0; ///< of boxes, in all its cells
        std::vector<Range> cells;
        std::size_t first_cell = 0; ///< where they go in cells_
        std::size_t first_item = 0; ///< where theirs begin in items_

        [[nodiscard]] std::size_t items() const { return cells.empty() ? 0 : cells.back().end; }
    };

    /// How cells are shared out changes nothing in them: boxes come into a cell in the order of
    /// their list.
    [[nodiscard]] std::vector<Slab> cut_into_slabs(const BoxLists& lists,
                                                   const Context& context) const;
    [[nodiscard]] std::uint32_t row_count() const { return 1U << (bits_[1] + bits_[2]); }
    template <typename Visit>
    void for_each_box(std::span<const QuantisedTriangle> list, const Slab& slab,
                      const Context& context, Visit visit) const;
    /// Says no if few boxes that are far larger than the mean would fill all memory.
    bool count(const BoxLists& lists, std::vector<Slab>& slabs, const Context& context);
    void count(const BoxLists& lists, Slab& slab, std::size_t most, const Context& context);
    void find_places(Slab& slab);
    void deal(std::span<const QuantisedTriangle> list, std::uint32_t* next, const Slab& slab,
              unsigned first_cut, const Context& context);

    std::array<int, 3> bits_{}; // 2^bits cells along each axis
    bool same_ = false;
    KeptArray<std::uint32_t> next_a_; // for each cell how many boxes, later where the next goes
    KeptArray<std::uint32_t> next_b_;
    std::vector<Range> cells_;
    KeptArray<QuantisedTriangle> items_;
};

} // namespace impinge::inline v0
