// SPDX-License-Identifier: Apache-2.0
//
// A session that keeps depth maps, view and roles while bodies move, against exact rays in every
// position.
#include "tests/imagespace/agreement.hpp"
#include "tests/imagespace/overlapping_bodies.hpp"
#include "tests/imagespace/seeded_pairs.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace impinge::tests {
namespace {

using imagespace::DepthSession;
using imagespace::EqualDepths;
using imagespace::Method;
using imagespace::Sampled;

constexpr int steps = 10;

struct Walk {
    std::size_t queries = 0; ///< that saw both bodies
    std::size_t reused = 0;
    std::size_t exchanged = 0;
    std::size_t crossing = 0;
};

/// Whether the body whose maps are kept moves too, together with the other or not.
enum class Moving : std::uint8_t { OnlyB, Both };

class SessionAgreement : public EveryDevice {
  protected:
    Walk hold(Method method, Moving moving) {
        Walk sum;
        for (std::size_t i = 0; i < scaled(30) && !HasFatalFailure(); ++i) {
            SCOPED_TRACE(testing::Message() << to_string(method) << ", walk " << i);
            constexpr std::array classes{PairClass::ConvexConvex, PairClass::ConcaveConcave,
                                         PairClass::ManyLayers};
            const PairClass pair_class = classes[i % classes.size()];
            walk(sum, seeded_pair(pair_class, 6000 + i), method, moving);
        }
        std::cout << "  " << to_string(method) << ": " << sum.queries << " queries, " << sum.reused
                  << " with maps of before, " << sum.exchanged << " exchanged, " << sum.crossing
                  << " crossing\n";
        EXPECT_GT(sum.reused, sum.queries / 3);
        EXPECT_GT(sum.crossing, sum.queries / 4);
        EXPECT_LT(sum.crossing, sum.queries * 3 / 4);
        return sum;
    }

    void walk(Walk& sum, SeededPair pair, Method method, Moving moving) {
        Random random(77);
        imagespace::SampledOptions options{
            .method = method, .resolution = 24, .extent = imagespace::Extent::AllPixels};
        if (moving == Moving::OnlyB) { // a direction of the world turns away under a body
            options.projection.direction = pair.direction;
        }
        DepthSession session = need(
            DepthSession::create(device(), {pair.a.mesh.view()}, {pair.b.mesh.view()}, options));
        const Vec3d drift = random_direction(random) * 0.05;
        for (int step = 0; step < steps && !HasFatalFailure(); ++step) {
            SCOPED_TRACE(step);
            pair.b.pose.translation = pair.b.pose.translation + drift;
            if (moving == Moving::Both) {
                const Rigid turn = compose(translation({0.3, -0.1, 0.2}), random_turn(random));
                pair.a.pose = compose(turn, pair.a.pose);
                pair.b.pose = compose(turn, pair.b.pose);
            }
            const Sampled answer = need(session.query(pair.a.pose, pair.b.pose));
            if (answer.views.empty()) {
                continue;
            }
            // Poses are put together in another order where A moves: that rounds otherwise.
            const bool to_the_bit = is_software() && moving == Moving::OnlyB;
            ASSERT_TRUE(answer.map);
            const PairSight sight(answer.map->view, pair.a, pair.b);
            const Judgement judgement(
                sight, answer,
                {method, EqualDepths::Apart, to_the_bit ? Fragile::Judged : Fragile::PassedOver});
            ASSERT_EQ(judgement.complaint(), "");
            ++sum.queries;
            sum.reused += answer.maps_reused ? 1 : 0;
            sum.exchanged += answer.exchanged ? 1 : 0;
            sum.crossing += answer.interference.verdict == Verdict::Crossing ? 1 : 0;
        }
    }
};
IMPINGE_ON_EVERY_DEVICE(SessionAgreement);

TEST_P(SessionAgreement, HoldsWhileBMoves) {
    for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite,
                                Method::LayerOrder, Method::Cascade}) {
        hold(method, Moving::OnlyB);
    }
}

TEST_P(SessionAgreement, HoldsForBodiesThatWindAroundThemselves) {
    Walk sum;
    for (std::size_t i = 0; i < scaled(40) && !HasFatalFailure(); ++i) {
        SCOPED_TRACE(i);
        const OverlapKind kind = all_overlap_kinds[i % all_overlap_kinds.size()];
        const Method method = i % 3 == 0 ? Method::DepthParity : Method::Cascade;
        const Moving moving = i % 2 == 0 ? Moving::OnlyB : Moving::Both;
        walk(sum, overlapping_pair(kind, 6000 + i), method, moving);
    }
    EXPECT_GT(sum.reused, sum.queries / 4);
    EXPECT_GT(sum.crossing, sum.queries / 4);
    EXPECT_LT(sum.crossing, sum.queries);
}

TEST_P(SessionAgreement, HoldsWhileBothMove) {
    for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::Cascade}) {
        hold(method, Moving::Both);
    }
}

} // namespace
} // namespace impinge::tests
