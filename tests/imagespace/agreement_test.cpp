// SPDX-License-Identifier: Apache-2.0
//
// Every method on every device against exact rays at the same sample points, on more than 5,000
// seeded pairs: the case of each pixel, and the verdict.
#include "tests/imagespace/agreement.hpp"
#include "tests/imagespace/seeded_pairs.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <map>
#include <optional>

namespace impinge::tests {
namespace {

using imagespace::EqualDepths;
using imagespace::Extent;
using imagespace::Inspection;
using imagespace::Method;
using imagespace::Sampled;
using imagespace::SampledOptions;

constexpr std::array all_methods{Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite,
                                 Method::LayerOrder, Method::Cascade};

/// How many pairs are looked at, in windows of how many pixels: less where each pixel has dozens of
/// layers.
struct Effort {
    std::size_t pairs = 0;
    int resolution = 0;
};

Effort effort_for(PairClass pair_class) {
    return pair_class == PairClass::ManyLayers ? Effort{600, 18} : Effort{1100, 28};
}

/// What came up in the pairs of a class.
struct Tally {
    std::size_t pairs = 0;
    std::size_t unseen = 0; ///< bounding volumes do not meet
    std::size_t crossing = 0;
    std::size_t apart = 0;
    std::map<Method, std::size_t> unsettled;             ///< pairs
    std::map<Method, std::size_t> left_over;             ///< pixels
    std::size_t pixels = 0;                              ///< of both bodies
    std::size_t fragile = 0;                             ///< of these
    std::size_t ties = 0;                                ///< of these, with equal depths of A and B
    std::size_t either = 0;                              ///< of these, undecided by definition
    std::size_t most_layers = 0;                         ///< of one body
    std::map<Method, imagespace::PixelsByStage> settled; ///< pixels

    [[nodiscard]] std::size_t seen() const { return pairs - unseen; }
};

std::ostream& operator<<(std::ostream& out, const Tally& tally) {
    out << tally.pairs << " pairs, " << tally.unseen << " unseen, " << tally.crossing
        << " crossing, " << tally.apart << " apart; " << tally.pixels << " pixels, "
        << tally.fragile << " fragile, " << tally.ties << " with ties, " << tally.either
        << " undecided; up to " << tally.most_layers << " layers; unsettled pairs (pixels):";
    for (const Method method : all_methods) {
        out << ' ' << name_of(method) << ' ' << tally.unsettled.at(method) << " ("
            << tally.left_over.at(method) << ')';
    }
    for (const Method method : {Method::LayerOrder, Method::Cascade}) {
        const imagespace::PixelsByStage& by = tally.settled.at(method);
        out << "; " << name_of(method) << ": " << by.minmax << " by minmax, " << by.parity
            << " by parity, " << by.parity_exchanged << " exchanged, " << by.layer_order
            << " by layers, " << by.rays << " by rays";
    }
    return out;
}

void add(imagespace::PixelsByStage& sum, const imagespace::PixelsByStage& more) {
    sum.minmax += more.minmax;
    sum.parity += more.parity;
    sum.parity_exchanged += more.parity_exchanged;
    sum.layer_order += more.layer_order;
    sum.rays += more.rays;
}

void count_pixels(Tally& tally, const PairSight& sight, EqualDepths rule) {
    for (const PixelSight& p : sight.pixels) {
        if (p.a.empty() || p.b.empty()) {
            continue;
        }
        ++tally.pixels;
        tally.fragile += p.fragile ? 1 : 0;
        tally.either += truth_of(p, rule) == Truth::Either ? 1 : 0;
        tally.most_layers = std::max({tally.most_layers, p.a.size(), p.b.size()});
        tally.ties += std::any_of(p.a.begin(), p.a.end(), [&](float depth) {
            return std::binary_search(p.b.begin(), p.b.end(), depth);
        });
    }
}

/// A pair as the methods are asked about it.
struct Asked {
    Asked(const SeededPair& seeded, int pixels, EqualDepths equal_depths)
        : pair(seeded), diagnosis_a(need(diagnose(seeded.a.mesh.view()))),
          diagnosis_b(need(diagnose(seeded.b.mesh.view()))) {
        options.resolution = pixels;
        options.equal_depths = equal_depths;
        options.extent = Extent::AllPixels;
        options.projection.direction = seeded.direction;
    }
    [[nodiscard]] Body a() const { return {pair.a.mesh.view(), pair.a.pose, &diagnosis_a}; }
    [[nodiscard]] Body b() const { return {pair.b.mesh.view(), pair.b.pose, &diagnosis_b}; }
    [[nodiscard]] SampledOptions with(Method method) const {
        SampledOptions chosen = options;
        chosen.method = method;
        return chosen;
    }

