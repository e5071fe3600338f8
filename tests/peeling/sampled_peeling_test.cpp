// SPDX-License-Identifier: Apache-2.0
//
// Peeling at the centres of pixels: what it reports is true, what it looks at is what the paper
// says, and how much it misses.
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "tests/peeling/peeling_fixture.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"

#include <iostream>

namespace impinge::tests {
namespace {

using imagespace::LayerNeighbours;
using imagespace::TriangleIds;

class SampledPeeling : public EveryDevice {
  protected:
    [[nodiscard]] PeeledPairs peel(const Body& a, const Body& b,
                                   const PeelingOptions& options = {}) const {
        return need(imagespace::surface_peeling(device(), a, b, options));
    }
};
IMPINGE_ON_EVERY_DEVICE(SampledPeeling);

/// A square in a plane of constant z, of two triangles.
void add_square(Mesh& mesh, double z, double half, Vec3d middle = {}) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (const auto& [x, y] :
         {std::pair{-half, -half}, {half, -half}, {half, half}, {-half, half}}) {
        mesh.positions.push_back(middle + Vec3d{x, y, z});
    }
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.triangles.push_back({first, first + 2, first + 3});
}

TEST_P(SampledPeeling, ReportsTruePairsOnlyAndFewAreMissed) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 2800, .amplitude = 0.3, .seed = 1});
    const Mesh b = scenes::bumpy_sphere({.triangles = 2800, .amplitude = 0.3, .seed = 2});
    const Body body_a{a.view()};
    const Body body_b{b.view(), translation({0.3, 0.4, 0.2})};
    const Interference exact = exact_pairs(body_a, body_b);
    ASSERT_GT(exact.pairs.size(), 300U);
    const auto missed = [&](const PeelingOptions& options) {
        const PeeledPairs found = peel(body_a, body_b, options);
        EXPECT_TRUE(all_true(found.interference.pairs, exact.pairs));
        EXPECT_EQ(found.interference.verdict, Verdict::Crossing);
        EXPECT_EQ(found.interference.certainty, Certainty::Exact);
        EXPECT_EQ(found.interference.crossing_pairs + found.interference.touching_pairs,
                  found.interference.pairs.size());
        EXPECT_GE(found.report.candidates, found.interference.pairs.size());
        return 1 - static_cast<double>(found.interference.pairs.size()) /
                       static_cast<double>(exact.pairs.size());
    };
    const double fans = missed({.resolution = 256});
    const double unique = missed({.resolution = 256, .ids = TriangleIds::Unique});
    const double coarse = missed({.resolution = 64});
    const double published = missed({.resolution = 256, .neighbours = LayerNeighbours::Layers});
    std::cout << "missed of " << exact.pairs.size() << ": " << fans << ", unique ids " << unique
              << ", 64 pixels " << coarse << ", layers alone " << published << '\n';
    EXPECT_LT(fans, 0.15);
    EXPECT_LT(unique, 0.35);
    EXPECT_LE(fans, unique);
    EXPECT_LE(fans, coarse);
    EXPECT_LE(fans, published);
    EXPECT_GT(coarse, 0); // or the test could not tell
}

TEST_P(SampledPeeling, CountsLayersAndStages) {
    // Plates of both bodies in turn, seen from above: a layer for each, and the first of A before
    // B's first is none.
    Mesh a;
    Mesh b;
    for (int i = 0; i < 10; ++i) {
        add_square(i % 2 == 0 ? a : b, -i, 1);
    }
    // So that boxes have more in common than the plates between.
    a.positions.push_back({0, 0, -20});
    const Vec3d down{0, 0, -1};
    const PeeledPairs found = peel({a.view()}, {b.view()}, {.resolution = 32, .direction = down});
    // The region reaches from B's first plate (1) to A's last (8).
    EXPECT_EQ(found.report.layers, 8U);
    EXPECT_EQ(found.report.stages, 2U);
    EXPECT_EQ(found.report.candidates, 0U);
    EXPECT_TRUE(found.interference.pairs.empty());
    EXPECT_EQ(found.interference.verdict, Verdict::Apart);
    EXPECT_EQ(found.interference.certainty, Certainty::Sampled);
    EXPECT_TRUE(found.interference.decided());
    EXPECT_GT(found.interference.pixel_size, 0);
    EXPECT_NEAR(found.report.epsilon, 1.4142135623730951 * 8 * found.report.pixel_size,
                0.1 * found.report.pixel_size);
    ASSERT_TRUE(found.report.view);
    EXPECT_EQ(found.report.view->axis_z, down);
}

TEST_P(SampledPeeling, SeesWhatLiesJustBeforeTheFirstLayer) {
    // Figure 6: at every pixel the nearer body lies before the farther one, if only by a little.
    Mesh a;
    Mesh b;
    add_square(a, 0.001, 1);
    add_square(a, 2, 0.2); // so that A is the nearer one
    add_square(b, 0, 1);
    add_square(b, -2, 0.2);
    b.positions[0].z = 0.003; // through A's square, at the corners
    b.positions[2].z = 0.003;
    for (const LayerNeighbours neighbours :
         {LayerNeighbours::Layers, LayerNeighbours::LayersAndLastBefore}) {
        const PeeledPairs found =
            peel({a.view()}, {b.view()},
                 {.resolution = 64, .neighbours = neighbours, .direction = Vec3d{0, 0, -1}});
        EXPECT_EQ(found.interference.pairs, exact_pairs({a.view()}, {b.view()}).pairs);
        EXPECT_FALSE(found.interference.pairs.empty());
    }
}

