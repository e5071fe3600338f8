// SPDX-License-Identifier: Apache-2.0
//
// The methods of sections 4 and 5 on bodies whose answer can be read off the numbers: cases, exits,
// numbers of renderings and draws, what is left over.
#include "tests/depth_methods/slabs.hpp"

#include <algorithm>

namespace impinge::tests {
namespace {

using namespace imagespace;

/// A has more triangles, so that every method takes it as the paper's A (minmax: unless B is
/// nearer).
Mesh mapped(const std::vector<Slab>& depths) { return slabs(depths, 200); }

class DepthMethods : public EveryDevice {
  protected:
    [[nodiscard]] Sampled ask_about(const Mesh& a, const Mesh& b,
                                    const SampledOptions& options) const {
        return ask(device(), a, b, options);
    }
};

struct Exit {
    Verdict verdict;
    unsigned renderings;
    unsigned draws;

    friend bool operator==(const Exit&, const Exit&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Exit& exit) {
        return out << to_string(exit.verdict) << " after " << exit.renderings << " renderings, "
                   << exit.draws << " draws";
    }
};

Exit exit_of(const Sampled& answer) {
    return {answer.interference.verdict, answer.renderings, answer.draws};
}

/// The one case that covers the middle of the window.
PixelCase middle_case(const Sampled& answer) {
    const PixelMap& map = answer.map.value();
    return map.cases[map.cases.size() / 2 + static_cast<std::size_t>(map.view.width) / 2];
}

constexpr Slab front{0, 1};

TEST_P(DepthMethods, StopAfterOneRenderingWhenNoSurfaceOfBIsBeforeTheEndOfA) {
    const Mesh a = mapped({front});
    const Mesh touching_from_behind = slabs({{1, 2}});
    for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::Cascade}) {
        const Sampled answer = ask_about(a, touching_from_behind, along_z(method));
        EXPECT_EQ(exit_of(answer), (Exit{Verdict::Apart, 1, 2})) << to_string(method);
        EXPECT_TRUE(answer.settled);
        EXPECT_EQ(answer.interference.certainty, Certainty::Sampled);
    }
}

TEST_P(DepthMethods, StopAfterOneRenderingAtAnOddPixel) {
    const Mesh a = mapped({front});
    const Mesh reaching_out_behind = slabs({{0.5, 2}});
    for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::Cascade}) {
        const Sampled answer = ask_about(a, reaching_out_behind, along_z(method));
        EXPECT_EQ(exit_of(answer), (Exit{Verdict::Crossing, 1, 2})) << to_string(method);
        EXPECT_GT(answer.overlapping_pixels, 400U);
    }
    EXPECT_EQ(exit_of(ask_about(a, reaching_out_behind, along_z(Method::DepthParityLite))),
              (Exit{Verdict::Crossing, 1, 2}));
}

TEST_P(DepthMethods, NeedASecondRenderingForABodyWithinTheOther) {
    const Mesh a = mapped({front});
    const Mesh within = slabs({{0.25, 0.75}});
    for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::Cascade}) {
        EXPECT_EQ(exit_of(ask_about(a, within, along_z(method))), (Exit{Verdict::Crossing, 2, 5}))
            << to_string(method) << ": once more to see that B is entered before it is left";
    }
}

TEST_P(DepthMethods, NeedASecondRenderingForBInFrontOfA) {
    const Mesh a = mapped({front});
    const Mesh touching_from_the_front = slabs({{-1, 0}});
    for (const Method method : {Method::DepthParity, Method::Cascade}) {
        const Sampled answer = ask_about(a, touching_from_the_front, along_z(method));
        EXPECT_EQ(exit_of(answer), (Exit{Verdict::Apart, 2, 4})) << to_string(method);
        EXPECT_TRUE(answer.settled);
    }
}

TEST_P(DepthMethods, TakeTheFartherBodyAsBForMinmax) {
    const Sampled answer =
        ask_about(mapped({front}), slabs({{-1, 0}}), along_z(Method::DepthMinmax));
    EXPECT_EQ(exit_of(answer), (Exit{Verdict::Apart, 1, 2}));
    EXPECT_TRUE(answer.exchanged);
}

