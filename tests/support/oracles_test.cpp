// SPDX-License-Identifier: Apache-2.0
//
// The oracles and builders are checked by hand, and each against an answer it must refuse.
#include "tests/support/clipped_triangles.hpp"
#include "tests/support/exact_map.hpp"
#include "tests/support/integer_polytope.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace impinge::tests {
namespace {

double six_volumes(const Mesh& mesh) {
    double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        sum += dot(mesh.positions[a], cross(mesh.positions[b], mesh.positions[c]));
    }
    return sum;
}

/// Every edge is run through equally often both ways, corners compared by position.
bool is_closed(const Mesh& mesh) {
    std::map<std::pair<Vec3d, Vec3d>, int> balance;
    for (const TriangleIndices& t : mesh.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3d p = mesh.positions[t[i]];
            const Vec3d q = mesh.positions[t[(i + 1) % 3]];
            ++balance[{p, q}];
            --balance[{q, p}];
        }
    }
    return std::all_of(balance.begin(), balance.end(), [](const auto& e) { return e.second == 0; });
}

TEST(CellComplex, CellsOfEveryComplexAreClosedAndFaceOutwards) {
    for (const CellComplex& complex :
         {brick_complex({0, 1, 3}, {0, 2}, {-1, 0, 4}), tetrahedron_complex(2),
          wheel_complex({1, 2}, {0, 1, 3}), star_complex(2)}) {
        double total = 0;
        for (std::size_t cell = 0; cell < complex.cell_count(); ++cell) {
            CellSet one = complex.no_cells();
            one[cell] = true;
            const Mesh mesh = meshed(complex.boundary(one));
            EXPECT_TRUE(is_closed(mesh));
            EXPECT_GT(six_volumes(mesh), 0);
            total += six_volumes(mesh);
        }
        const Mesh whole = meshed(complex.boundary(CellSet(complex.cell_count(), true)));
        EXPECT_TRUE(is_closed(whole));
        EXPECT_EQ(six_volumes(whole), total) << "cells overlap or walls do not cancel";
    }
}

TEST(CellComplex, ACellTurnedInsideOutIsNoticed) {
    CellComplex complex(grid_positions({0, 1}, {0, 1}, {0, 1}));
    std::vector<Loop> faces = brick_faces({0, 1, 2, 3, 4, 5, 6, 7});
    std::reverse(faces[2].begin(), faces[2].end());
    complex.add_cell(faces);
    EXPECT_FALSE(is_closed(meshed(complex.boundary({true}))));
}

/// Cells of a 5 x 5 x 5 grid between two corners, the second excluded.
CellSet cells_between(const PolycubeGrid& grid, std::array<std::uint32_t, 3> low,
                      std::array<std::uint32_t, 3> high) {
    CellSet set = grid.complex().no_cells();
    for (std::uint32_t z = low[2]; z < high[2]; ++z) {
        for (std::uint32_t y = low[1]; y < high[1]; ++y) {
            for (std::uint32_t x = low[0]; x < high[0]; ++x) {
                set[grid.cell(x, y, z)] = true;
            }
        }
    }
    return set;
}

TEST(CellComplex, VerdictsOfCellSetsAreThoseOfTheirDrawing) {
    const PolycubeGrid grid(5);
    const auto box_of = [&](std::array<std::uint32_t, 3> low, std::array<std::uint32_t, 3> high) {
        return cells_between(grid, low, high);
    };
    const auto verdict = [&](const CellSet& a, const CellSet& b) {
        return grid.complex().verdict(a, b);
    };
    const CellSet block = box_of({0, 0, 0}, {5, 5, 5});
    const CellSet centre = box_of({2, 2, 2}, {3, 3, 3});
    CellSet hollow = block;
    hollow[grid.cell(2, 2, 2)] = false;
    CellSet roomy = block;
    for (std::size_t i = 0; i < roomy.size(); ++i) {
        roomy[i] = roomy[i] && !box_of({1, 1, 1}, {4, 4, 4})[i];
    }
    EXPECT_EQ(verdict(block, block), Verdict::Same);
    EXPECT_EQ(verdict(centre, block), Verdict::AInsideB);
    EXPECT_EQ(verdict(block, centre), Verdict::BInsideA);
    EXPECT_EQ(verdict(centre, hollow), Verdict::Touching);
    EXPECT_EQ(verdict(centre, roomy), Verdict::Apart);
    EXPECT_EQ(verdict(hollow, block), Verdict::Crossing);
    EXPECT_EQ(verdict(box_of({0, 0, 0}, {2, 2, 2}), box_of({2, 2, 2}, {4, 4, 4})),
              Verdict::Touching);
    EXPECT_EQ(verdict(box_of({0, 0, 0}, {2, 2, 2}), box_of({1, 0, 0}, {3, 2, 2})),
              Verdict::Crossing);
    EXPECT_EQ(verdict(box_of({0, 0, 0}, {2, 2, 2}), box_of({3, 0, 0}, {5, 2, 2})), Verdict::Apart);
    EXPECT_EQ(verdict(box_of({0, 0, 1}, {1, 1, 2}), block), Verdict::Crossing);
}

