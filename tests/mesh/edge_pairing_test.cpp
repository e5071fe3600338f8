// SPDX-License-Identifier: Apache-2.0
#include "mesh/edge_pairing.hpp"

#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace impinge {
namespace {

/// From a map of all edges.
struct ByMap {
    bool balanced = true;
    bool manifold = true; ///< no edge has more than two faces
    std::size_t pieces = 0;
};

ByMap by_map(const std::vector<TriangleIndices>& triangles) {
    struct Edge {
        int balance = 0;
        std::vector<std::size_t> faces;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Edge> edges;
    for (std::size_t face = 0; face < triangles.size(); ++face) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t from = triangles[face][i];
            const std::uint32_t to = triangles[face][(i + 1) % 3];
            if (from != to) {
                Edge& edge = edges[std::minmax(from, to)];
                edge.balance += from < to ? 1 : -1;
                edge.faces.push_back(face);
            }
        }
    }
    std::vector<std::size_t> piece(triangles.size());
    std::iota(piece.begin(), piece.end(), 0);
    const auto root = [&](std::size_t face) {
        while (piece[face] != face) {
            face = piece[face] = piece[piece[face]];
        }
        return face;
    };
    ByMap found;
    for (const auto& [ends, edge] : edges) {
        found.balanced = found.balanced && edge.balance == 0;
        found.manifold = found.manifold && edge.faces.size() <= 2;
        for (const std::size_t face : edge.faces) {
            piece[root(face)] = root(edge.faces.front());
        }
    }
    for (std::size_t face = 0; face < piece.size(); ++face) {
        found.pieces += root(face) == face ? 1 : 0;
    }
    return found;
}

TriangleIndices turned(TriangleIndices triangle, std::size_t by) {
    std::rotate(triangle.begin(), triangle.begin() + static_cast<std::ptrdiff_t>(by),
                triangle.end());
    return triangle;
}

/// A torus of squares, each two triangles one after the other that begin at the given corners: all
/// nine ways in which the second can have an edge of the first.
std::vector<TriangleIndices> torus(std::uint32_t rows, std::uint32_t columns,
                                   std::uint32_t first_vertex, std::size_t turn) {
    std::vector<TriangleIndices> triangles;
    const auto vertex = [&](std::uint32_t row, std::uint32_t column) {
        return first_vertex + row % rows * columns + column % columns;
    };
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            const std::uint32_t a = vertex(row, column);
            const std::uint32_t b = vertex(row, column + 1);
            const std::uint32_t c = vertex(row + 1, column + 1);
            const std::uint32_t d = vertex(row + 1, column);
            triangles.push_back(turned({a, b, c}, turn % 3));
            triangles.push_back(turned({a, c, d}, turn / 3));
        }
    }
    return triangles;
}

void expect_as_by_map(const std::vector<TriangleIndices>& triangles) {
    const ByMap expected = by_map(triangles);
    for (const unsigned threads : {1U, 3U}) {
        const EdgePairing found = pair_edges(triangles, Context(threads));
        EXPECT_EQ(found.balanced, expected.balanced);
        if (expected.balanced && expected.manifold) {
            EXPECT_EQ(found.pieces, expected.pieces);
        } else if (expected.balanced) {
            EXPECT_GE(found.pieces, expected.pieces);
        }
    }
}

TEST(EdgePairing, PairsOfTrianglesInAnyTurn) {
    for (std::size_t turn = 0; turn < 9; ++turn) {
        for (const std::uint32_t columns : {3U, 40U, 129U}) {
            std::vector<TriangleIndices> triangles = torus(90, columns, 0, turn);
            expect_as_by_map(triangles);
            // From here on the second of two squares is beside the first.
            std::rotate(triangles.begin(), triangles.begin() + 1, triangles.end());
            expect_as_by_map(triangles);
        }
    }
}

TEST(EdgePairing, TwoTrianglesBackToBack) {
    std::vector<TriangleIndices> triangles;
    for (std::uint32_t i = 0; i < 500; ++i) {
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        triangles.push_back({3 * i, 3 * i + 2, 3 * i + 1});
    }
    for (int turn = 0; turn < 2; ++turn) { // either triangle of the two comes first
        expect_as_by_map(triangles);
        EXPECT_EQ(pair_edges(triangles, Context(1)).pieces, 500U);
        std::rotate(triangles.begin(), triangles.begin() + 1, triangles.end());
    }
    std::swap(triangles[301][0], triangles[301][1]);
    EXPECT_FALSE(pair_edges(triangles, Context(1)).balanced);
}

TEST(EdgePairing, DamagedTori) {
    Random random(71);
    const std::size_t cases = tests::scaled(300);
    std::size_t balanced = 0;
    for (std::size_t i = 0; i < cases; ++i) {
        const auto columns = static_cast<std::uint32_t>(3 + random.below(60));
        const std::size_t turn = random.below(9);
        std::vector<TriangleIndices> triangles = torus(40, columns, 0, turn);
        const auto second = torus(5, columns, 40 * columns, turn);
        triangles.insert(triangles.end(), second.begin(), second.end());
        TriangleIndices& any = triangles[random.below(triangles.size())];
        switch (random.below(6)) {
        case 0:
            std::swap(any[0], any[1]);
            break;
        case 1:
            triangles.erase(triangles.begin() +
                            static_cast<std::ptrdiff_t>(random.below(triangles.size())));
            break;
        case 2: { // a wall without thickness: four faces at its edges
            const TriangleIndices wall = any;
            const auto at = static_cast<std::ptrdiff_t>(random.below(triangles.size()));
            triangles.insert(triangles.begin() + at, {wall[0], wall[2], wall[1]});
            triangles.insert(triangles.begin() + at, wall);
            break;
        }
        case 3: { // faces without area, both ways through an edge
            const TriangleIndices flat{any[0], any[1], any[0]};
            triangles.insert(triangles.begin() +
                                 static_cast<std::ptrdiff_t>(random.below(triangles.size())),
                             flat);
            break;
        }
        case 4:
            any[random.below(3)] = triangles.front()[0];
            break;
        default:
            break;
        }
        balanced += by_map(triangles).balanced ? 1 : 0;
        expect_as_by_map(triangles);
    }
    EXPECT_GT(balanced, cases * 3 / 10);
    EXPECT_LT(balanced, cases * 7 / 10);
}

} // namespace
} // namespace impinge