TEST_P(DepthMethods, LookOnceWhenInspectionIsDeferred) {
    const Mesh a = mapped({front});
    for (const Slab slab : {Slab{1, 2}, Slab{0.5, 2}, Slab{0.25, 0.75}, Slab{-1, 0.5}}) {
        const Mesh b = slabs({slab});
        for (const Method method : {Method::DepthParity, Method::Cascade}) {
            SampledOptions options = along_z(method);
            const Verdict verdict = ask_about(a, b, options).interference.verdict;
            options.inspection = Inspection::Deferred;
            EXPECT_EQ(exit_of(ask_about(a, b, options)), (Exit{verdict, 2, 5}));
        }
    }
}

TEST_P(DepthMethods, TellTheCasesOfFigureOne) {
    const Mesh a = mapped({{0, 2}});
    const struct {
        Slab b;
        PixelCase expected;
        Stage stage;
    } table[] = {
        {{2, 3}, PixelCase::A, Stage::Minmax},   {{1, 3}, PixelCase::BC, Stage::Minmax},
        {{-1, 3}, PixelCase::BC, Stage::Minmax}, {{0.5, 1.5}, PixelCase::D, Stage::Parity},
        {{-1, 1}, PixelCase::E, Stage::Parity},  {{-1, 0}, PixelCase::F, Stage::Parity},
    };
    for (const auto& row : table) {
        for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::Cascade}) {
            SampledOptions options = along_z(method);
            options.extent = Extent::AllPixels;
            // Minmax takes the nearer body as A; seen from the other end it is this one.
            const Sampled answer = ask_about(a, slabs({row.b}), options);
            if (answer.exchanged) {
                continue;
            }
            EXPECT_EQ(middle_case(answer), row.expected) << to_string(method) << row.b.near;
            const PixelMap& map = answer.map.value();
            const std::size_t middle =
                map.cases.size() / 2 + static_cast<std::size_t>(map.view.width) / 2;
            EXPECT_EQ(map.stages[middle], row.stage);
            EXPECT_EQ(map.layers_a[middle], 2);
            EXPECT_EQ(map.layers_b[middle], 2);
            EXPECT_EQ(map.cases.front(), PixelCase::Empty) << "the margin of the window";
            EXPECT_EQ(answer.draws, answer.renderings * 2 + (row.expected == PixelCase::D ? 3 : 2))
                << "both once more to count their layers";
        }
    }
}

TEST_P(DepthMethods, DistinguishEmptyPixelsFromThoseWhereBIsBehind) {
    const Mesh a = slabs({{0, 2}}, 200);
    const Mesh half = scenes::box({0, -2, 2}, {2, 2, 3});
    SampledOptions options = along_z(Method::DepthParity);
    options.extent = Extent::AllPixels;
    const Mesh reaching_in = scenes::joined({half, scenes::box({-2, -2, 1}, {-1, 2, 3})});
    const Sampled answer = ask_about(a, reaching_in, options);
    const PixelMap& map = answer.map.value();
    const auto is = [&](PixelCase wanted) { return std::ranges::count(map.cases, wanted); };
    EXPECT_GT(is(PixelCase::A), 200);
    EXPECT_GT(is(PixelCase::BC), 90);
    EXPECT_GT(is(PixelCase::Empty), 90);
    EXPECT_EQ(answer.pixels.minmax,
              static_cast<std::uint64_t>(is(PixelCase::A) + is(PixelCase::BC)));
    for (std::size_t i = 0; i < map.cases.size(); ++i) {
        const bool both = map.layers_a[i] > 0 && map.layers_b[i] > 0;
        EXPECT_EQ(map.cases[i] == PixelCase::Empty, !both);
        EXPECT_EQ(map.stages[i] == Stage::None, !both);
    }
}

TEST_P(DepthMethods, AskTheRuleForEqualDepths) {
    const Mesh a = mapped({{0, 2}});
    for (const Slab touching : {Slab{2, 3}, Slab{-1, 0}}) {
        for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::Cascade}) {
            SampledOptions options = along_z(method);
            EXPECT_EQ(ask_about(a, slabs({touching}), options).interference.verdict,
                      Verdict::Apart);
            options.equal_depths = EqualDepths::Overlap;
            EXPECT_EQ(ask_about(a, slabs({touching}), options).interference.verdict,
                      Verdict::Crossing)
                << to_string(method) << touching.near;
        }
    }
}

