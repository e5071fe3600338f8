// SPDX-License-Identifier: Apache-2.0
//
// Repaired meshes: one triangle has a vertex in the middle of an edge, its neighbours have not, and
// a triangle without area closes the gap. Every edge of a body is tried, also one of four faces.
#pragma once

#include "tests/exact/verdict_table.hpp"
#include "tests/support/shapes.hpp"

namespace impinge::tests::caps_rows {

/// Splits edge `edge` of one triangle and closes the gap to its neighbour with a cap.
inline Mesh with_cap(Mesh mesh, std::size_t triangle, std::size_t edge) {
    const TriangleIndices t = mesh.triangles[triangle];
    const std::uint32_t a = t[edge];
    const std::uint32_t b = t[(edge + 1) % 3];
    const std::uint32_t c = t[(edge + 2) % 3];
    const auto middle = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.push_back(*exact_midpoint(mesh.positions[a], mesh.positions[b]));
    mesh.triangles[triangle] = {a, middle, c};
    mesh.triangles.push_back({middle, b, c});
    mesh.triangles.push_back({a, b, middle});
    return mesh;
}

inline std::vector<Configuration> capped_bodies() {
    const PolyMesh diagonal_cells = plate({"#.", //
                                           ".#"},
                                          0, 1);
    const PolyMesh block = cube({0, 0, 0}, 2);
    return {
        {"TwoCellsAndThemselves", diagonal_cells, diagonal_cells, Verdict::Same},
        {"TwoCellsAndACellBetween", diagonal_cells, cube({0, 0, 0}, 1), Verdict::Touching},
        {"TwoCellsAndOneOfThem", diagonal_cells, cube({1, 0, 0}, 1), Verdict::Crossing},
        {"TwoCellsAndARoof", diagonal_cells, box({0, 0, 1}, {2, 2, 2}), Verdict::Touching},
        {"BlockAndItself", block, block, Verdict::Same},
        {"BlockAndANeighbour", block, cube({2, 0, 0}, 2), Verdict::Touching},
        {"BlockAndADiagonalNeighbour", block, cube({2, 2, 0}, 2), Verdict::Touching},
        {"BlockAndAnAlignedOverlap", block, cube({1, 0, 0}, 2), Verdict::Crossing},
        {"BlockAndACornerPiece", block, cube({0, 0, 0}, 1), Verdict::Crossing},
        {"BlockAndATipOnItsEdge", block, square_pyramid({1, 2, 2}, 4, 1), Verdict::Touching},
        {"BlockAndATipOnItsEdgeWithin", block,
         tetrahedron({0.5, 1, 1}, {1.5, 1, 1}, {1, 1.5, 0.5}, {1, 2, 2}), Verdict::Crossing},
    };
}

} // namespace impinge::tests::caps_rows
