// SPDX-License-Identifier: Apache-2.0
//
// Space cut into convex cells that meet face to face. A body is a set of cells, its mesh is the
// boundary of that set, and the verdict for two bodies follows from set operations alone: an oracle
// that shares nothing with the geometry it checks.
#pragma once

#include "impinge/collide.hpp"
#include "tests/support/poly_mesh.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace impinge::tests {

/// Which cells of a complex belong to a body.
using CellSet = std::vector<bool>;

class CellComplex {
  public:
    explicit CellComplex(std::vector<Vec3d> positions) : positions_(std::move(positions)) {}

    /// A cell by its faces, each counter-clockwise seen from outside the cell.
    void add_cell(const std::vector<Loop>& faces) {
        for (const Loop& face : faces) {
            add_face(face, cell_count_);
        }
        ++cell_count_;
    }

    [[nodiscard]] std::size_t cell_count() const { return cell_count_; }
    [[nodiscard]] CellSet no_cells() const { return CellSet(cell_count_, false); }

    /// The surface of the set, normals outwards. Cells that meet in an edge or a corner only give a
    /// surface that touches itself there.
    [[nodiscard]] PolyMesh boundary(const CellSet& cells) const;

    /// What collide() must say of two solids that fill these sets, whatever walls they have inside.
    [[nodiscard]] Verdict verdict(const CellSet& a, const CellSet& b) const;

  private:
    static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

    struct Wall {
        Loop loop; ///< counter-clockwise seen from `front`
        std::uint32_t behind = nobody;
        std::uint32_t front = nobody;
    };

    void add_face(const Loop& face, std::uint32_t cell) {
        Loop key = face;
        std::sort(key.begin(), key.end());
        const auto [place, is_new] = wall_of_.try_emplace(std::move(key), walls_.size());
        if (is_new) {
            walls_.push_back({face, cell, nobody});
        } else {
            walls_[place->second].front = cell;
        }
    }

    static bool holds(const CellSet& cells, std::uint32_t cell) {
        return cell != nobody && cells[cell];
    }
    static bool separates(const CellSet& cells, const Wall& wall) {
        return holds(cells, wall.behind) != holds(cells, wall.front);
    }
    [[nodiscard]] bool surfaces_meet(const CellSet& a, const CellSet& b) const;

    std::vector<Vec3d> positions_;
    std::vector<Wall> walls_;
    std::map<Loop, std::size_t> wall_of_;
    std::uint32_t cell_count_ = 0;
};

inline PolyMesh CellComplex::boundary(const CellSet& cells) const {
    PolyMesh mesh;
    std::vector<std::uint32_t> renumbered(positions_.size(), nobody);
    for (const Wall& wall : walls_) {
        if (!separates(cells, wall)) {
            continue;
        }
        Loop face;
        for (const std::uint32_t corner : wall.loop) {
            if (renumbered[corner] == nobody) {
                renumbered[corner] = static_cast<std::uint32_t>(mesh.positions.size());
                mesh.positions.push_back(positions_[corner]);
            }
            face.push_back(renumbered[corner]);
        }
        if (holds(cells, wall.front)) {
            std::reverse(face.begin(), face.end());
        }
        mesh.faces.push_back(std::move(face));
    }
    return mesh;
}

// Both surfaces are made of whole walls, and two walls that meet share a corner.
inline bool CellComplex::surfaces_meet(const CellSet& a, const CellSet& b) const {
    std::vector<bool> on_a(positions_.size(), false);
    for (const Wall& wall : walls_) {
        if (separates(a, wall)) {
            for (const std::uint32_t corner : wall.loop) {
                on_a[corner] = true;
            }
        }
    }
    return std::any_of(walls_.begin(), walls_.end(), [&](const Wall& wall) {
        return separates(b, wall) && std::any_of(wall.loop.begin(), wall.loop.end(),
                                                 [&](std::uint32_t c) { return on_a[c]; });
    });
}

inline Verdict CellComplex::verdict(const CellSet& a, const CellSet& b) const {
    bool common = false;
    bool only_a = false;
    bool only_b = false;
    for (std::size_t cell = 0; cell < cell_count_; ++cell) {
        common = common || (a[cell] && b[cell]);
        only_a = only_a || (a[cell] && !b[cell]);
        only_b = only_b || (b[cell] && !a[cell]);
    }
    const bool meet = surfaces_meet(a, b);
    if (!common) {
        return meet ? Verdict::Touching : Verdict::Apart;
    }
    if (!only_a && !only_b) {
        return Verdict::Same;
    }
    if (meet || only_a == only_b) {
        return Verdict::Crossing;
    }
    return only_b ? Verdict::AInsideB : Verdict::BInsideA;
}

} // namespace impinge::tests
