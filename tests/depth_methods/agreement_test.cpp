// SPDX-License-Identifier: Apache-2.0
//
// Every method on every device against exact rays at the same sample points, on more than 5,000
// seeded pairs.
#include "tests/depth_methods/agreement_fixture.hpp"

namespace impinge::tests {
namespace {

Effort effort_for(PairClass pair_class) {
    return pair_class == PairClass::ManyLayers ? Effort{600, 18} : Effort{1100, 28};
}

class Agreement : public AgreementFixture {
  protected:
    /// Asks all methods about the pairs of a class.
    AskedTally hold(PairClass pair_class) {
        AskedTally tally = AgreementFixture::hold(
            to_string(pair_class), effort_for(pair_class),
            [&](std::size_t i) { return seeded_pair(pair_class, 1000 + i); });
        if (is_full_run()) {
            EXPECT_GT(tally.seen(), tally.pairs * 6 / 10);
            EXPECT_GT(tally.crossing, tally.seen() * 3 / 10);
            EXPECT_GT(tally.apart, tally.seen() * 3 / 10);
            EXPECT_GT(tally.left_over[Method::DepthParityLite],
                      tally.left_over[Method::DepthParity] * 51 / 50);
        }
        return tally;
    }
};
IMPINGE_ON_EVERY_DEVICE(Agreement);

TEST_P(Agreement, HoldsForConvexPairs) {
    AskedTally tally = hold(PairClass::ConvexConvex);
    EXPECT_EQ(tally.most_layers, 2U);
    EXPECT_EQ(tally.left_over[Method::DepthMinmax], 0U);
    EXPECT_EQ(tally.left_over[Method::DepthParity], 0U);
    EXPECT_LT(tally.fragile, tally.pixels / 20);
}

TEST_P(Agreement, HoldsWhereOneBodyIsConvex) {
    AskedTally tally = hold(PairClass::ConvexConcave);
    EXPECT_LT(tally.fragile, tally.pixels / 20);
    if (is_full_run()) {
        EXPECT_EQ(tally.most_layers, 8U);
        EXPECT_GT(tally.left_over[Method::DepthMinmax], 1000U);
        EXPECT_GT(tally.left_over[Method::DepthParity], 1000U);
    }
}

TEST_P(Agreement, HoldsForConcavePairs) {
    AskedTally tally = hold(PairClass::ConcaveConcave);
    EXPECT_LT(tally.fragile, tally.pixels / 20);
    if (is_full_run()) {
        EXPECT_EQ(tally.most_layers, 8U);
        EXPECT_GT(tally.left_over[Method::DepthMinmax], tally.left_over[Method::DepthParity]);
        EXPECT_GT(tally.left_over[Method::DepthParity], 1000U);
    }
}

TEST_P(Agreement, HoldsForNestedPairs) {
    AskedTally tally = hold(PairClass::Nested);
    EXPECT_LT(tally.fragile, tally.pixels / 20);
    if (is_full_run()) {
        EXPECT_GT(tally.unsettled[Method::DepthMinmax], tally.pairs / 5);
        EXPECT_GT(tally.unsettled[Method::DepthParity], tally.pairs / 5);
        EXPECT_GT(tally.settled[Method::Cascade].parity_exchanged, tally.pixels / 4);
    }
}

TEST_P(Agreement, HoldsForPairsThatTouch) {
    AskedTally tally = hold(PairClass::Tangent);
    EXPECT_LT(tally.fragile, tally.pixels * 3 / 4); // most surfaces are where the other's are
    if (is_full_run()) {
        EXPECT_GT(tally.ties, tally.pixels / 3);
        EXPECT_GT(tally.unsettled[Method::DepthParity], tally.pairs / 10);
    }
}

TEST_P(Agreement, HoldsForManyLayers) {
    AskedTally tally = hold(PairClass::ManyLayers);
    EXPECT_LT(tally.fragile, tally.pixels / 10);
    if (is_full_run()) {
        EXPECT_EQ(tally.most_layers, 40U);
        EXPECT_GT(tally.unsettled[Method::DepthParity], tally.pairs / 4);
        const imagespace::PixelsByStage& by = tally.settled[Method::Cascade];
        EXPECT_GT(by.layer_order + by.rays, tally.pixels / 4);
    }
}

TEST_P(Agreement, HoldsBeyondWhatCountersCanHold) {
    // 126 to 262 layers: around the ends of counters of seven and eight bits.
    AskedTally tally;
    for (const int plates : {63, 64, 65, 127, 128, 131}) {
        SCOPED_TRACE(plates);
        scenes::CombPair combs = scenes::interlocked_combs(plates);
        for (const double push : {0.0, 0.25}) {
            const SeededPair pair{
                {combs.a}, {combs.b, translation({0, 0, push})}, Vec3d{0.001, 0.002, 1}};
            ask_all(tally, Asked(pair, 6, EqualDepths::Apart));
        }
    }
    EXPECT_EQ(tally.most_layers, 262U);
    EXPECT_EQ(tally.crossing, 6U);
    EXPECT_EQ(tally.apart, 6U);
}

} // namespace
} // namespace impinge::tests
