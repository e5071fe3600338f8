// SPDX-License-Identifier: Apache-2.0
//
// Layers peeled on the device, wherever they are seen, against exact rays. (Left to themselves,
// methods peel only where that is faster than rays, which on some devices is never.)
#include "depth_methods/layer_order.hpp"
#include "depth_methods/renderings.hpp"
#include "tests/imagespace/agreement.hpp"
#include "tests/imagespace/overlapping_bodies.hpp"
#include "tests/imagespace/seeded_pairs.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace impinge::tests {
namespace {

using imagespace::EqualDepths;
using imagespace::PixelCase;
using imagespace::PixelPlace;
using imagespace::Stage;

constexpr int resolution = 24;

raster::View view_of(const SeededPair& pair) {
    std::vector<Vec3d> points;
    for (const PlacedMesh* body : {&pair.a, &pair.b}) {
        for (const Vec3d& p : body->mesh.positions) {
            points.push_back(apply(body->pose, p));
        }
    }
    return need(raster::orthographic_view(pair.direction.value_or(Vec3d{1, 2, 3}), points,
                                          resolution, resolution));
}

struct Peelings {
    std::size_t peeled = 0; ///< pixels
    std::size_t by_rays = 0;
    std::size_t overlapping = 0;
    std::size_t passed_over = 0;
};

class PeelingAgreement : public EveryDevice {
  protected:
    Peelings hold(PairClass pair_class) {
        Peelings sum;
        for (std::size_t i = 0; i < scaled(160) && !HasFatalFailure(); ++i) {
            SCOPED_TRACE(testing::Message() << to_string(pair_class) << " pair " << i);
            const EqualDepths rule = i % 3 == 2 ? EqualDepths::Overlap : EqualDepths::Apart;
            hold(sum, seeded_pair(pair_class, 5000 + i), rule);
        }
        std::cout << "  " << to_string(pair_class) << ": " << sum.peeled << " pixels peeled, "
                  << sum.by_rays << " by rays, " << sum.overlapping << " overlapping, "
                  << sum.passed_over << " passed over\n";
        return sum;
    }

    void hold(Peelings& sum, const SeededPair& pair, EqualDepths rule) {
        const raster::View view = view_of(pair);
        const PairSight sight(view, pair.a, pair.b);
        std::vector<PixelPlace> places;
        for (std::size_t pixel = 0; pixel < sight.pixels.size(); ++pixel) {
            places.push_back(imagespace::place_of(pixel, view.width));
        }
        const imagespace::LayerFindings found = peeled(pair, view, places, rule);
        ASSERT_EQ(found.cases.size(), places.size());
        for (std::size_t pixel = 0; pixel < places.size(); ++pixel) {
            const PixelSight& seen = sight.pixels[pixel];
            if (!is_software() && seen.fragile) {
                ++sum.passed_over;
                continue;
            }
            const Truth truth = truth_of(seen, rule);
            const bool overlap = found.cases[pixel] == PixelCase::LayersOverlap;
            ASSERT_TRUE(overlap || found.cases[pixel] == PixelCase::LayersApart) << pixel;
            ASSERT_EQ(overlap, truth == Truth::Overlap)
                << pixel << ": " << testing::PrintToString(seen.a) << " and "
                << testing::PrintToString(seen.b);
            if (truth != Truth::Empty) {
                ++(found.stages[pixel] == Stage::LayerOrder ? sum.peeled : sum.by_rays);
                sum.overlapping += overlap ? 1 : 0;
            }
        }
    }

  private:
    imagespace::LayerFindings peeled(const SeededPair& pair, const raster::View& view,
                                     const std::vector<PixelPlace>& places, EqualDepths rule) {
        const auto geometry_a = need(device().upload(pair.a.mesh.view()));
        const auto geometry_b = need(device().upload(pair.b.mesh.view()));
        imagespace::DepthMaps maps;
        imagespace::PassLog log;
        const imagespace::Frame frame{.device = device(),
                                      .view = view,
                                      .a = {.geometry = geometry_a.get(),
                                            .mesh = pair.a.mesh.view(),
                                            .pose = pair.a.pose,
                                            .inside_out = outward(pair.a) < 0},
                                      .b = {.geometry = geometry_b.get(),
                                            .mesh = pair.b.mesh.view(),
                                            .pose = pair.b.pose,
                                            .inside_out = outward(pair.b) < 0},
                                      .equal_depths = rule,
                                      .extent = imagespace::Extent::AllPixels,
                                      .maps = maps,
                                      .log = log};
        return need(imagespace::layer_order(frame, places,
                                            {.least_pixels = 1, .most_added_pixels = 1U << 20}));
    }
};
IMPINGE_ON_EVERY_DEVICE(PeelingAgreement);

/// Rays settle few pixels, and a good part overlaps.
void expect_mostly_peeled(const Peelings& sum) {
    EXPECT_GT(sum.peeled, 20 * sum.by_rays);
    EXPECT_GT(sum.overlapping, sum.peeled / 20);
    EXPECT_LT(sum.overlapping, sum.peeled);
}

TEST_P(PeelingAgreement, HoldsForConcavePairs) {
    expect_mostly_peeled(hold(PairClass::ConcaveConcave));
}

TEST_P(PeelingAgreement, HoldsForNestedPairs) { expect_mostly_peeled(hold(PairClass::Nested)); }

TEST_P(PeelingAgreement, HoldsForPairsThatTouch) {
    const Peelings sum = hold(PairClass::Tangent);
    EXPECT_GT(sum.peeled, 0U);
    if (is_software()) { // elsewhere pixels with equal depths are fragile
        EXPECT_GT(sum.by_rays, sum.peeled / 20);
    }
}

TEST_P(PeelingAgreement, HoldsForManyLayers) { expect_mostly_peeled(hold(PairClass::ManyLayers)); }

TEST_P(PeelingAgreement, HoldsForBodiesThatWindAroundThemselves) {
    Peelings sum;
    for (std::size_t i = 0; i < scaled(200) && !HasFatalFailure(); ++i) {
        SCOPED_TRACE(i);
        const OverlapKind kind = all_overlap_kinds[i % all_overlap_kinds.size()];
        const EqualDepths rule = i % 3 == 2 ? EqualDepths::Overlap : EqualDepths::Apart;
        hold(sum, overlapping_pair(kind, 5000 + i), rule);
    }
    EXPECT_GT(sum.peeled, sum.by_rays) << "faces that are there twice are left to rays";
    EXPECT_GT(sum.overlapping, sum.peeled / 20);
    EXPECT_LT(sum.overlapping, sum.peeled + sum.by_rays);
}

} // namespace
} // namespace impinge::tests
