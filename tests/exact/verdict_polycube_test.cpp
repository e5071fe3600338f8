// SPDX-License-Identifier: Apache-2.0
//
// Random polycubes and random sets of tetrahedra on a grid against the cell oracle. On a grid every
// contact is degenerate, so these are the cases that floating-point answers get wrong.
#include "tests/exact/verdict_families.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"

#include <array>

namespace impinge::tests {
namespace {

struct CellPair {
    CellSet a;
    CellSet b;
};

/// Cells of the grid that share no corner with a cell outside the set.
CellSet core_of(const PolycubeGrid& grid, const CellSet& set) {
    const std::uint32_t n = grid.cubes_per_axis();
    CellSet core(set.size(), false);
    for (std::uint32_t z = 1; z + 1 < n; ++z) {
        for (std::uint32_t y = 1; y + 1 < n; ++y) {
            for (std::uint32_t x = 1; x + 1 < n; ++x) {
                bool whole = true;
                for (std::uint32_t i = 0; i < 27; ++i) {
                    whole =
                        whole && set[grid.cell(x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1)];
                }
                core[grid.cell(x, y, z)] = whole;
            }
        }
    }
    return core;
}

/// Two sets in a relation chosen at random, so that every verdict comes up.
CellPair random_pair(const PolycubeGrid& grid, Random& random) {
    const CellSet a = grid.random_set(random);
    const CellSet other = grid.random_set(random);
    CellSet b = other;
    switch (random.below(6)) {
    case 0:
        b = a;
        if (random.below(3) == 0) {
            b[random.below(b.size())].flip();
        }
        break;
    case 1:
        b = intersection_of(other, complement_of(a));
        break;
    case 2:
        b = intersection_of(other, core_of(grid, complement_of(a)));
        break;
    case 3:
    case 4: {
        CellSet hull = a;
        grid.fill_box(hull, random);
        grid.fill_box(hull, random);
        const CellSet core = core_of(grid, hull);
        b = random.below(2) == 0 ? intersection_of(other, core) : core;
        if (!is_empty(b)) {
            return random.below(2) == 0 ? CellPair{b, hull} : CellPair{hull, b};
        }
        b = other;
        break;
    }
    default:
        break;
    }
    return {a, is_empty(b) ? other : b};
}

/// One drawn case: the two sets and the seed that chooses faces, diagonals and the map.
struct PolycubeCase {
    CellPair cells;
    std::uint64_t seed = 0;
};

std::string case_disagreement(const PolycubeGrid& grid, const PolycubeCase& drawn) {
    Random random(drawn.seed);
    const PolyMesh a = grid.mesh(drawn.cells.a, random, random.unit() / 4);
    const PolyMesh b = grid.mesh(drawn.cells.b, random, random.unit() / 4);
    return meshed_disagreement(a, b, grid.complex().verdict(drawn.cells.a, drawn.cells.b), random);
}

/// Takes away cells as long as the case still fails: what is left is what to look at.
PolycubeCase shrunk(const PolycubeGrid& grid, PolycubeCase failing) {
    bool smaller = true;
    while (smaller) {
        smaller = false;
        for (CellSet CellPair::*side : {&CellPair::a, &CellPair::b}) {
            for (std::size_t cell = 0; cell < grid.complex().cell_count(); ++cell) {
                PolycubeCase trial = failing;
                (trial.cells.*side)[cell] = false;
                if ((failing.cells.*side)[cell] && !is_empty(trial.cells.*side) &&
                    !case_disagreement(grid, trial).empty()) {
                    failing = trial;
                    smaller = true;
                }
            }
        }
    }
    return failing;
}

void expect_agreement(int cubes_per_axis, std::size_t rounds, std::uint64_t seed) {
    const PolycubeGrid grid(cubes_per_axis);
    Random random(seed);
    Tally tally;
    for (std::size_t round = 0; round < rounds; ++round) {
        const PolycubeCase drawn{random_pair(grid, random), random.next()};
        tally.count(grid.complex().verdict(drawn.cells.a, drawn.cells.b));
        const std::string said = case_disagreement(grid, drawn);
        if (!said.empty()) {
            const PolycubeCase small = shrunk(grid, drawn);
            FAIL() << "round " << round << ": " << said
                   << "\nshrunk: " << case_disagreement(grid, small) << "\nA:\n"
                   << grid.drawn(small.cells.a) << "B:\n"
                   << grid.drawn(small.cells.b) << "seed " << small.seed;
        }
    }
    tally.expect_every_verdict_above(0.02);
    EXPECT_GT(tally.share(Verdict::Crossing), 0.3);
    EXPECT_LT(tally.share(Verdict::Crossing), 0.7);
}

TEST(Polycubes, RandomPairsAgreeWithTheCellOracle) { expect_agreement(4, scaled(6000), 31415); }

TEST(Polycubes, LargerRandomPairsAgreeWithTheCellOracle) {
    expect_agreement(5, scaled(1500), 92653);
}

TEST(Polycubes, RandomTetrahedraOfAGridAgreeWithTheCellOracle) {
    const CellComplex complex = tetrahedron_complex(2);
    Random random(2718);
    Tally tally;
    const std::size_t rounds = scaled(3000);
    for (std::size_t round = 0; round < rounds; ++round) {
        const CellSet a = random_cells(complex, 8, random);
        CellSet b = random_cells(complex, 8, random);
        if (random.below(10) == 0) {
            b = a;
        } else if (random.below(2) == 0) {
            b[static_cast<std::size_t>(std::find(a.begin(), a.end(), true) - a.begin())] = true;
        } else if (random.below(3) == 0) {
            b = intersection_of(complement_of(a), b);
            b = is_empty(b) ? complement_of(a) : b;
        }
        const Verdict expected = complex.verdict(a, b);
        tally.count(expected);
        const std::uint64_t seed = random.next();
        Random meshing(seed);
        ASSERT_EQ(meshed_disagreement(complex.boundary(a), complex.boundary(b), expected, meshing),
                  "")
            << "round " << round;
    }
    if (!is_full_run()) {
        return;
    }
    EXPECT_GT(tally.share(Verdict::Touching), 0.3);
    EXPECT_GT(tally.share(Verdict::Crossing), 0.3);
    EXPECT_GT(tally.share(Verdict::Same), 0.05);
}

} // namespace
} // namespace impinge::tests
