// SPDX-License-Identifier: Apache-2.0
//
// Two bodies asked about over and over: what is kept, what is chosen anew, and that the answers do
// not depend on it.
#include "scenes/bumpy_sphere.hpp"
#include "scenes/polytope.hpp"
#include "tests/depth_methods/slabs.hpp"
#include "tests/support/scale.hpp"

#include "base/random.hpp"

#include <cmath>

namespace impinge::tests {
namespace {

using namespace imagespace;

DepthSession session(raster::Device& device, const Mesh& a, const Mesh& b,
                     const SampledOptions& options) {
    return need(DepthSession::create(device, {a.view()}, {b.view()}, options));
}

SampledOptions with(Method method) {
    SampledOptions options;
    options.method = method;
    options.resolution = 32;
    return options;
}

Rigid placed(Vec3d axis, double degrees, Vec3d offset) {
    Rigid pose = rotation_degrees(axis, degrees);
    pose.translation = offset;
    return pose;
}

class Session : public EveryDevice {};

TEST_P(Session, DrawsOnlyBWhileItMovesALittle) {
    const Mesh a = slabs({{0, 1}}, 200);
    const Mesh b = slabs({{1, 2}});
    auto asked = session(device(), a, b, along_z(Method::DepthParity));
    const Sampled first = need(asked.query({}, {}));
    EXPECT_FALSE(first.maps_reused);
    EXPECT_EQ(first.draws, 2U);
    for (const double shift : {0.02, 0.1, 0.15}) {
        const Sampled next = need(asked.query({}, translation({shift, 0, -shift})));
        EXPECT_TRUE(next.maps_reused) << shift;
        EXPECT_EQ(next.renderings, 1U);
        EXPECT_EQ(next.draws, 1U);
        EXPECT_EQ(next.views, first.views);
        EXPECT_EQ(next.interference.verdict, Verdict::Crossing);
    }
    const Sampled away = need(asked.query({}, translation({0, 0, -1.5})));
    EXPECT_FALSE(away.maps_reused);
    EXPECT_NE(away.views, first.views);
    EXPECT_EQ(away.interference.verdict, Verdict::Crossing);
}

TEST_P(Session, KeepsBothMaps) {
    const Mesh in_gap = slabs({{1.25, 1.75}}, 200);
    const Mesh with_gap = slabs({{0, 1}, {2, 3}});
    auto asked = session(device(), in_gap, with_gap, along_z(Method::DepthParity));
    need(asked.query({}, {}));
    const Sampled next = need(asked.query({}, translation({0.05, 0, 0})));
    EXPECT_TRUE(next.maps_reused);
    EXPECT_EQ(next.renderings, 2U);
    EXPECT_EQ(next.draws, 2U) << "B twice";
    EXPECT_EQ(next.interference.verdict, Verdict::Apart);
    EXPECT_TRUE(next.settled);
}

TEST_P(Session, StartsEveryQueryWithTheWholeMaskOfA) {
    const Mesh a = slabs({{0, 1}}, 200);
    const Mesh bars = scenes::joined({scenes::box({-1.75, -1.75, 0.25}, {-1, 1.75, 0.75}),
                                      scenes::box({1, -1.75, 0.25}, {1.75, 1.75, 0.75})});
    for (const Method method :
         {Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite}) {
        SampledOptions options = along_z(method);
        options.extent = Extent::AllPixels;
        auto asked = session(device(), a, bars, options);
        Rigid aside = translation({0.25, 0, 0});
        const Sampled first = need(asked.query({}, {}));
        if (first.exchanged != need(asked.query({}, aside)).exchanged) {
            continue; // other maps
        }
        const Sampled again = need(asked.query({}, {}));
        EXPECT_EQ(again.pixels, first.pixels) << to_string(method);
        EXPECT_EQ(again.map->cases, first.map->cases);
    }
}

TEST_P(Session, DoesNotNoticeThatBothMoveTogether) {
    const Mesh a = scenes::random_polytope({.triangles = 80, .seed = 3});
    const Mesh b = scenes::random_polytope({.triangles = 40, .seed = 4});
    const Rigid pose_b = placed({1, 2, 3}, 20, {1.2, 0.3, 0.2});
    SampledOptions options = with(Method::Cascade);
    options.extent = Extent::AllPixels;
    auto asked = session(device(), a, b, options);
    const Sampled first = need(asked.query({}, pose_b));
    EXPECT_EQ(first.interference.verdict, Verdict::Crossing);
    const Rigid motion = placed({3, -1, 1}, 77, {100, -30, 5});
    const Sampled next = need(asked.query(motion, compose(motion, pose_b)));
    EXPECT_TRUE(next.maps_reused);
    EXPECT_EQ(next.pixels, first.pixels);
    EXPECT_NEAR(next.interference.pixel_size, first.interference.pixel_size, 1e-12);
    const Vec3d carried = apply(motion, to_world(first.views[0], {5, 7, 0.5}));
    EXPECT_LT(length(carried - to_world(next.views[0], {5, 7, 0.5})), 1e-9);
}

TEST_P(Session, WorksInTheFrameOfAWhenAMovesALittle) {
    const Mesh a = slabs({{0, 1}}, 200);
    const Mesh b = slabs({{0.9, 2}});
    auto asked = session(device(), a, b, with(Method::DepthParity));
    EXPECT_EQ(need(asked.query({}, {})).interference.verdict, Verdict::Crossing);
    const Sampled touching_less = need(asked.query(placed({0, 0, 1}, 1, {0, 0, -0.05}), {}));
    EXPECT_TRUE(touching_less.maps_reused);
    EXPECT_EQ(touching_less.draws, 1U);
    EXPECT_EQ(touching_less.interference.verdict, Verdict::Crossing);
    const Sampled deeper = need(asked.query(placed({0, 0, 1}, 2, {0.1, 0.1, 0.05}), {}));
    EXPECT_TRUE(deeper.maps_reused);
    EXPECT_EQ(deeper.interference.verdict, Verdict::Crossing);
}

TEST_P(Session, MeasuresPixelsInTheWorldOfTheQuery) {
    const Mesh a = slabs({{0, 1}}, 200);
    const Mesh b = slabs({{0.5, 2}});
    auto asked = session(device(), a, b, with(Method::DepthParity));
    const double once = need(asked.query({}, {})).interference.pixel_size;
    const Sampled twice = need(asked.query({.scale = 2}, {.scale = 2}));
    EXPECT_TRUE(twice.maps_reused);
    EXPECT_NEAR(twice.interference.pixel_size, 2 * once, 1e-12);
    EXPECT_NEAR(pixel_size(twice.views[0]), 2 * once, 1e-12);
}

TEST_P(Session, LooksAlongTheDirectionOfTheWorldItWasGiven) {
    const Mesh a = slabs({{0, 1}}, 200);
    const Mesh b = slabs({{0.5, 2}});
    auto asked = session(device(), a, b, along_z(Method::DepthParity));
    need(asked.query({}, {}));
    const Rigid about_z = rotation_degrees({0, 0, 1}, 3);
    EXPECT_TRUE(need(asked.query(about_z, about_z)).maps_reused);
    const Rigid about_x = rotation_degrees({1, 0, 0}, 3);
    const Sampled turned = need(asked.query(about_x, about_x));
    EXPECT_FALSE(turned.maps_reused);
    EXPECT_EQ(turned.views[0].axis_z, (Vec3d{0, 0, 1}));
}

TEST_P(Session, ChoosesAWindowAgainWhenTheOldOneIsTooWide) {
    const Mesh a = scenes::box({0, 0, 0}, {8, 8, 1}, 200);
    const Mesh b = scenes::box({0, 0, 0.5}, {8, 8, 2});
    auto asked = session(device(), a, b, along_z(Method::DepthParity));
    const double wide = need(asked.query({}, {})).interference.pixel_size;
    const Sampled corner = need(asked.query({}, translation({6, 6, 0})));
    EXPECT_FALSE(corner.maps_reused);
    EXPECT_LT(corner.interference.pixel_size, wide / 3);
}

TEST_P(Session, ReversesRolesOnceWhenBStandsBefore) {
    const Mesh a = slabs({{0, 1}});
    const Mesh b = slabs({{1, 2}});
    auto asked = session(device(), a, b, along_z(Method::DepthMinmax));
    EXPECT_EQ(need(asked.query({}, {})).renderings, 1U);
    const Rigid before = translation({0, 0, -2});
    const Sampled two = need(asked.query({}, before));
    EXPECT_EQ(two.renderings, 2U);
    EXPECT_FALSE(two.exchanged);
    for (int i = 0; i < 3; ++i) {
        const Sampled reversed = need(asked.query({}, before));
        EXPECT_TRUE(reversed.exchanged);
        EXPECT_EQ(reversed.renderings, 1U);
        EXPECT_EQ(reversed.interference.verdict, Verdict::Apart);
        EXPECT_EQ(reversed.maps_reused, i > 0);
    }
}

TEST_P(Session, LearnsWhichBodyIsPiConvex) {
    const Mesh with_gap = slabs({{0, 1}, {2, 3}}, 200);
    const Mesh in_gap = slabs({{1.25, 1.75}});
    auto asked = session(device(), with_gap, in_gap, along_z(Method::Cascade));
    const Sampled first = need(asked.query({}, {}));
    EXPECT_FALSE(first.exchanged);
    EXPECT_GT(first.pixels.parity_exchanged, 300U);
    EXPECT_EQ(first.renderings, 4U);
    for (int i = 0; i < 3; ++i) {
        const Sampled next = need(asked.query({}, {}));
        EXPECT_TRUE(next.exchanged);
        EXPECT_EQ(next.pixels.parity_exchanged, 0U);
        EXPECT_EQ(next.renderings, 2U);
        EXPECT_EQ(next.interference.verdict, Verdict::Apart);
    }
}

TEST_P(Session, DoesNotReverseRolesAgainstAPiConvexA) {
    const Mesh in_gap = slabs({{1.25, 1.75}}, 200);
    const Mesh with_gap = slabs({{0, 1}, {2, 3}});
    auto asked = session(device(), in_gap, with_gap, along_z(Method::Cascade));
    for (int i = 0; i < 3; ++i) {
        const Sampled answer = need(asked.query({}, {}));
        EXPECT_FALSE(answer.exchanged);
        EXPECT_EQ(answer.renderings, 2U);
    }
}

TEST_P(Session, ReversesRolesOfTwoPiConvexBodies) {
    const Mesh a = slabs({{0, 1}}, 200);
    const Mesh before = slabs({{-1, 0}});
    auto asked = session(device(), a, before, along_z(Method::DepthParity));
    const Sampled first = need(asked.query({}, {}));
    EXPECT_EQ(first.renderings, 2U);
    EXPECT_EQ(first.draws, 5U) << "B once more, to see whether it is pi-convex";
    for (int i = 0; i < 3; ++i) {
        const Sampled next = need(asked.query({}, {}));
        EXPECT_TRUE(next.exchanged);
        EXPECT_EQ(next.renderings, 1U);
        EXPECT_EQ(next.draws, i == 0 ? 2U : 1U);
    }
}

/// Poses along which two bodies meet and part.
std::vector<Rigid> random_path(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    std::vector<Rigid> path;
    Vec3d offset{1.4, 0.2, -0.1};
    double turn = 0;
    for (std::size_t i = 0; i < count; ++i) {
        offset = offset + random.in_box({-0.25, -0.15, -0.15}, {0.25, 0.15, 0.15});
        offset = offset * (length(offset) > 2.2 ? 0.8 : length(offset) < 1 ? 1.2 : 1.0);
        turn += random.uniform(-6, 6);
        path.push_back(placed({1, 1, 0.5}, turn, offset));
    }
    return path;
}

struct Share {
    std::size_t crossing = 0;
    std::size_t apart = 0;
    std::size_t too_close = 0;
    std::size_t reused = 0;
};

/// The overlap seen, as an area: what a session and a fresh query with another window share.
double overlap_area(const Sampled& answer) {
    const double pixel = answer.interference.pixel_size;
    return static_cast<double>(answer.overlapping_pixels) * pixel * pixel;
}

/// Holds a session against fresh queries along the same directions.
Share hold_against_fresh(raster::Device& device, const Mesh& a, const Mesh& b, Method method) {
    SampledOptions options = with(method);
    options.extent = Extent::AllPixels;
    auto asked = session(device, a, b, options);
    Share share;
    for (const Rigid& pose_b : random_path(11, scaled(60))) {
        const Rigid pose_a = placed({0, 1, 1}, 5 * pose_b.translation.x, pose_b.translation * -0.1);
        const Sampled kept = need(asked.query(pose_a, pose_b));
        SampledOptions same_way = options;
        if (!kept.views.empty()) {
            same_way.projection.direction = kept.views[0].axis_z;
        }
        const Sampled fresh =
            need(sampled_collide(device, {a.view(), pose_a}, {b.view(), pose_b}, same_way));
        const double pixel = kept.interference.pixel_size;
        const double edge = std::sqrt(overlap_area(fresh)) * 6 + 4 * pixel;
        EXPECT_NEAR(overlap_area(kept), overlap_area(fresh), edge * pixel);
        const bool close = fresh.overlapping_pixels < 4 && kept.overlapping_pixels < 4;
        if (close && fresh.overlapping_pixels + kept.overlapping_pixels > 0) {
            ++share.too_close;
            continue;
        }
        EXPECT_EQ(kept.interference.verdict, fresh.interference.verdict);
        EXPECT_EQ(kept.settled, fresh.settled);
        ++(kept.interference.verdict == Verdict::Crossing ? share.crossing : share.apart);
        share.reused += kept.maps_reused ? 1 : 0;
    }
    return share;
}

TEST_P(Session, AnswersAsFreshQueriesDo) {
    const Mesh polytope = scenes::random_polytope({.triangles = 60, .seed = 7});
    const Mesh bumpy = scenes::bumpy_sphere({.triangles = 300, .seed = 5});
    for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::Cascade}) {
        const Share share = hold_against_fresh(device(), polytope, bumpy, method);
        const std::size_t all = share.crossing + share.apart + share.too_close;
        EXPECT_GE(share.crossing * 5, all) << to_string(method);
        EXPECT_GE(share.apart * 20, all);
        EXPECT_LE(share.too_close * 10, all);
        if (is_full_run()) {
            EXPECT_GE(share.reused * 10, all);
        }
    }
}

