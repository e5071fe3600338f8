// SPDX-License-Identifier: Apache-2.0
//
// A body against itself: what self_intersections() finds, whose broad phase is another one.
#include "impinge/self_intersections.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "tests/peeling/peeling_fixture.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"

namespace impinge::tests {
namespace {

class SelfPeeling : public EveryDevice {
  protected:
    [[nodiscard]] imagespace::PeeledSelfPairs peel(const Mesh& mesh,
                                                   const PeelingOptions& options) const {
        return need(imagespace::self_peeling(device(), {mesh.view()}, options));
    }
};
IMPINGE_ON_EVERY_DEVICE(SelfPeeling);

TEST_P(SelfPeeling, ConservativeFindsAllPairsOfRandomSoups) {
    Random random(77);
    std::size_t meeting = 0;
    const std::size_t count = scaled(400);
    for (std::size_t i = 0; i < count; ++i) {
        const Mesh mesh =
            i % 2 == 0 ? grid_soup(random, 20, 12, 4) : scattered_soup(random, 50, 0.2);
        const auto exact = need(self_intersections(mesh.view()));
        const auto found = peel(mesh, conservative(std::array{1, 16, 50}[random.below(3)]));
        ASSERT_EQ(found.pairs, exact.pairs) << i;
        EXPECT_EQ(found.crossing_pairs, exact.crossing_pairs);
        EXPECT_EQ(found.touching_pairs, exact.touching_pairs);
        meeting += exact.pairs.empty() ? 0 : 1;
    }
    EXPECT_GT(meeting, count / 2);
}

TEST_P(SelfPeeling, ConservativeFindsAllPairsOfFoldedCloth) {
    for (const double swelling : {1.6, 2.6, 3.0}) {
        const Mesh cloth = scenes::folded_cloth({.triangles = 6000, .swelling = swelling});
        const auto exact = need(self_intersections(cloth.view()));
        EXPECT_EQ(peel(cloth, conservative(128)).pairs, exact.pairs);
        EXPECT_EQ(exact.pairs.empty(), swelling < 2);
        const auto sampled = peel(cloth, {.resolution = 512});
        EXPECT_TRUE(all_true(sampled.pairs, exact.pairs));
        EXPECT_GE(static_cast<double>(sampled.pairs.size()),
                  0.8 * static_cast<double>(exact.pairs.size()));
        EXPECT_GT(sampled.report.layers, 5U);
    }
}

TEST_P(SelfPeeling, NeighboursAreNoContact) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 3000});
    for (const PeelingSearch search : {PeelingSearch::Sampled, PeelingSearch::Conservative}) {
        const auto found = peel(ball, {.search = search, .resolution = 128});
        EXPECT_TRUE(found.pairs.empty());
        EXPECT_GT(found.report.candidates, 0U);
    }
}

} // namespace
} // namespace impinge::tests
