// SPDX-License-Identifier: Apache-2.0
//
// Solids made of unit cubes in an n x n x n grid: random ones, and their meshes with faces as large
// or as small as wanted. The grid itself is the oracle for verdicts (CellComplex::verdict).
#pragma once

#include "base/random.hpp"
#include "tests/support/complexes.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace impinge::tests {

class PolycubeGrid {
  public:
    explicit PolycubeGrid(int cubes_per_axis)
        : cubes_(static_cast<std::uint32_t>(cubes_per_axis)), grid_{cubes_, cubes_, cubes_},
          complex_(brick_complex(unit_levels(cubes_per_axis), unit_levels(cubes_per_axis),
                                 unit_levels(cubes_per_axis))) {}

    [[nodiscard]] const CellComplex& complex() const { return complex_; }
    [[nodiscard]] std::uint32_t cubes_per_axis() const { return cubes_; }
    [[nodiscard]] std::uint32_t cell(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
        return grid_.cell(x, y, z);
    }

    /// Adds a random box of cells to the set.
    void fill_box(CellSet& set, Random& random) const {
        for (const std::uint32_t place : random_box(random)) {
            set[place] = true;
        }
    }

    /// The cells of a random box.
    [[nodiscard]] std::vector<std::uint32_t> random_box(Random& random) const {
        std::array<std::uint32_t, 3> low{};
        std::array<std::uint32_t, 3> high{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto p = static_cast<std::uint32_t>(random.below(cubes_));
            const auto q = static_cast<std::uint32_t>(random.below(cubes_));
            low[axis] = std::min(p, q);
            high[axis] = std::max(p, q);
        }
        std::vector<std::uint32_t> places;
        for (std::uint32_t z = low[2]; z <= high[2]; ++z) {
            for (std::uint32_t y = low[1]; y <= high[1]; ++y) {
                for (std::uint32_t x = low[0]; x <= high[0]; ++x) {
                    places.push_back(cell(x, y, z));
                }
            }
        }
        return places;
    }

    /// Some boxes, less some others; never empty.
    [[nodiscard]] CellSet random_set(Random& random) const {
        CellSet set = complex_.no_cells();
        while (std::find(set.begin(), set.end(), true) == set.end()) {
            for (std::uint64_t i = 0, boxes = 1 + random.below(3); i < boxes; ++i) {
                fill_box(set, random);
            }
            for (std::uint64_t i = 0, boxes = random.below(3); i < boxes; ++i) {
                for (const std::uint32_t place : random_box(random)) {
                    set[place] = false;
                }
            }
        }
        return set;
    }

    /// The boundary with faces between the planes where the set changes and `extra` others.
    [[nodiscard]] PolyMesh mesh(const CellSet& set, Random& random, double extra) const {
        std::array<std::vector<std::uint32_t>, 3> levels;
        for (int axis = 0; axis < 3; ++axis) {
            for (std::uint32_t level = 0; level <= cubes_; ++level) {
                const bool end = level == 0 || level == cubes_;
                if (end || slabs_differ(set, axis, level) || random.unit() < extra) {
                    levels[static_cast<std::size_t>(axis)].push_back(level);
                }
            }
        }
        const auto as_levels = [](const std::vector<std::uint32_t>& places) {
            return Levels(places.begin(), places.end());
        };
        const Levels xs = as_levels(levels[0]);
        const Levels ys = as_levels(levels[1]);
        const Levels zs = as_levels(levels[2]);
        const CellComplex coarse = brick_complex(xs, ys, zs);
        CellSet kept = coarse.no_cells();
        const GridNumbering numbers = numbering(xs, ys, zs);
        for_each_grid_cell(numbers, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
            kept[numbers.cell(x, y, z)] = set[cell(levels[0][x], levels[1][y], levels[2][z])];
        });
        return coarse.boundary(kept);
    }

    /// Layers from bottom to top as drawings, for messages.
    [[nodiscard]] std::string drawn(const CellSet& set) const {
        std::string text;
        for (std::uint32_t z = 0; z < cubes_; ++z) {
            for (std::uint32_t row = 0; row < cubes_; ++row) {
                for (std::uint32_t x = 0; x < cubes_; ++x) {
                    text += set[cell(x, cubes_ - 1 - row, z)] ? '#' : '.';
                }
                text += row + 1 < cubes_ ? '/' : '\n';
            }
        }
        return text;
    }

  private:
    [[nodiscard]] bool slabs_differ(const CellSet& set, int axis, std::uint32_t level) const {
        for (std::uint32_t u = 0; u < cubes_; ++u) {
            for (std::uint32_t v = 0; v < cubes_; ++v) {
                const auto at = [&](std::uint32_t w) {
                    return axis == 0   ? set[cell(w, u, v)]
                           : axis == 1 ? set[cell(u, w, v)]
                                       : set[cell(u, v, w)];
                };
                if (at(level - 1) != at(level)) {
                    return true;
                }
            }
        }
        return false;
    }

    std::uint32_t cubes_;
    GridNumbering grid_;
    CellComplex complex_;
};

} // namespace impinge::tests