TEST_P(Session, GivesTheSameVerdictForExchangedBodies) {
    const Mesh a = scenes::random_polytope({.triangles = 60, .seed = 9});
    const Mesh b = scenes::bumpy_sphere({.triangles = 300, .seed = 2});
    SampledOptions options = with(Method::Cascade);
    options.extent = Extent::AllPixels;
    std::size_t crossing = 0;
    const auto path = random_path(5, scaled(40));
    for (const Rigid& pose_b : path) {
        options.projection.direction = Vec3d{0.3, -0.2, 1};
        const Sampled one =
            need(sampled_collide(device(), {a.view()}, {b.view(), pose_b}, options));
        const Sampled two =
            need(sampled_collide(device(), {b.view(), pose_b}, {a.view()}, options));
        EXPECT_EQ(one.interference.verdict, two.interference.verdict);
        EXPECT_EQ(one.overlapping_pixels, two.overlapping_pixels);
        if (one.map && two.map) {
            EXPECT_EQ(one.map->layers_a, two.map->layers_b);
            EXPECT_EQ(one.map->layers_b, two.map->layers_a);
        }
        crossing += one.interference.verdict == Verdict::Crossing ? 1 : 0;
    }
    EXPECT_GE(crossing * 5, path.size());
    if (is_full_run()) {
        EXPECT_LE(crossing * 10, path.size() * 9);
    }
}