    const SeededPair& pair;
    Diagnosis diagnosis_a;
    Diagnosis diagnosis_b;
    SampledOptions options;
};

class Agreement : public EveryDevice {
  protected:
    /// Asks all methods about the pairs of a class.
    Tally hold(PairClass pair_class) {
        Tally tally;
        const Effort effort = effort_for(pair_class);
        const std::size_t count = scaled(effort.pairs);
        for (std::size_t i = 0; i < count && !HasFatalFailure(); ++i) {
            SCOPED_TRACE(testing::Message() << name_of(pair_class) << " pair " << i);
            const EqualDepths rule = i % 3 == 2 ? EqualDepths::Overlap : EqualDepths::Apart;
            const SeededPair pair = seeded_pair(pair_class, 1000 + i);
            const Asked asked(pair, effort.resolution, rule);
            ask_all(tally, asked);
            ask_in_a_hurry(asked, all_methods[i % all_methods.size()]);
        }
        std::cout << "  " << name_of(pair_class) << ": " << tally << '\n';
        if (is_full_run()) {
            EXPECT_GT(tally.seen(), tally.pairs * 6 / 10);
            EXPECT_GT(tally.crossing, tally.seen() * 3 / 10);
            EXPECT_GT(tally.apart, tally.seen() * 3 / 10);
            EXPECT_LE(tally.either, tally.pixels / 1000);
            EXPECT_GT(tally.left_over[Method::DepthParityLite],
                      tally.left_over[Method::DepthParity] * 51 / 50);
        }
        EXPECT_EQ(tally.left_over[Method::LayerOrder], 0U);
        EXPECT_EQ(tally.left_over[Method::Cascade], 0U);
        return tally;
    }

    void ask_all(Tally& tally, const Asked& asked) {
        std::optional<PairSight> sight;
        std::optional<raster::View> view;
        ++tally.pairs;
        for (const Method method : all_methods) {
            const Sampled answer = need(
                imagespace::sampled_collide(device(), asked.a(), asked.b(), asked.with(method)));
            if (answer.views.empty()) {
                hold_unseen(answer, asked);
                tally.unseen += method == Method::Cascade ? 1 : 0;
                continue;
            }
            ASSERT_TRUE(answer.map);
            if (!view || !(*view == answer.map->view)) { // mostly all methods look the same way
                view = answer.map->view;
                sight.emplace(*view, asked.pair.a, asked.pair.b);
                ASSERT_TRUE(sight->oracle.in_range());
            }
            EXPECT_EQ(answer.interference.certainty, Certainty::Sampled);
            const Fragile fragile = is_software() ? Fragile::Judged : Fragile::PassedOver;
            const Question question{method, asked.options.equal_depths, fragile};
            ASSERT_EQ(Judgement(*sight, answer, question).complaint(), "") << name_of(method);
            tally.unsettled[method] += answer.settled ? 0 : 1;
            tally.left_over[method] += answer.pixels.left_over;
            add(tally.settled[method], answer.pixels);
            if (method == Method::Cascade) {
                count_pixels(tally, *sight, asked.options.equal_depths);
                const bool crossing = answer.interference.verdict == Verdict::Crossing;
                ++(crossing ? tally.crossing : tally.apart);
            }
        }
    }

