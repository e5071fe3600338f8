// SPDX-License-Identifier: Apache-2.0
//
// The rows of verdict_parts_rows.hpp in every presentation. And random shells and parts, against an
// oracle of cells.
#include "tests/exact/verdict_families.hpp"
#include "tests/exact/verdict_parts_rows.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/shapes.hpp"

namespace impinge::tests {
namespace {

using namespace parts_rows;

class Parts : public testing::TestWithParam<Configuration> {};

TEST_P(Parts, VerdictHoldsInEveryPresentation) { expect_solids_in_every_presentation(GetParam()); }

INSTANTIATE_TEST_SUITE_P(BuriedWalls, Parts, testing::ValuesIn(buried_walls()), name_of);
INSTANTIATE_TEST_SUITE_P(Twice, Parts, testing::ValuesIn(parts_twice()), name_of);

/// A body of parts, and the cells that its surface winds around at least once.
struct Parted {
    PolyMesh mesh;
    CellSet cells;
};

// --- shells: boxes one around or beside the other, flush or not, normals out or in ---------------

Parted random_shells(const PolycubeGrid& grid, Random& random) {
    const std::uint32_t n = grid.cubes_per_axis();
    std::vector<PolyMesh> shells;
    std::vector<int> windings(grid.complex().cell_count(), 0);
    const std::uint64_t count = 1 + random.below(4);
    for (std::uint64_t shell = 0; shell < count; ++shell) {
        std::vector<std::uint32_t> places;
        if (random.below(2) == 0) { // around the middle, so that shells nest
            const auto low = static_cast<std::uint32_t>(random.below((n + 1) / 2));
            for (std::uint32_t z = low; z < n - low; ++z) {
                for (std::uint32_t y = low; y < n - low; ++y) {
                    for (std::uint32_t x = low; x < n - low; ++x) {
                        places.push_back(grid.cell(x, y, z));
                    }
                }
            }
        } else {
            places = grid.random_box(random);
        }
        CellSet filled = grid.complex().no_cells();
        const bool inward = shell > 0 && random.below(3) == 0;
        for (const std::uint32_t place : places) {
            filled[place] = true;
            windings[place] += inward ? -1 : 1;
        }
        const PolyMesh mesh = grid.mesh(filled, random, random.below(4) == 0 ? 0.2 : 0);
        shells.push_back(inward ? inside_out(mesh) : mesh);
    }
    Parted body{joined(shells), grid.complex().no_cells()};
    for (std::size_t cell = 0; cell < windings.size(); ++cell) {
        body.cells[cell] = windings[cell] >= 1;
    }
    return body;
}

TEST(Shells, NestedAndFlushShellsOfEitherOrientationAgreeWithTheCellOracle) {
    const PolycubeGrid grid(5);
    Random random(60221);
    Tally tally;
    std::size_t as_solids = 0;
    const std::size_t rounds = scaled(3000);
    for (std::size_t round = 0; round < rounds; ++round) {
        const Parted a = random_shells(grid, random);
        const Parted b = random_shells(grid, random);
        const Verdict expected = grid.complex().verdict(a.cells, b.cells);
        const MeshPair meshes = random_meshes(a.mesh, b.mesh, random);
        const auto result = collide({meshes.a.view()}, {meshes.b.view()}, {}, Context(1));
        ASSERT_TRUE(result);
        const auto is_read_as_it_winds = [](const Mesh& mesh) {
            const auto diagnosis = diagnose(mesh.view());
            return diagnosis->solid() && !diagnosis->inside_out;
        };
        if (result->compared == Compared::Surfaces || !is_read_as_it_winds(meshes.a) ||
            !is_read_as_it_winds(meshes.b)) {
            continue;
        }
        ++as_solids;
        tally.count(expected);
        ASSERT_EQ(to_string(result->verdict), std::string(to_string(expected)))
            << "round " << round << "\nA:\n"
            << grid.drawn(a.cells) << "B:\n"
            << grid.drawn(b.cells);
        ASSERT_EQ(round % 4 == 0 ? disagreement({meshes.a.view()}, {meshes.b.view()}, expected,
                                                {.detail = Detail::Pairs}, Context(1))
                                 : "",
                  "")
            << "round " << round << "\nA:\n"
            << grid.drawn(a.cells) << "B:\n"
            << grid.drawn(b.cells);
    }
    if (is_full_run()) {
        EXPECT_GT(static_cast<double>(as_solids), 0.5 * static_cast<double>(rounds));
        for (const Verdict verdict : {Verdict::Apart, Verdict::Touching, Verdict::AInsideB,
                                      Verdict::BInsideA, Verdict::Same}) {
            EXPECT_GT(tally.share(verdict), 0.01) << to_string(verdict);
        }
    }
}

// --- sets of cells, cut into parts that overlap -----------------------------------------------

/// The parts, what they leave of the set, and perhaps one of them once more.
std::vector<CellSet> completed(std::vector<CellSet> parts, const CellSet& set, Random& random) {
    std::erase_if(parts, is_empty);
    CellSet left = set;
    for (const CellSet& part : parts) {
        left = intersection_of(left, complement_of(part));
    }
    if (!is_empty(left)) {
        parts.push_back(left);
    }
    if (random.below(4) == 0) {
        parts.push_back(parts[random.below(parts.size())]);
    }
    return parts;
}

/// Parts of cells drawn one by one.
std::vector<CellSet> overlapping_parts(const CellSet& set, std::size_t most, Random& random) {
    std::vector<CellSet> parts(most, set);
    for (CellSet& part : parts) {
        for (std::size_t cell = 0; cell < part.size(); ++cell) {
            part[cell] = part[cell] && random.below(2) == 0;
        }
    }
    return completed(std::move(parts), set, random);
}

/// Parts of boxes: connected ones, whose walls cross each other.
std::vector<CellSet> boxed_parts(const PolycubeGrid& grid, const CellSet& set, Random& random) {
    std::vector<CellSet> parts;
    for (int cut = 0; cut < 3; ++cut) {
        CellSet region = grid.complex().no_cells();
        grid.fill_box(region, random);
        parts.push_back(intersection_of(set, region));
    }
    return completed(std::move(parts), set, random);
}

/// Cells of a cube grid in a relation in which every verdict comes up.
struct CubeCells {
    CellSet a;
    CellSet b;
};
CubeCells related_sets(const PolycubeGrid& grid, Random& random) {
    const CellSet a = grid.random_set(random);
    CellSet b = grid.random_set(random);
    switch (random.below(5)) {
    case 0:
        b = a;
        break;
    case 1:
        b = intersection_of(b, complement_of(a));
        break;
    case 2:
        b = intersection_of(a, b);
        break;
    case 3: { // one cube well within a block
        const std::uint32_t n = grid.cubes_per_axis();
        CellSet block = grid.complex().no_cells();
        CellSet middle = block;
        for (std::uint32_t cell = 0; cell < block.size(); ++cell) {
            const std::uint32_t x = cell % n;
            const std::uint32_t y = cell / n % n;
            const std::uint32_t z = cell / n / n;
            block[cell] = x < 3 && y < 3 && z < 3;
            middle[cell] = x == 1 && y == 1 && z == 1;
        }
        return random.below(2) == 0 ? CubeCells{block, middle} : CubeCells{middle, block};
    }
    default:
        break;
    }
    return {a, is_empty(b) ? a : b};
}

TEST(OverlappingParts, PolycubesAgreeWithTheCellOracle) {
    const PolycubeGrid grid(4);
    Random random(86753);
    Tally tally;
    const std::size_t rounds = scaled(600);
    for (std::size_t round = 0; round < rounds; ++round) {
        const CubeCells sets = related_sets(grid, random);
        const auto mesh_of = [&](const CellSet& set) {
            std::vector<PolyMesh> meshes;
            const auto parts =
                random.below(4) == 0 ? std::vector<CellSet>{set} : boxed_parts(grid, set, random);
            for (const CellSet& part : parts) {
                meshes.push_back(grid.mesh(part, random, 0.1));
            }
            return joined(meshes);
        };
        const PolyMesh a = mesh_of(sets.a);
        const PolyMesh b = mesh_of(sets.b);
        const Verdict expected = grid.complex().verdict(sets.a, sets.b);
        tally.count(expected);
        ASSERT_EQ(meshed_disagreement(a, b, expected, random), "") << "round " << round << "\nA:\n"
                                                                   << grid.drawn(sets.a) << "B:\n"
                                                                   << grid.drawn(sets.b);
    }
    tally.expect_every_verdict_above(0.02);
}

/// The same on tetrahedra of a grid whose corners were moved: nothing is aligned with an axis, and
/// hardly anything coplanar but what is shared.
TEST(OverlappingParts, TetrahedraOfAPerturbedGridAgreeWithTheCellOracle) {
    Random random(14142);
    Tally tally;
    const std::size_t rounds = scaled(3000);
    for (std::size_t round = 0; round < rounds; ++round) {
        const CellComplex complex = perturbed_tetrahedron_complex(2, random);
        const CellSet a = random_cells(complex, 8, random);
        CellSet b = random_cells(complex, 8, random);
        if (random.below(4) == 0) {
            b = a;
        } else if (random.below(3) == 0) {
            b = intersection_of(complement_of(a), b);
            b = is_empty(b) ? complement_of(a) : b;
        }
        const auto mesh_of = [&](const CellSet& set) {
            std::vector<PolyMesh> meshes;
            for (const CellSet& part : overlapping_parts(set, random.below(3), random)) {
                meshes.push_back(complex.boundary(part));
            }
            return joined(meshes);
        };
        const PolyMesh mesh_a = mesh_of(a);
        const PolyMesh mesh_b = mesh_of(b);
        const Verdict expected = complex.verdict(a, b);
        tally.count(expected);
        ASSERT_EQ(meshed_disagreement(mesh_a, mesh_b, expected, random), "") << "round " << round;
    }
    if (is_full_run()) {
        EXPECT_GT(tally.share(Verdict::Touching), 0.2);
        EXPECT_GT(tally.share(Verdict::Crossing), 0.1);
        EXPECT_GT(tally.share(Verdict::Same), 0.1);
    }
}

} // namespace
} // namespace impinge::tests