TEST_P(DepthMethods, LeaveOverWhatTheyCannotTell) {
    const Mesh with_gap = mapped({{0, 1}, {2, 3}});
    const Mesh in_gap = slabs({{1.25, 1.75}});
    for (const Method method : {Method::DepthMinmax, Method::DepthParity}) {
        const Sampled answer = ask_about(with_gap, in_gap, along_z(method));
        EXPECT_EQ(exit_of(answer), (Exit{Verdict::Apart, 2, 4}));
        EXPECT_FALSE(answer.settled) << to_string(method);
        EXPECT_GT(answer.pixels.left_over, 400U);
    }
    const Sampled lite = ask_about(with_gap, in_gap, along_z(Method::DepthParityLite));
    EXPECT_EQ(exit_of(lite), (Exit{Verdict::Apart, 2, 4}));
    EXPECT_FALSE(lite.settled);
}

TEST_P(DepthMethods, MinmaxLeavesOverMoreThanTwoSurfacesOfB) {
    const Mesh a = mapped({{0, 3.25}});
    SampledOptions options = along_z(Method::DepthMinmax);
    options.extent = Extent::AllPixels;
    const Sampled two_parts = ask_about(a, slabs({{0.5, 1}, {2, 3}}), options);
    EXPECT_EQ(middle_case(two_parts), PixelCase::LeftOver);
    EXPECT_EQ(exit_of(two_parts), (Exit{Verdict::Apart, 1, 4}));
    EXPECT_FALSE(two_parts.settled);
    const Sampled three_surfaces = ask_about(a, slabs({{0.5, 1}, {2, 7}}), options);
    EXPECT_EQ(middle_case(three_surfaces), PixelCase::LeftOver);
}

TEST_P(DepthMethods, LiteLeavesOverPixelsWhereNoEndOfALiesInB) {
    const Mesh a = mapped({front});
    SampledOptions options = along_z(Method::DepthParityLite);
    options.extent = Extent::AllPixels;
    EXPECT_EQ(middle_case(ask_about(a, slabs({{1, 2}}), options)), PixelCase::A);
    EXPECT_EQ(middle_case(ask_about(a, slabs({{0.25, 0.5}}), options)), PixelCase::LeftOver);
    EXPECT_EQ(middle_case(ask_about(a, slabs({{-3, -2}, {-1, 0.5}}), options)), PixelCase::E);
    EXPECT_EQ(middle_case(ask_about(a, slabs({{-5, -4}, {-3, -2}, {-1, 2}}), options)),
              PixelCase::LeftOver)
        << "entered three times";
    EXPECT_EQ(middle_case(ask_about(a, slabs({{-1, 0}}), options)), PixelCase::LeftOver);
    EXPECT_EQ(middle_case(ask_about(a, slabs({{-1, 0.5}}), options)), PixelCase::E);
    EXPECT_EQ(middle_case(ask_about(a, slabs({{0.5, 2}}), options)), PixelCase::BC);
}

TEST_P(DepthMethods, LiteIsDoneAfterOneRenderingIfNoPixelIsShared) {
    const Mesh a = scenes::box({-2, -2, 0}, {0, 2, 1}, 200);
    const Mesh beside = scenes::box({0, -2, 0}, {2, 2, 1});
    const Sampled answer = ask_about(a, beside, along_z(Method::DepthParityLite));
    EXPECT_EQ(exit_of(answer), (Exit{Verdict::Apart, 1, 2}));
    EXPECT_TRUE(answer.settled);
}

TEST_P(DepthMethods, CascadeExchangesTheBodiesWhereOnlyBIsPiConvex) {
    const Mesh with_gap = mapped({{0, 1}, {2, 3}});
    SampledOptions options = along_z(Method::Cascade);
    const Sampled apart = ask_about(with_gap, slabs({{1.25, 1.75}}), options);
    EXPECT_EQ(exit_of(apart), (Exit{Verdict::Apart, 4, 8}));
    EXPECT_TRUE(apart.settled);
    EXPECT_GT(apart.pixels.parity_exchanged, 400U);
    EXPECT_EQ(apart.pixels.layer_order + apart.pixels.rays + apart.pixels.left_over, 0U);

    const Sampled within = ask_about(with_gap, slabs({{2.25, 2.75}}), options);
    EXPECT_EQ(within.interference.verdict, Verdict::Crossing);
    options.extent = Extent::AllPixels;
    const Sampled all = ask_about(with_gap, slabs({{2.25, 2.75}}), options);
    EXPECT_GT(all.pixels.parity_exchanged, 400U);
    EXPECT_EQ(all.overlapping_pixels, all.pixels.parity_exchanged);
}