  private:
    /// Bounding volumes that do not meet are proof.
    static void hold_unseen(const Sampled& answer, const Asked& asked) {
        EXPECT_EQ(answer.interference.verdict, Verdict::Apart);
        EXPECT_EQ(answer.interference.certainty, Certainty::Exact);
        EXPECT_TRUE(answer.settled);
        EXPECT_EQ(answer.draws, 0U);
        EXPECT_EQ(need(collide(asked.a(), asked.b())).verdict, Verdict::Apart);
    }

    /// Stopping early, and looking late, change nothing about the verdict.
    void ask_in_a_hurry(const Asked& asked, Method method) {
        if (!is_software()) {
            return; // where fragile pixels decide, two answers may differ
        }
        SampledOptions options = asked.with(method);
        const Sampled whole =
            need(imagespace::sampled_collide(device(), asked.a(), asked.b(), options));
        options.extent = Extent::FirstOverlap;
        for (const Inspection inspection : {Inspection::EachPass, Inspection::Deferred}) {
            options.inspection = inspection;
            const Sampled answer =
                need(imagespace::sampled_collide(device(), asked.a(), asked.b(), options));
            EXPECT_EQ(answer.interference.verdict, whole.interference.verdict) << name_of(method);
            EXPECT_EQ(answer.settled, whole.settled) << name_of(method);
            EXPECT_LE(answer.draws, whole.draws + 1) << name_of(method);
        }
    }
};
IMPINGE_ON_EVERY_DEVICE(Agreement);

TEST_P(Agreement, HoldsForConvexPairs) {
    Tally tally = hold(PairClass::ConvexConvex);
    EXPECT_EQ(tally.most_layers, 2U);
    EXPECT_EQ(tally.left_over[Method::DepthMinmax], 0U);
    EXPECT_EQ(tally.left_over[Method::DepthParity], 0U);
    EXPECT_LT(tally.fragile, tally.pixels / 20);
}

TEST_P(Agreement, HoldsWhereOneBodyIsConvex) {
    Tally tally = hold(PairClass::ConvexConcave);
    EXPECT_LT(tally.fragile, tally.pixels / 20);
    if (is_full_run()) {
        EXPECT_EQ(tally.most_layers, 8U);
        EXPECT_GT(tally.left_over[Method::DepthMinmax], 1000U);
        EXPECT_GT(tally.left_over[Method::DepthParity], 1000U);
    }
}

TEST_P(Agreement, HoldsForConcavePairs) {
    Tally tally = hold(PairClass::ConcaveConcave);
    EXPECT_LT(tally.fragile, tally.pixels / 20);
    if (is_full_run()) {
        EXPECT_EQ(tally.most_layers, 8U);
        EXPECT_GT(tally.left_over[Method::DepthMinmax], tally.left_over[Method::DepthParity]);
        EXPECT_GT(tally.left_over[Method::DepthParity], 1000U);
    }
}

TEST_P(Agreement, HoldsForNestedPairs) {
    Tally tally = hold(PairClass::Nested);
    EXPECT_LT(tally.fragile, tally.pixels / 20);
    if (is_full_run()) {
        EXPECT_GT(tally.unsettled[Method::DepthMinmax], tally.pairs / 5);
        EXPECT_GT(tally.unsettled[Method::DepthParity], tally.pairs / 5);
        EXPECT_GT(tally.settled[Method::Cascade].parity_exchanged, tally.pixels / 4);
    }
}

TEST_P(Agreement, HoldsForPairsThatTouch) {
    Tally tally = hold(PairClass::Tangent);
    EXPECT_LT(tally.fragile, tally.pixels * 3 / 4); // most surfaces are where the other's are
    if (is_full_run()) {
        EXPECT_GT(tally.ties, tally.pixels / 3);
        EXPECT_GT(tally.unsettled[Method::DepthParity], tally.pairs / 10);
    }
}

TEST_P(Agreement, HoldsForManyLayers) {
    Tally tally = hold(PairClass::ManyLayers);
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
    Tally tally;
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
