// SPDX-License-Identifier: Apache-2.0
//
// Refined, no depth method misses an overlap or invents one, whatever falls between its pixels: the
// verdict is held against collide(), which draws nothing.
#include "impinge/depth_methods.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "tests/depth_methods/spiked_bodies.hpp"
#include "tests/imagespace/near_contact.hpp"
#include "tests/imagespace/overlapping_bodies.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <limits>

namespace impinge::tests {
namespace {

using imagespace::DepthRefinement;
using imagespace::DepthSession;
using imagespace::Method;
using imagespace::Sampled;
using imagespace::SampledOptions;

constexpr std::array methods{Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite,
                             Method::LayerOrder, Method::Cascade};

Interference exact_pairs(const Body& a, const Body& b) {
    return need(collide(a, b, {.detail = Detail::Pairs}));
}

/// The exact verdict, and true pairs: all of them, if all were searched for.
testing::AssertionResult same_verdict(const Sampled& found, const Interference& exact) {
    const Interference& answer = found.interference;
    if (answer.verdict != exact.verdict || answer.certainty != Certainty::Exact ||
        answer.decision != exact.decision || !found.settled || answer.partial) {
        return testing::AssertionFailure()
               << to_string(answer.verdict) << " (" << to_string(answer.certainty)
               << ") instead of " << to_string(exact.verdict);
    }
    if (!std::ranges::includes(exact.pairs, answer.pairs)) {
        return testing::AssertionFailure() << "a pair that does not meet";
    }
    if (found.refinement.open_pixels > 0 && answer.hash != exact.hash) {
        return testing::AssertionFailure()
               << "not all pairs, though all were searched for: " << answer.pairs.size() << " of "
               << exact.pairs.size();
    }
    return testing::AssertionSuccess();
}

class Refine : public EveryDevice {
  protected:
    [[nodiscard]] Sampled ask(const Body& a, const Body& b, SampledOptions options,
                              DepthRefinement refine = DepthRefinement::Conservative) const {
        options.refine = refine;
        return need(imagespace::sampled_collide(device(), a, b, options));
    }
};
IMPINGE_ON_EVERY_DEVICE(Refine);

/// What pixels alone made of pairs of which the refined answer was held against the exact one.
struct Tried {
    std::size_t interfering = 0;
    std::size_t missed = 0; ///< by pixels alone
    std::size_t clear = 0;
    std::size_t invented = 0;
    std::size_t left_open = 0; ///< nothing found, and pixels left over