TEST_P(Session, ProvesBodiesApartWhoseBoxesDoNotMeet) {
    const Mesh a = slabs({{0, 1}});
    auto asked = session(device(), a, a, with(Method::Cascade));
    const Sampled apart = need(asked.query({}, translation({0, 0, 5})));
    EXPECT_EQ(apart.interference.verdict, Verdict::Apart);
    EXPECT_EQ(apart.interference.certainty, Certainty::Exact);
    EXPECT_EQ(apart.interference.pixel_size, 0);
    EXPECT_EQ(apart.renderings, 0U);
    EXPECT_EQ(apart.draws, 0U);
    EXPECT_TRUE(apart.settled);
    EXPECT_TRUE(apart.interference.solidity_a.solid);
    EXPECT_EQ(need(asked.query({}, {})).interference.verdict, Verdict::Crossing);
}

TEST_P(Session, TakesAMeshWithoutTrianglesAsTheEmptySet) {
    const Mesh a = slabs({{0, 1}});
    const Mesh nothing;
    for (const Method method : {Method::DepthMinmax, Method::Cascade}) {
        EXPECT_EQ(ask(device(), a, nothing, with(method)).interference.verdict, Verdict::Apart);
        EXPECT_EQ(ask(device(), nothing, nothing, with(method)).interference.verdict,
                  Verdict::Apart);
    }
}

