// SPDX-License-Identifier: Apache-2.0
//
// The rows of verdict_wedges_rows.hpp in every presentation. And runs of sectors and cones, against
// an oracle of cells.
#include "tests/exact/verdict_wedges_rows.hpp"
#include "tests/support/scale.hpp"

#include <array>

namespace impinge::tests {
namespace {

using namespace wedges_rows;

class Wedges : public testing::TestWithParam<Configuration> {};

TEST_P(Wedges, VerdictHoldsInEveryPresentation) { expect_solids_in_every_presentation(GetParam()); }

INSTANTIATE_TEST_SUITE_P(AroundAnEdge, Wedges, testing::ValuesIn(around_an_edge()), name_of);
INSTANTIATE_TEST_SUITE_P(AroundAnApex, Wedges, testing::ValuesIn(around_an_apex()), name_of);
INSTANTIATE_TEST_SUITE_P(WithoutACrossingPair, Wedges, testing::ValuesIn(without_a_crossing_pair()),
                         name_of);

/// A run of sectors, a radius and a stretch of the axis.
struct WedgeSpan {
    std::uint32_t first_sector = 0;
    std::uint32_t sectors = 1;
    std::uint32_t rings = 1; ///< radius 2 per ring
    std::uint32_t low = 0;
    std::uint32_t high = 1;
};

PolyMesh wedge_mesh(const WedgeSpan& span) {
    std::string drawing(8, '.');
    for (std::uint32_t i = 0; i < span.sectors; ++i) {
        drawing[(span.first_sector + i) % sector_count] = '#';
    }
    return wheel(drawing, 2.0 * span.rings, 2.0 * span.low, 2.0 * span.high);
}

constexpr std::uint32_t fine_rings = 2;

CellSet wedge_cells(const CellComplex& fine, const WedgeSpan& span) {
    CellSet set = fine.no_cells();
    for (std::uint32_t layer = span.low; layer < span.high; ++layer) {
        for (std::uint32_t ring = 0; ring < span.rings; ++ring) {
            for (std::uint32_t i = 0; i < span.sectors; ++i) {
                const std::uint32_t sector = (span.first_sector + i) % sector_count;
                set[(layer * fine_rings + ring) * sector_count + sector] = true;
            }
        }
    }
    return set;
}

// By symmetry the first body may keep its place and size.
TEST(Wedges, AllRunsOfSectorsAroundAnEdgeAgreeWithTheCellOracle) {
    const CellComplex fine = wheel_complex({2, 4}, {0, 2, 4, 6});
    Random random(2024);
    std::array<int, 6> seen{};
    for (std::uint32_t sectors_a = 1; sectors_a <= 8; ++sectors_a) {
        for (std::uint32_t first_b = 0; first_b < 8; ++first_b) {
            for (std::uint32_t sectors_b = 1; sectors_b <= 8; ++sectors_b) {
                for (const auto& [low, high] :
                     {std::pair{0U, 2U}, std::pair{1U, 2U}, std::pair{1U, 3U}, std::pair{2U, 3U}}) {
                    const WedgeSpan a{0, sectors_a, 2, 0, 2};
                    const WedgeSpan b{first_b, sectors_b, 1 + (random.below(2) != 0 ? 1U : 0U), low,
                                      high};
                    const Verdict expected =
                        fine.verdict(wedge_cells(fine, a), wedge_cells(fine, b));
                    ++seen[static_cast<std::size_t>(expected)];
                    const ExactMap map{.matrix = random_matrix(random, 2)};
                    const auto mesh_a = image(map, wedge_mesh(a));
                    const auto mesh_b = image(map, wedge_mesh(b));
                    ASSERT_TRUE(mesh_a && mesh_b);
                    const Mesh tris_a = meshed(*mesh_a, remeshed(random.next()));
                    const Mesh tris_b = meshed(*mesh_b, remeshed(random.next()));
                    ASSERT_EQ(
                        disagreement({tris_a.view()}, {tris_b.view()}, expected, {}, Context(1)),
                        "")
                        << "A: sectors 0 to " << sectors_a << ", B: " << sectors_b
                        << " sectors from " << first_b << ", layers " << low << " to " << high;
                }
            }
        }
    }
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::Touching)], 600);
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::Crossing)], 600);
    EXPECT_GT(seen[static_cast<std::size_t>(Verdict::Same)], 4);
}

CellSet random_cells(Random& random, std::size_t count, double share) {
    CellSet set(count, false);
    while (std::find(set.begin(), set.end(), true) == set.end()) {
        for (std::size_t i = 0; i < count; ++i) {
            set[i] = random.unit() < share;
        }
    }
    return set;
}

// Cones that share their apex, cut off at different distances: only the directions matter.
TEST(Wedges, RandomConesAroundAnApexAgreeWithTheCellOracle) {
    const CellComplex large = star_complex(4);
    const CellComplex small = star_complex(2);
    Random random(77);
    int crossing = 0;
    const auto rounds = static_cast<int>(scaled(1500));
    for (int round = 0; round < rounds; ++round) {
        const CellSet a = random_cells(random, large.cell_count(), 0.08);
        CellSet b = random_cells(random, large.cell_count(), 0.1);
        if (random.below(8) == 0) {
            b = a;
        }
        const bool shorter = random.below(2) == 0;
        Verdict expected = large.verdict(a, b);
        if (shorter && expected == Verdict::Same) {
            expected = Verdict::Crossing;
        }
        crossing += expected == Verdict::Crossing ? 1 : 0;
        const ExactMap map{.matrix = random_matrix(random, 2)};
        const auto mesh_a = image(map, large.boundary(a));
        const auto mesh_b = image(map, (shorter ? small : large).boundary(b));
        ASSERT_TRUE(mesh_a && mesh_b);
        const Mesh tris_a = meshed(*mesh_a, remeshed(random.next(), Splits::Some));
        const Mesh tris_b = meshed(*mesh_b, remeshed(random.next()));
        ASSERT_EQ(disagreement({tris_a.view()}, {tris_b.view()}, expected, {}, Context(1)), "")
            << "round " << round;
    }
    EXPECT_GT(crossing, rounds / 4);
    EXPECT_LT(crossing, rounds * 7 / 10);
}

} // namespace
} // namespace impinge::tests