    void add(const Sampled& seen, const Interference& exact) {
        const bool found = seen.interference.verdict == Verdict::Crossing;
        if (interferes(exact.verdict)) {
            ++interfering;
            missed += found || !seen.settled ? 0 : 1;
        } else {
            ++clear;
            invented += found ? 1 : 0;
        }
        left_open += seen.settled ? 0 : 1;
    }
};
std::ostream& operator<<(std::ostream& out, const Tried& tried) {
    return out << tried.interfering << " that overlap, " << tried.missed << " missed by pixels; "
               << tried.clear << " that do not, " << tried.invented << " invented; "
               << tried.left_open << " left open";
}

TEST_P(Refine, NoNearContactIsMissedOrInvented) {
    // Those of ResolutionTest: with IMPINGE_TEST_SCALE=5, the 2,000 pairs of docs/methods/depth.md.
    Tried tried;
    for (std::uint64_t i = 0; i < scaled(400); ++i) {
        const SeededPair pair = near_contact_pair(7000 + i);
        const Body a{pair.a.mesh.view(), pair.a.pose};
        const Body b{pair.b.mesh.view(), pair.b.pose};
        const Interference exact = exact_pairs(a, b);
        for (const int resolution : {8, 64}) {
            SampledOptions options{.method = methods[i % methods.size()], .resolution = resolution};
            options.projection.direction = pair.direction;
            ASSERT_TRUE(same_verdict(ask(a, b, options), exact)) << i << ' ' << resolution;
            options.method = Method::Cascade;
            tried.add(ask(a, b, options, DepthRefinement::None), exact);
        }
    }
    std::cout << tried << '\n';
    EXPECT_GT(tried.missed, tried.interfering / 4);
    EXPECT_GT(tried.clear, tried.interfering / 5);
}

TEST_P(Refine, NothingInACavityOfItsOwnShapeIsInvented) {
    Tried tried;
    for (std::uint64_t i = 0; i < scaled(100); ++i) {
        const SeededPair pair = narrow_gap_pair(8000 + i);
        const Body a{pair.a.mesh.view(), pair.a.pose};
        const Body b{pair.b.mesh.view(), pair.b.pose};
        const Interference exact = exact_pairs(a, b);
        const SampledOptions options{.resolution = 32};
        ASSERT_TRUE(same_verdict(ask(a, b, options), exact)) << i;
        tried.add(ask(a, b, options, DepthRefinement::None), exact);
    }
    std::cout << tried << '\n';
    EXPECT_EQ(tried.interfering, 0U);
    EXPECT_GT(tried.invented, tried.clear / 4);
}

TEST_P(Refine, SaysOfEveryClassOfSolidsWhatTheExactEngineSays) {
    Tried tried;
    std::array<std::size_t, 6> verdicts{};
    const std::size_t count = scaled(600);
    for (std::size_t i = 0; i < count; ++i) {
        const SeededPair pair =
            seeded_pair(all_pair_classes[i % all_pair_classes.size()], 31'000 + i);
        const Body a{pair.a.mesh.view(), pair.a.pose};
        const Body b{pair.b.mesh.view(), pair.b.pose};
        const Interference exact = exact_pairs(a, b);
        SampledOptions options{.method = methods[i / 6 % methods.size()],
                               .resolution = std::array{24, 7, 64, 1}[i % 4]};
        options.projection.direction = pair.direction;
        options.equal_depths =
            i % 7 == 0 ? imagespace::EqualDepths::Overlap : imagespace::EqualDepths::Apart;
        ASSERT_TRUE(same_verdict(ask(a, b, options), exact)) << i;
        tried.add(ask(a, b, options, DepthRefinement::None), exact);
        ++verdicts[static_cast<std::size_t>(exact.verdict)];
    }
    std::cout << tried << '\n';
    EXPECT_GT(verdicts[static_cast<std::size_t>(Verdict::Touching)], count / 25);
    EXPECT_GT(verdicts[static_cast<std::size_t>(Verdict::BInsideA)] +
                  verdicts[static_cast<std::size_t>(Verdict::AInsideB)],
              count / 25);
    // Of a few dozen cases the share hangs on which they are.
    EXPECT_GT(tried.left_open + tried.missed + tried.invented, count / (is_full_run() ? 10 : 20));
}

TEST_P(Refine, SaysOfBodiesThatOverlapThemselvesWhatTheExactEngineSays) {
    const std::size_t count = scaled(200);
    std::size_t interfering = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const OverlapKind kind = all_overlap_kinds[i % all_overlap_kinds.size()];
        const SeededPair pair = overlapping_pair(kind, 500 + i);
        const Body a{pair.a.mesh.view(), pair.a.pose};
        const Body b{pair.b.mesh.view(), pair.b.pose};
        const Interference exact = exact_pairs(a, b);
        SampledOptions options{.method = methods[i % methods.size()], .resolution = 32};
        options.projection.direction = pair.direction;
        ASSERT_TRUE(same_verdict(ask(a, b, options), exact)) << i;
        interfering += interferes(exact.verdict) ? 1 : 0;
    }
    EXPECT_GT(interfering, count / 5);
}

/// A floor, and a ceiling with something that hangs down from it.
struct Hanging {
    Mesh floor;
    Mesh ceiling;
    Rigid pose; ///< of both
};
constexpr double ceiling_height = 0.5;
/// At 64 pixels, seen from above.
constexpr double about_a_pixel = 2.0 / 62;

Hanging with_ceiling(Random& random, Mesh hanging) {
    const Mesh above = scenes::box({-1, -1, ceiling_height}, {1, 1, ceiling_height + 0.1});
    return {scenes::box({-1, -1, -1}, {1, 1, 0}, random.below(2) == 0 ? 12 : 300),
            scenes::joined({above, std::move(hanging)}), random_pose(random, 1)};
}

/// How far it reaches into the floor; negative if it stays above it. `share` of a pixel wide below.
struct Reach {
    double depth = 0;
    double width = 0;
};
Reach random_reach(Random& random) {
    const bool in = random.below(3) != 0;
    return {(in ? 1 : -1) * std::pow(10, random.uniform(-6, -1.7)),
            about_a_pixel * std::pow(10, random.uniform(-3, -0.4))};
}

/// Blunt, narrower than a pixel below.
Mesh random_tip(Random& random, const Reach& reach) {
    Mesh tip = turned_on_a_lathe({{-reach.depth, reach.width / 2}, {ceiling_height + 0.05, 0.03}},
                                 static_cast<std::uint32_t>(random.integer(3, 9)));
    const Vec3d to{random.uniform(-0.9, 0.9), random.uniform(-0.9, 0.9), 0};
    for (Vec3d& position : tip.positions) {
        position = position + to;
    }
    return tip;
}

/// The same along a line that mostly runs between two rows of pixels.
Mesh random_blade(Random& random, const Reach& reach) {
    const double low = reach.width / 2;
    const double high = 0.02;
    const double top = ceiling_height + 0.05;
    const double length = random.uniform(0.1, 1.5);
    Mesh blade = meshed(prism({{-high, -length / 2, top},
                               {high, -length / 2, top},
                               {low, -length / 2, -reach.depth},
                               {-low, -length / 2, -reach.depth}},
                              {0, length, 0}));
    const double angle = random.below(2) == 0 ? 0 : random.uniform(-0.1, 0.1);
    Rigid pose = rotation({0, 0, 1}, angle);
    pose.translation = {random.uniform(-0.9, 0.9), random.uniform(-0.1, 0.1), 0};
    for (Vec3d& position : blade.positions) {
        position = apply(pose, position);
    }
    return blade;
}

TEST_P(Refine, NoTipBetweenPixelsIsMissed) {
    Random random(1995);
    Tried tried;
    for (std::size_t i = 0, count = scaled(500); i < count; ++i) {
        const Hanging pair = with_ceiling(random, random_tip(random, random_reach(random)));
        const Body a{pair.floor.view(), pair.pose};
        const Body b{pair.ceiling.view(), pair.pose};
        const Interference exact = exact_pairs(a, b);
        SampledOptions options{.method = methods[i % methods.size()], .resolution = 64};
        if (random.below(3) == 0) {
            options.projection.direction = random_direction(random);
        }
        ASSERT_TRUE(same_verdict(ask(a, b, options), exact)) << i;
        ASSERT_TRUE(same_verdict(ask(b, a, options), exact_pairs(b, a))) << i;
        options.method = Method::Cascade;
        tried.add(ask(a, b, options, DepthRefinement::None), exact);
    }
    std::cout << tried << '\n';
    EXPECT_GT(tried.interfering, tried.clear);
    EXPECT_GT(tried.clear, tried.interfering / 4);
    EXPECT_GT(tried.missed, tried.interfering * 3 / 4);
}

TEST_P(Refine, NoBladeBetweenPixelsIsMissed) {
    Random random(1996);
    Tried tried;
    for (std::size_t i = 0, count = scaled(500); i < count; ++i) {
        const Hanging pair = with_ceiling(random, random_blade(random, random_reach(random)));
        const Body a{pair.floor.view(), pair.pose};
        const Body b{pair.ceiling.view(), pair.pose};
        const Interference exact = exact_pairs(a, b);
        const SampledOptions options{.method = methods[i % methods.size()], .resolution = 64};
        ASSERT_TRUE(same_verdict(ask(a, b, options), exact)) << i;
        tried.add(ask(a, b, {.resolution = 64}, DepthRefinement::None), exact);
    }
    std::cout << tried << '\n';
    EXPECT_GT(tried.interfering, tried.clear);
    EXPECT_GT(tried.clear, tried.interfering / 4);
    EXPECT_GT(tried.missed, tried.interfering / 2);
}

TEST_P(Refine, WhatLiesWithinABodyBetweenPixelsIsFound) {
    Random random(1997);
    Tried tried;
    for (std::size_t i = 0, count = scaled(100); i < count; ++i) {
        const double size = about_a_pixel * std::pow(10, random.uniform(-3, -0.5));
        const Vec3d at = random.in_box({-0.9, -0.9, -0.3}, {0.9, 0.9, -0.2});
        Hanging pair = with_ceiling(random, meshed(octahedron(at, size)));
        if (i % 2 == 1) { // a bubble around it
            const Vec3d r = Vec3d{1, 1, 1} * (2 * size);
            pair.floor =
                scenes::joined({pair.floor, scenes::turned_over(scenes::box(at - r, at + r))});
        }
        const Body a{pair.floor.view(), pair.pose};
        const Body b{pair.ceiling.view(), pair.pose};
        const Interference exact = exact_pairs(a, b);
        ASSERT_EQ(interferes(exact.verdict), i % 2 == 0);
        ASSERT_TRUE(exact.pairs.empty());
        const SampledOptions options{.method = methods[i % methods.size()], .resolution = 64};
        ASSERT_TRUE(same_verdict(ask(a, b, options), exact)) << i;
        tried.add(ask(a, b, {.resolution = 64}, DepthRefinement::None), exact);
    }
    std::cout << tried << '\n';
    EXPECT_GT(tried.missed, tried.interfering * 3 / 4);
}

TEST_P(Refine, ASessionMissesNothingOnItsWay) {
    const Mesh floor = scenes::box({-1, -1, -1}, {1, 1, 0}, 300);
    const Mesh ceiling = scenes::joined(
        {scenes::box({-1, -1, ceiling_height}, {1, 1, ceiling_height + 0.1}),
         turned_on_a_lathe({{0, about_a_pixel / 20}, {ceiling_height + 0.05, 0.03}}, 6)});
    auto asked =
        need(DepthSession::create(device(), {floor.view()}, {ceiling.view()},
                                  {.resolution = 64, .refine = DepthRefinement::Conservative}));
    Random random(1998);
    std::size_t meeting = 0;
    for (int frame = 0; frame < 60; ++frame) {
        // Both move together, and the tip goes in and out again.
        Rigid together = rotation_degrees({1, 2, 3}, 7.0 * frame);
        together.translation = {0.1 * frame, 3, -0.2 * frame};
        const Rigid pose_b =
            compose(together, translation({0.001 * frame, 0, random.uniform(-0.002, 0.002)}));
        const Sampled found = need(asked.query(together, pose_b));
        const Interference exact = exact_pairs({floor.view(), together}, {ceiling.view(), pose_b});
        ASSERT_TRUE(same_verdict(found, exact)) << frame;
        meeting += interferes(exact.verdict) ? 1 : 0;
    }
    EXPECT_GT(meeting, 15U);
    EXPECT_LT(meeting, 45U);
}

TEST_P(Refine, GivesTheSameForAnyNumberOfThreads) {
    Random random(1999);
    for (int i = 0; i < 6; ++i) {
        const Hanging pair = with_ceiling(random, random_tip(random, random_reach(random)));
        std::optional<Sampled> first;
        for (const unsigned threads : {1U, 2U, 5U}) {
            const Sampled found = need(imagespace::sampled_collide(
                device(), {pair.floor.view(), pair.pose}, {pair.ceiling.view(), pair.pose},
                {.resolution = 64, .refine = DepthRefinement::Conservative}, Context(threads)));
            first = first ? first : found;
            EXPECT_EQ(found.interference.hash, first->interference.hash);
            EXPECT_EQ(found.refinement.candidates, first->refinement.candidates);
        }
    }
}

TEST_P(Refine, TheMapSaysWhereItSearched) {
    Random random(3);
    const Mesh tip = random_tip(random, {0.001, about_a_pixel / 100});
    const Hanging pair = with_ceiling(random, tip);
    const SampledOptions options{.resolution = 64, .extent = imagespace::Extent::AllPixels};
    const Sampled found =
        ask({pair.floor.view(), pair.pose}, {pair.ceiling.view(), pair.pose}, options);
    ASSERT_TRUE(found.map);
    ASSERT_EQ(found.map->open.size(), found.map->cases.size());
    const auto open = static_cast<std::uint64_t>(std::ranges::count(found.map->open, 1));
    EXPECT_EQ(open, found.refinement.open_pixels);
    EXPECT_EQ(found.overlapping_pixels, 0U);
    EXPECT_EQ(found.interference.verdict, Verdict::Crossing);
    // A tip and the pixels around it, out of thousands that both bodies cover.
    EXPECT_GT(open, 0U);
    EXPECT_LT(open, 30U);
    EXPECT_LT(found.refinement.candidates, 1000U);
    const Sampled plain = ask({pair.floor.view(), pair.pose}, {pair.ceiling.view(), pair.pose},
                              options, DepthRefinement::None);
    EXPECT_TRUE(plain.map->open.empty());
    EXPECT_EQ(plain.map->cases, found.map->cases);
}

TEST_P(Refine, ACancelledQueryClaimsNothing) {
    const Mesh cube = meshed(box({0, 0, 0}, {1, 1, 1}));
    auto asked = need(DepthSession::create(device(), {cube.view()}, {cube.view()},
                                           {.refine = DepthRefinement::Conservative}));
    const Context cancelled;
    cancelled.cancel();
    const Sampled answer = need(asked.query({}, translation({1, 0, 0}), cancelled));
    EXPECT_TRUE(answer.interference.partial);
    EXPECT_FALSE(answer.settled);
}

TEST_P(Refine, EmptyFlatLargeAndFarBodies) {
    const Mesh cube = meshed(box({0, 0, 0}, {1, 1, 1}));
    const Mesh nothing;
    // Two sides of a square with nothing between them: no solid.
    const Mesh sheet{{{-1, 0.25, 0.25}, {2, 0.25, 0.25}, {2, 0.75, 0.25}, {-1, 0.75, 0.25}},
                     {{0, 1, 2}, {0, 2, 3}, {2, 1, 0}, {3, 2, 0}}};
    // So thin that floats see no thickness.
    const Mesh foil = meshed(box({-1, 0.25, 0.25}, {2, 0.75, 0.25 + 0x1p-50}));
    std::size_t answered = 0;
    std::size_t asked = 0;
    for (const Method method : methods) {
        for (const Mesh* other : {&nothing, &sheet, &foil, &cube}) {
            for (const Vec3d& to : {Vec3d{}, Vec3d{0, 0, -0.25}, Vec3d{0, 0, 0.75}, Vec3d{5, 0, 0},
                                    Vec3d{1, 1, 1}, Vec3d{0x1p-40, 0, 0}}) {
                for (const auto& [scale, far] :
                     {std::pair{1.0, 0.0}, {1.0, 1e9}, {1.0, 1e120}, {1e-200, 0.0}, {1e150, 0.0}}) {
                    Rigid pose_a = translation({0, far, 0});
                    pose_a.scale = scale;
                    Rigid pose_b = translation(to * scale + Vec3d{0, far, 0});
                    pose_b.scale = scale;
                    const Body a{cube.view(), pose_a};
                    const Body b{other->view(), pose_b};
                    const auto found =
                        imagespace::sampled_collide(device(), a, b,
                                                    {.method = method,
                                                     .resolution = 64,
                                                     .refine = DepthRefinement::Conservative});
                    if (other == &sheet) {
                        ASSERT_FALSE(found);
                        EXPECT_EQ(found.error().message.rfind("body B: not a solid", 0), 0U);
                        continue;
                    }
                    ++asked;
                    answered += found ? 1 : 0;
                    if (found) { // a refusal is no verdict
                        EXPECT_TRUE(same_verdict(*found, exact_pairs(a, b)))
                            << to.x << ' ' << to.z << ' ' << far << ' ' << scale;
                    } else {
                        EXPECT_FALSE(found.error().message.empty());
                    }
                }
            }
        }
    }
    std::cout << answered << " of " << asked << " answered\n";
    EXPECT_GT(answered, asked / 2);
}

TEST_P(Refine, MeshesInUnitsThatFloatsDoNotHold) {
    std::size_t answered = 0;
    for (const double unit : {1e-300, 1e-150, 1e-60, 1e-30, 1e30, 1e60, 1e150}) {
        const Mesh a = meshed(box({0, 0, 0}, Vec3d{1, 1, 1} * unit));
        for (const Vec3d& to :
             {Vec3d{0.5, 0.25, 0.5}, Vec3d{0.25, 0.25, 1}, Vec3d{0, 0.9999, 0.99}}) {
            const Mesh b = meshed(box(to * unit, (to + Vec3d{0.5, 0.5, 0.5}) * unit));
            for (const Method method : methods) {
                const auto found = imagespace::sampled_collide(
                    device(), {a.view()}, {b.view()},
                    {.method = method, .resolution = 16, .refine = DepthRefinement::Conservative});
                if (found) {
                    ++answered;
                    EXPECT_TRUE(same_verdict(*found, exact_pairs({a.view()}, {b.view()})))
                        << unit << ' ' << to.z << ' ' << to_string(method);
                }
            }
        }
    }
    std::cout << answered << " of 105 answered\n";
    EXPECT_GT(answered, 60U);
}

TEST_P(Refine, WhatIsNoNumberIsRefusedByName) {
    const Mesh cube = meshed(box({0, 0, 0}, {1, 1, 1}));
    Mesh broken = cube;
    broken.positions[2].y = std::numeric_limits<double>::quiet_NaN();
    const auto found = imagespace::sampled_collide(device(), {cube.view()}, {broken.view()},
                                                   {.refine = DepthRefinement::Conservative});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::NonFinite);
    EXPECT_EQ(found.error().message.rfind("body B: ", 0), 0U);
}

/// Large triangles that reach far away make pixels smaller than floats can draw.
TEST_P(Refine, BodiesLargerThanFloatsReach) {
    Random random(2000);
    std::size_t meeting = 0;
    const std::size_t count = scaled(60);
    for (std::size_t i = 0; i < count; ++i) {
        const double far = std::pow(10, random.uniform(4, 12));
        const auto needle = [&](Vec3d to) {
            return turned_on_a_lathe({{0, 0.01}, {length(to), 0.3}}, 5);
        };
        const Mesh a = needle({0, 0, far});
        const Mesh b = needle({0, 0, far / 3});
        Rigid pose_b = rotation_degrees({1, 0.3, 0}, random.uniform(150, 210));
        pose_b.translation = {random.uniform(-0.03, 0.03), 0, random.uniform(-0.1, 0.1)};
        const Body body_a{a.view(), random_pose(random, 1)};
        const Body body_b{b.view(), compose(body_a.pose, pose_b)};
        const Interference exact = exact_pairs(body_a, body_b);
        ASSERT_TRUE(same_verdict(
            ask(body_a, body_b, {.method = methods[i % methods.size()], .resolution = 128}), exact))
            << i;
        meeting += interferes(exact.verdict) ? 1 : 0;
    }
    std::cout << meeting << " of " << count << " meet\n";
    EXPECT_GT(meeting, count / 8);
    EXPECT_LT(meeting, count * 7 / 8);
}

} // namespace
} // namespace impinge::tests