TEST_P(DepthMethods, CascadeExchangesTheBodiesInAPartOfTheWindow) {
    const Mesh a = scenes::joined(
        {scenes::box({-2, -2, 0}, {2, 2, 1}, 200), scenes::box({1, 0.5, 2}, {1.9, 1.9, 3})});
    const Mesh b = scenes::joined({scenes::box({-1.9, -1.9, 1.25}, {-1.5, -1.5, 1.75}),
                                   scenes::box({1.1, 0.8, 1.25}, {1.8, 1.8, 1.75})});
    SampledOptions options = along_z(Method::DepthParity);
    options.resolution = 200;
    options.extent = Extent::AllPixels;
    const Sampled parity = ask_about(a, b, options);
    options.method = Method::Cascade;
    const Sampled all = ask_about(a, b, options);
    EXPECT_EQ(all.pixels.parity_exchanged, parity.pixels.left_over);
    EXPECT_GT(all.pixels.parity_exchanged, 1000U);
    EXPECT_EQ(all.overlapping_pixels, 0U);
    EXPECT_TRUE(all.settled);
    for (std::size_t i = 0; i < all.map->cases.size(); ++i) {
        const bool was_left_over = parity.map->cases[i] == PixelCase::LeftOver;
        EXPECT_EQ(all.map->stages[i] == Stage::ParityExchanged, was_left_over);
        EXPECT_EQ(all.map->cases[i], was_left_over ? PixelCase::F : parity.map->cases[i]);
    }
}

TEST_P(DepthMethods, CascadeCastsRaysAtFewPixelsOfManyTriangles) {
    const auto in_gap = [](double near) { // small, in the middle of a window of A's size
        return scenes::joined({scenes::box({-0.4, -0.4, near}, {0.4, 0.4, near + 0.5}),
                               scenes::box({-2, -2, 3}, {-1.9, -1.9, 4}),
                               scenes::box({1.9, 1.9, 3}, {2, 2, 4})});
    };
    const SampledOptions options = along_z(Method::Cascade);
    const Mesh coarse = slabs({{0, 1}, {2, 3}}, 24);
    const Mesh fine = slabs({{0, 1}, {2, 3}}, 1000);

    const Sampled rendered = ask_about(coarse, in_gap(1.25), options);
    EXPECT_EQ(exit_of(rendered), (Exit{Verdict::Apart, 4, 8}));
    EXPECT_EQ(rendered.pixels.rays, 0U);
    const Sampled by_rays = ask_about(fine, in_gap(1.25), options);
    EXPECT_EQ(exit_of(by_rays), (Exit{Verdict::Apart, 2, 4}));
    EXPECT_TRUE(by_rays.settled);
    EXPECT_EQ(by_rays.pixels.parity_exchanged, 0U);
    EXPECT_EQ(by_rays.pixels.rays, rendered.pixels.parity_exchanged);
    EXPECT_GT(by_rays.pixels.rays, 10U);

    EXPECT_EQ(exit_of(ask_about(fine, in_gap(2.25), options)), (Exit{Verdict::Crossing, 2, 4}));
}

TEST_P(DepthMethods, CascadeOrdersTheLayersOfTwoConcaveBodies) {
    const Mesh a = mapped({{0, 1}, {2, 3}, {4, 5}});
    const Sampled apart =
        ask_about(a, slabs({{1.25, 1.75}, {3.25, 3.75}}), along_z(Method::Cascade));
    EXPECT_EQ(apart.interference.verdict, Verdict::Apart);
    EXPECT_TRUE(apart.settled);
    EXPECT_GT(apart.pixels.layer_order + apart.pixels.rays, 400U);
    EXPECT_EQ(apart.renderings > 4, apart.pixels.layer_order > 0) << "rays need no rendering";

    const Sampled overlap =
        ask_about(a, slabs({{1.25, 1.75}, {2.25, 2.75}}), along_z(Method::Cascade));
    EXPECT_EQ(overlap.interference.verdict, Verdict::Crossing);
}

TEST_P(DepthMethods, AFullCounterIsNeverMiscounted) {
    const Mesh a = slabs({{-1, 100}}, 3000);
    const Mesh many = stack_of_slabs(100, 0); // 200 surfaces, all within A
    for (const Method method : {Method::DepthMinmax, Method::DepthParity}) {
        const Sampled answer = ask_about(a, many, along_z(method));
        EXPECT_FALSE(answer.settled) << to_string(method);
        EXPECT_GT(answer.pixels.left_over, 400U);
        EXPECT_EQ(answer.overlapping_pixels, 0U);
    }
    const Sampled settled = ask_about(a, many, along_z(Method::Cascade));
    EXPECT_EQ(settled.interference.verdict, Verdict::Crossing);
    EXPECT_TRUE(settled.settled);
}

