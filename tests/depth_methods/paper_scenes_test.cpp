// SPDX-License-Identifier: Apache-2.0
//
// The scenes made after the paper's figures 3 and 5 need the work they are made for: as many
// renderings, and the stages that settle their pixels. The claims of scenes/comb.hpp and teeth.hpp.
#include "impinge/depth_methods.hpp"
#include "scenes/catalogue.hpp"
#include "scenes/teeth.hpp"
#include "tests/raster/devices.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace impinge::tests {
namespace {

using imagespace::Extent;
using imagespace::Method;
using imagespace::Sampled;
using imagespace::SampledOptions;

class PaperScenes : public EveryDevice {
  protected:
    [[nodiscard]] Sampled asked(std::string_view scene, Method method, Extent extent) const {
        const Scene bodies = need(make_scene(scene, {.triangles = 4000}));
        return need(imagespace::sampled_collide(
            device(), {bodies.bodies[0].mesh.view()}, {bodies.bodies[1].mesh.view()},
            {.method = method, .resolution = 100, .extent = extent}));
    }
    [[nodiscard]] Sampled bitten(std::string_view stage, Extent extent) const {
        static const scenes::Teeth teeth = scenes::five_teeth();
        for (const scenes::TeethStage& candidate : scenes::teeth_stages()) {
            if (candidate.name == stage) {
                SampledOptions options{.resolution = 256, .extent = extent};
                options.projection.direction = candidate.direction;
                return need(imagespace::sampled_collide(device(), {teeth.upper.view()},
                                                        {teeth.lower.view(), candidate.lower},
                                                        options));
            }
        }
        throw std::invalid_argument("no such stage");
    }
};
IMPINGE_ON_EVERY_DEVICE(PaperScenes);

TEST_P(PaperScenes, TwoHooksAreSettledByTheSecondRenderingOfMinmax) {
    const Sampled first = asked("two-hooks", Method::DepthMinmax, Extent::FirstOverlap);
    EXPECT_EQ(first.interference.verdict, Verdict::Apart);
    EXPECT_TRUE(first.settled);
    EXPECT_EQ(first.renderings, 2U);
    const Sampled all = asked("two-hooks", Method::DepthMinmax, Extent::AllPixels);
    EXPECT_GT(all.pixels.minmax, 1000U); // each is in front somewhere
    EXPECT_GT(all.pixels.parity, 1000U);
    EXPECT_EQ(all.pixels.left_over, 0U);
}

TEST_P(PaperScenes, BlockAndCombNeedParityAndNoMore) {
    const Sampled minmax = asked("block-and-comb", Method::DepthMinmax, Extent::AllPixels);
    EXPECT_FALSE(minmax.settled);
    EXPECT_GT(minmax.pixels.left_over, 5000U);
    const Sampled parity = asked("block-and-comb", Method::DepthParity, Extent::AllPixels);
    EXPECT_EQ(parity.interference.verdict, Verdict::Apart);
    EXPECT_TRUE(parity.settled);
    EXPECT_EQ(parity.renderings, 2U);
    EXPECT_EQ(parity.pixels.parity, minmax.pixels.left_over);
    const auto layers =
        std::minmax_element(parity.map->layers_b.begin(), parity.map->layers_b.end());
    EXPECT_EQ(*layers.second, 6);
}

TEST_P(PaperScenes, TwoCombsNeedTheOrderOfAllLayers) {
    const Sampled parity = asked("two-combs", Method::DepthParity, Extent::AllPixels);
    EXPECT_FALSE(parity.settled);
    const Sampled cascade = asked("two-combs", Method::Cascade, Extent::AllPixels);
    EXPECT_EQ(cascade.interference.verdict, Verdict::Apart);
    EXPECT_TRUE(cascade.settled);
    EXPECT_GT(cascade.renderings, 2U);
    EXPECT_EQ(cascade.pixels.layer_order + cascade.pixels.rays, parity.pixels.left_over);
    EXPECT_GT(parity.pixels.left_over, 5000U);
}

TEST_P(PaperScenes, OpenTeethNeedOneRendering) {
    const Sampled answer = bitten("open", Extent::AllPixels);
    EXPECT_EQ(answer.interference.verdict, Verdict::Apart);
    EXPECT_EQ(answer.renderings, 1U);
    EXPECT_GT(answer.pixels.minmax, 1000U);
}

TEST_P(PaperScenes, TeethInContactNeedOneRendering) {
    const Sampled answer = bitten("contact", Extent::FirstOverlap);
    EXPECT_EQ(answer.interference.verdict, Verdict::Crossing);
    EXPECT_EQ(answer.renderings, 1U);
}

TEST_P(PaperScenes, ABiteSeenAlongTheRowNeedsTheOrderOfAllLayers) {
    const Sampled answer = bitten("bite", Extent::AllPixels);
    EXPECT_EQ(answer.interference.verdict, Verdict::Crossing);
    EXPECT_GE(answer.renderings, 2U) << "rays need no rendering";
    for (std::size_t pixel = 0; pixel < answer.map->cases.size(); ++pixel) {
        const imagespace::Stage stage = answer.map->stages[pixel];
        EXPECT_TRUE(!overlaps(answer.map->cases[pixel]) || stage == imagespace::Stage::LayerOrder ||
                    stage == imagespace::Stage::Rays);
    }
    EXPECT_GT(answer.overlapping_pixels, 50U);
}

TEST_P(PaperScenes, InterlockedTeethAreProvedApartByTheOrderOfAllLayers) {
    const Sampled answer = bitten("interlocked", Extent::AllPixels);
    EXPECT_EQ(answer.interference.verdict, Verdict::Apart);
    EXPECT_TRUE(answer.settled);
    EXPECT_GE(answer.renderings, 2U) << "rays need no rendering";
    EXPECT_GT(answer.pixels.layer_order + answer.pixels.rays, 100U);
}

} // namespace
} // namespace impinge::tests