TEST(CellComplex, PartsInsideAndOutsideAreCrossing) {
    const PolycubeGrid grid(7);
    CellSet parts = cells_between(grid, {1, 1, 1}, {2, 2, 2});
    parts[grid.cell(6, 6, 6)] = true;
    EXPECT_EQ(grid.complex().verdict(parts, cells_between(grid, {0, 0, 0}, {3, 3, 3})),
              Verdict::Crossing);
}

TEST(Polycube, LargeAndSmallFacesEncloseTheSameVolume) {
    const PolycubeGrid grid(5);
    Random random(5);
    for (int round = 0; round < 50; ++round) {
        const CellSet set = grid.random_set(random);
        const auto count = static_cast<double>(std::count(set.begin(), set.end(), true));
        for (const double extra : {0.0, 0.5, 1.0}) {
            const Mesh mesh = meshed(grid.mesh(set, random, extra), {.seed = random.next()});
            EXPECT_TRUE(is_closed(mesh));
            EXPECT_EQ(six_volumes(mesh), 6 * count);
        }
    }
}

TEST(Meshing, EveryMeshingIsClosedAroundTheSameVolume) {
    const PolyMesh shape = wheel("###.##..", 2, 0, 3);
    const double volume = six_volumes(meshed(shape));
    for (std::uint64_t seed = 1; seed < 30; ++seed) {
        for (const Splits splits : {Splits::None, Splits::Some, Splits::All}) {
            for (const Extras extras : {Extras::None, Extras::Caps, Extras::Points}) {
                const Mesh mesh = meshed(shape, {seed, splits, extras, Order::Shuffled});
                EXPECT_TRUE(is_closed(mesh));
                EXPECT_EQ(six_volumes(mesh), volume);
            }
        }
    }
    Mesh broken = meshed(shape);
    broken.triangles.pop_back();
    EXPECT_FALSE(is_closed(broken));
}

TEST(ExactArithmetic, RefusesToRound) {
    EXPECT_EQ(exact_sum(1, 2), 3);
    EXPECT_FALSE(exact_sum(1, 0x1p-60));
    EXPECT_FALSE(exact_product(3, 1 + 0x1p-52));
    EXPECT_EQ(exact_product(3, 5), 15);
    EXPECT_FALSE(exact_scaled(1 + 0x1p-52, -1060));
    EXPECT_FALSE(exact_scaled(1, 2000));
    EXPECT_FALSE(exact_midpoint({1, 0, 0}, {1 + 0x1p-52, 0, 0}));
    EXPECT_EQ(exact_midpoint({1, 0, 0}, {2, 3, 0}), (Vec3d{1.5, 1.5, 0}));
}

TEST(ExactMap, SymmetriesOfTheCubeAreHalfRotations) {
    const auto symmetries = cube_symmetries();
    ASSERT_EQ(symmetries.size(), 48U);
    for (std::size_t i = 0; i < 48; ++i) {
        EXPECT_EQ(determinant(symmetries[i]), i < 24 ? 1 : -1);
        const auto turned = image({.matrix = symmetries[i]}, box({0, 0, 0}, {1, 2, 3}));
        ASSERT_TRUE(turned);
        EXPECT_EQ(six_volumes(meshed(*turned)), 36);
    }
}

IntegerPolytope cube_at(std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t side) {
    std::vector<Vec3i> corners;
    for (int bits = 0; bits < 8; ++bits) {
        corners.push_back(
            {x + side * (bits & 1), y + side * (bits >> 1 & 1), z + side * (bits >> 2)});
    }
    corners.push_back({x + side / 2, y + side / 2, z + side / 2});
    return *hull_of(corners);
}

TEST(IntegerPolytope, HullKeepsCornersAndMergesFaces) {
    const IntegerPolytope cube = cube_at(0, 0, 0, 2);
    EXPECT_EQ(cube.corners.size(), 8U);
    EXPECT_EQ(cube.faces.size(), 6U);
    EXPECT_EQ(six_volumes(meshed(polygons_of(cube))), 48);
    EXPECT_FALSE(hull_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}));
}