TEST_P(Session, UnitesWhatSeveralPlanesShow) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 300, .seed = 5});
    const Mesh b = scenes::bumpy_sphere({.triangles = 300, .seed = 6});
    SampledOptions options = with(Method::Cascade);
    options.extent = Extent::AllPixels;
    options.projection.refinement = ProjectionOptions::Refinement::ItemBuffer;
    options.projection.most_planes = 3;
    auto asked = session(device(), a, b, options);
    const Rigid pose_b = translation({0.8, 0.5, 0.3});
    const Sampled first = need(asked.query({}, pose_b));
    EXPECT_EQ(first.interference.verdict, Verdict::Crossing);
    ASSERT_GE(first.views.size(), 2U);
    const Sampled second = need(asked.query({}, pose_b)); // roles may have changed
    EXPECT_EQ(second.views, first.views);
    EXPECT_EQ(second.overlapping_pixels, first.overlapping_pixels);
    const Sampled third = need(asked.query({}, pose_b));
    EXPECT_TRUE(third.maps_reused);
    EXPECT_EQ(third.overlapping_pixels, first.overlapping_pixels);
    EXPECT_LT(third.draws, first.draws);

    options.extent = Extent::FirstOverlap;
    auto first_overlap = session(device(), a, b, options);
    EXPECT_EQ(need(first_overlap.query({}, pose_b)).views.size(), 1U) << "the first shows it";
}