TEST_P(SampledPeeling, SurfacesAtOneDepthAreClose) {
    Mesh a;
    Mesh b;
    add_square(a, 0, 1);
    add_square(b, 0, 1, {0.3, 0.2, 0});
    const PeeledPairs found = peel({a.view()}, {b.view()}, {.resolution = 64});
    EXPECT_EQ(found.interference.pairs, exact_pairs({a.view()}, {b.view()}).pairs);
    EXPECT_GE(found.interference.pairs.size(), 3U);
    EXPECT_EQ(found.interference.compared, Compared::Surfaces);
}

TEST_P(SampledPeeling, TakesOpenBodiesAndSoups) {
    Random random(5);
    std::size_t found_pairs = 0;
    std::size_t all_pairs = 0;
    for (std::size_t i = 0; i < scaled(60); ++i) {
        const Mesh a = scattered_soup(random, 60, 0.3);
        const Mesh b =
            random.below(2) == 0
                ? scattered_soup(random, 60, 0.3)
                : scenes::folded_cloth(
                      {.triangles = 1000, .folds = 2, .width = 1, .spacing = 0.3, .depth = 1});
        const Interference exact = exact_pairs({a.view()}, {b.view()});
        const PeeledPairs found = peel({a.view()}, {b.view()}, {.resolution = 128});
        EXPECT_TRUE(all_true(found.interference.pairs, exact.pairs)) << i;
        found_pairs += found.interference.pairs.size();
        all_pairs += exact.pairs.size();
    }
    EXPECT_GT(all_pairs, 1000U);
    EXPECT_GT(static_cast<double>(found_pairs), 0.8 * static_cast<double>(all_pairs));
}

TEST_P(SampledPeeling, ABodyInAnotherIsLeftOpen) {
    const Mesh outer = scenes::box({-1, -1, -1}, {1, 1, 1});
    const Mesh inner = scenes::box({-0.2, -0.2, -0.2}, {0.2, 0.2, 0.2});
    const PeeledPairs found = peel({outer.view()}, {inner.view()}, {.resolution = 64});
    EXPECT_EQ(found.interference.verdict, Verdict::Apart);
    EXPECT_EQ(found.interference.decision, Decision::ContainmentOpen);
    const PeeledPairs surfaces = peel({outer.view()}, {inner.view()},
                                      {.resolution = 64, .open_meshes = OpenMeshes::Surfaces});
    EXPECT_TRUE(surfaces.interference.decided());
    EXPECT_EQ(surfaces.interference.certainty, Certainty::Sampled);
    const PeeledPairs complete = peel({outer.view()}, {inner.view()}, conservative(64));
    EXPECT_EQ(complete.interference.verdict, Verdict::BInsideA);
    EXPECT_EQ(complete.interference.certainty, Certainty::Exact);
}

TEST_P(SampledPeeling, BoxesThatDoNotMeetAreProofEnough) {
    const Mesh box = scenes::box({0, 0, 0}, {1, 1, 1});
    const PeeledPairs found = peel({box.view()}, {box.view(), translation({1.5, 0, 0})});
    EXPECT_EQ(found.interference.verdict, Verdict::Apart);
    EXPECT_EQ(found.interference.certainty, Certainty::Exact);
    EXPECT_TRUE(found.interference.decided());
    EXPECT_FALSE(found.report.view);
    EXPECT_EQ(found.report.layers, 0U);
    const Mesh nothing;
    EXPECT_EQ(peel({box.view()}, {nothing.view()}).interference.verdict, Verdict::Apart);
}

TEST_P(SampledPeeling, WhereFloatsWouldNotDoNothingIsDrawn) {
    // A thin wall of a body a million times larger than the region.
    Mesh a;
    add_square(a, 0, 4e6);
    add_square(a, 1, 4e6);
    const Mesh b = scenes::box({-0.25, -0.25, -0.25}, {0.25, 0.25, 0.25}, 48);
    const Interference exact = exact_pairs({a.view()}, {b.view()});
    ASSERT_FALSE(exact.pairs.empty());
    const PeeledPairs found = peel({a.view()}, {b.view()}, {.resolution = 256});
    EXPECT_EQ(found.report.layers, 0U);
    EXPECT_EQ(found.interference.pairs, exact.pairs);
}

TEST_P(SampledPeeling, RefusesWhatMakesNoSense) {
    const Mesh box = scenes::box({0, 0, 0}, {1, 1, 1});
    const auto refused = [&](const PeelingOptions& options) {
        const auto found =
            imagespace::surface_peeling(device(), {box.view()}, {box.view()}, options);
        return !found && !found.error().message.empty();
    };
    EXPECT_TRUE(refused({.resolution = 0}));
    EXPECT_TRUE(refused({.resolution = 1'000'000}));
    EXPECT_TRUE(refused({.steepest_slope = -1}));
    EXPECT_TRUE(refused({.steepest_slope = std::numeric_limits<double>::infinity()}));
    EXPECT_TRUE(refused({.direction = Vec3d{0, 0, 0}}));
    Mesh broken = box;
    broken.triangles[3][1] = 1000;
    const auto found = imagespace::surface_peeling(device(), {box.view()}, {broken.view()});
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message.find("body B"), std::string::npos) << found.error().message;
    EXPECT_FALSE(imagespace::surface_peeling(device(), {box.view()}, {box.view(), {.scale = -1}}));
}

TEST_P(SampledPeeling, ACancelledSearchIsNoProof) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 500});
    Context context;
    context.cancel();
    for (const PeelingSearch search : {PeelingSearch::Sampled, PeelingSearch::Conservative}) {
        const auto found = need(imagespace::surface_peeling(device(), {a.view()},
                                                            {a.view(), translation({0.5, 0, 0})},
                                                            {.search = search}, context));
        EXPECT_TRUE(found.interference.partial);
        EXPECT_FALSE(found.interference.decided());
    }
}

} // namespace
} // namespace impinge::tests