TEST(IntegerPolytope, VerdictsOfCubesAndTetrahedraAreKnown) {
    const IntegerPolytope cube = cube_at(0, 0, 0, 4);
    EXPECT_EQ(verdict_of(cube, cube_at(4, 0, 0, 4)), Verdict::Touching);
    EXPECT_EQ(verdict_of(cube, cube_at(4, 4, 4, 4)), Verdict::Touching);
    EXPECT_EQ(verdict_of(cube, cube_at(3, 0, 0, 4)), Verdict::Crossing);
    EXPECT_EQ(verdict_of(cube, cube_at(5, 0, 0, 4)), Verdict::Apart);
    EXPECT_EQ(verdict_of(cube, cube_at(1, 1, 1, 2)), Verdict::BInsideA);
    EXPECT_EQ(verdict_of(cube_at(1, 1, 1, 2), cube), Verdict::AInsideB);
    EXPECT_EQ(verdict_of(cube, cube_at(0, 1, 1, 2)), Verdict::Crossing);
    EXPECT_EQ(verdict_of(cube, cube_at(0, 0, 0, 4)), Verdict::Same);
    // Edges that cross in one point: only a cross product of edges separates them.
    const IntegerPolytope roof =
        *hull_of({{-3, -2, -2}, {-3, 2, -2}, {-3, 0, 0}, {3, 0, 0}, {3, 2, -2}, {3, -2, -2}});
    const IntegerPolytope keel =
        *hull_of({{-2, -3, 2}, {2, -3, 2}, {0, -3, 0}, {0, 3, 0}, {2, 3, 2}, {-2, 3, 2}});
    EXPECT_EQ(verdict_of(roof, keel), Verdict::Touching);
}

TEST(ClippedTriangles, KindsAreKnownForPairsDrawnByHand) {
    const IntegerTriangle floor{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    EXPECT_EQ(kind_of(floor, {{{1, 1, -1}, {1, 1, 1}, {2, 1, 1}}}), PairKind::Crossing);
    EXPECT_EQ(kind_of(floor, {{{1, 1, 0}, {1, 1, 1}, {2, 1, 1}}}), PairKind::Touching);
    EXPECT_EQ(kind_of(floor, {{{1, 1, 1}, {1, 1, 2}, {2, 1, 2}}}), PairKind::Apart);
    EXPECT_EQ(kind_of(floor, {{{1, 1, 0}, {9, 1, 0}, {1, 9, 0}}}), PairKind::Touching);
    EXPECT_EQ(kind_of(floor, {{{1, 0, -1}, {1, 0, 1}, {2, -3, 0}}}), PairKind::Touching);
    EXPECT_EQ(kind_of(floor, {{{3, 3, 0}, {5, 3, 0}, {3, 5, 1}}}), PairKind::Apart);
    EXPECT_EQ(kind_of(floor, {{{1, 1, -1}, {1, 1, 3}, {1, 1, 1}}}), PairKind::Touching);
    EXPECT_EQ(kind_of(floor, {{{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}}), PairKind::Touching);
}

TEST(ClippedTriangles, SharedFeaturesAloneAreNoSelfIntersection) {
    const IntegerTriangle floor{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    EXPECT_FALSE(is_self_intersection(floor, {{{4, 0, 0}, {0, 0, 0}, {0, 0, 3}}}));
    EXPECT_FALSE(is_self_intersection(floor, {{{4, 0, 0}, {0, 0, 0}, {2, -3, 0}}}));
    EXPECT_FALSE(is_self_intersection(floor, {{{0, 0, 0}, {-1, 0, 0}, {0, 0, 3}}}));
    EXPECT_TRUE(is_self_intersection(floor, {{{4, 0, 0}, {0, 0, 0}, {1, 3, 0}}}));
    EXPECT_TRUE(is_self_intersection(floor, {{{0, 0, 0}, {2, 2, 1}, {2, 2, -1}}}));
    EXPECT_TRUE(is_self_intersection(floor, {{{0, 0, 0}, {2, 1, 0}, {0, 0, 3}}}));
    EXPECT_TRUE(is_self_intersection(floor, floor));
    EXPECT_FALSE(is_self_intersection(floor, {{{4, 0, 0}, {0, 0, 0}, {2, 0, 0}}}));
    EXPECT_TRUE(is_self_intersection(floor, {{{4, 0, 0}, {2, 0, 0}, {9, 0, 0}}}));
}

} // namespace
} // namespace impinge::tests