TEST_P(Session, ProvesWhatPixelsShowIfAsked) {
    const Mesh a = slabs({{0, 1}}, 200);
    const Mesh b = slabs({{0.5, 2}});
    SampledOptions options = along_z(Method::Cascade);
    options.confirmation = Confirmation::Exact;
    auto asked = session(device(), a, b, options);
    const Sampled crossing = need(asked.query({}, translation({0.3, 0.2, 0})));
    EXPECT_EQ(crossing.interference.verdict, Verdict::Crossing);
    EXPECT_EQ(crossing.interference.certainty, Certainty::Exact);
    EXPECT_EQ(crossing.interference.pixel_size, 0);
    EXPECT_FALSE(crossing.interference.pairs.empty());
    EXPECT_GT(crossing.overlapping_pixels, 200U);

    const Rigid within{.translation = {0, 0, 0.3}, .scale = 0.2};
    const Sampled nested = need(asked.query({}, within));
    EXPECT_EQ(nested.interference.verdict, Verdict::BInsideA);
    const Sampled touching = need(asked.query({}, translation({0, 0, 0.5})));
    EXPECT_EQ(touching.interference.verdict, Verdict::Apart) << "nothing was seen to be proved";
    EXPECT_EQ(touching.interference.certainty, Certainty::Sampled);
}

TEST_P(Session, FindsSpikesBetweenPixelsIfAsked) {
    const Mesh a = slabs({{0, 1}}, 200);
    const Mesh needle = scenes::box({0.013, 0.017, 0.5}, {0.014, 0.018, 1.9});
    const Mesh b = scenes::joined({slabs({{2, 3}}), needle});
    SampledOptions options = along_z(Method::Cascade);
    EXPECT_EQ(ask(device(), a, b, options).interference.verdict, Verdict::Apart);
    options.spikes = Spikes::Proxies;
    auto asked = session(device(), a, b, options);
    const Sampled found = need(asked.query({}, {}));
    EXPECT_EQ(found.interference.verdict, Verdict::Crossing);
    EXPECT_EQ(found.interference.certainty, Certainty::Exact);
    EXPECT_EQ(found.overlapping_pixels, 0U);
    const Sampled aside = need(asked.query({}, translation({0, 0, 0.501})));
    EXPECT_EQ(aside.interference.verdict, Verdict::Apart);
}

IMPINGE_ON_EVERY_DEVICE(Session);

} // namespace
} // namespace impinge::tests