TEST_P(DepthMethods, AFullCounterIsSeenAlsoAfterTheSecondRendering) {
    SampledOptions options = along_z(Method::DepthParity);
    options.inspection = Inspection::Deferred;
    const Sampled answer = ask_about(slabs({{-1, 100}}, 3000), stack_of_slabs(100, 0), options);
    EXPECT_EQ(exit_of(answer), (Exit{Verdict::Apart, 2, 5}));
    EXPECT_FALSE(answer.settled);
    EXPECT_GT(answer.pixels.left_over, 400U);
}

TEST_P(DepthMethods, AnyNumberOfSurfacesOfAIsOneMask) {
    for (const int count : {1, 63, 64, 65, 127, 128, 150}) { // twice as many surfaces
        const Mesh a = stack_of_slabs(count, 0);
        const Sampled through = ask_about(a, slabs({{-1, 200}}), along_z(Method::DepthParity));
        EXPECT_EQ(through.interference.verdict, Verdict::Crossing) << count;
        EXPECT_EQ(through.overlapping_pixels, 484U) << count;
    }
}

TEST_P(DepthMethods, OrderOfLayersSettlesWhatIsFullEitherWay) {
    SampledOptions options = along_z(Method::Cascade);
    options.resolution = 8;
    options.extent = Extent::AllPixels;
    const Mesh a = stack_of_slabs(140, 0);    // 280 surfaces
    const Mesh b = stack_of_slabs(131, 0.75); // in the gaps, if thinned
    const Sampled overlap = ask_about(a, b, options);
    EXPECT_EQ(overlap.interference.verdict, Verdict::Crossing);
    EXPECT_TRUE(overlap.settled);
    const PixelMap& map = overlap.map.value();
    const std::size_t middle = map.cases.size() / 2 + 4;
    EXPECT_EQ(map.layers_a[middle], 255);
    EXPECT_EQ(map.cases[middle], PixelCase::LayersOverlap);

    std::vector<Slab> thin;
    for (int i = 0; i < 131; ++i) {
        thin.push_back({i + 0.625, i + 0.875});
    }
    const Sampled apart = ask_about(a, slabs(thin), options);
    EXPECT_EQ(apart.interference.verdict, Verdict::Apart);
    EXPECT_TRUE(apart.settled);
    EXPECT_EQ(apart.map->cases[middle], PixelCase::LayersApart);
}

TEST_P(DepthMethods, LayerOrderAloneSettlesEveryPixelOfBoth) {
    SampledOptions options = along_z(Method::LayerOrder);
    options.extent = Extent::AllPixels;
    const Sampled apart = ask_about(mapped({front}), slabs({{1, 2}}), options);
    EXPECT_EQ(apart.interference.verdict, Verdict::Apart);
    EXPECT_TRUE(apart.settled);
    EXPECT_EQ(middle_case(apart), PixelCase::LayersApart);
    EXPECT_EQ(apart.map->cases.front(), PixelCase::Empty);
    EXPECT_EQ(middle_case(ask_about(mapped({front}), slabs({{0.5, 2}}), options)),
              PixelCase::LayersOverlap);
}

TEST_P(DepthMethods, TimePhasesOnlyIfAsked) {
    const Mesh a = mapped({front});
    const Mesh b = slabs({{0.25, 0.75}});
    SampledOptions options = along_z(Method::DepthParity);
    const PhaseTimes total = ask_about(a, b, options).milliseconds;
    EXPECT_EQ(total.graphics, 0);
    EXPECT_GT(total.total, 0);
    options.timing = Timing::ByPhase;
    const PhaseTimes phases = ask_about(a, b, options).milliseconds;
    EXPECT_GT(phases.graphics, 0);
    EXPECT_GT(phases.inspection[0], 0);
    EXPECT_GT(phases.inspection[1], 0);
    EXPECT_EQ(phases.inspection[2], 0);
    EXPECT_LE(phases.graphics + phases.inspection[0] + phases.inspection[1], phases.total);
}

TEST(MethodNames, AreRead) {
    for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite,
                                Method::LayerOrder, Method::Cascade}) {
        EXPECT_EQ(method_from_string(to_string(method)), method);
    }
    EXPECT_EQ(method_from_string("depth"), std::nullopt);
}

IMPINGE_ON_EVERY_DEVICE(DepthMethods);

} // namespace
} // namespace impinge::tests
