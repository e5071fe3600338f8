// SPDX-License-Identifier: Apache-2.0
#include "check/checker.hpp"

#include "base/random.hpp"
#include "check/near_boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/scale.hpp"
#include "tests/viewer/box_mesh.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <new>
#include <thread>

namespace impinge::viewer {
namespace {

CheckRequest request_of(std::vector<CheckedBody> bodies, Revision revision = 1) {
    CheckRequest request;
    request.revision = revision;
    request.serial = revision;
    request.bodies = std::move(bodies);
    return request;
}

CheckResult run(PairChecks& checks, const CheckRequest& request) {
    CheckResult last;
    checks.run(request, Context(1), [&](const CheckResult& result) { last = result; });
    return last;
}

TEST(PairChecks, SayWhatAllPairsOfBareMeshesSay) {
    Random random(31);
    PairChecks checks; // keeps what it knows from one state to the next
    std::vector<CheckedBody> bodies;
    for (int i = 0; i < 5; ++i) {
        bodies.push_back(checked_box({-1, -1, -1}, {1, 1, 1}));
        bodies.back().pose = translation({1.5 * i, 0, 0});
    }
    std::size_t met = 0;
    std::size_t asked = 0;
    const std::size_t steps = tests::scaled(300);
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t moved = random.below(bodies.size());
        const double x = 7 * random.unit();
        const double y = 4 * random.unit() - 2;
        bodies[moved].pose = step % 3 == 0 ? rotation({1, 2, 3}, x) : translation({x, y, 0});
        if (step % 4 == 0) { // flush
            bodies[moved].pose = translation({2.0 * static_cast<double>(random.below(4)), 0, 0});
        }
        bodies[1].present = step % 7 != 0;
        const CheckResult found = run(checks, request_of(bodies, step + 1));
        EXPECT_EQ(found.stage, CheckStage::Done);
        for (BodyIndex a = 0; a < bodies.size(); ++a) {
            for (BodyIndex b = a + 1; b < bodies.size(); ++b) {
                const bool there = bodies[a].present && bodies[b].present;
                const auto direct =
                    collide({bodies[a].mesh->view(), bodies[a].pose},
                            {bodies[b].mesh->view(), bodies[b].pose}, {.detail = Detail::Curves});
                ASSERT_TRUE(direct);
                const PairFinding* pair = found.find({a, b});
                const Verdict told = pair == nullptr ? Verdict::Apart : pair->verdict;
                EXPECT_EQ(told, there ? direct->verdict : Verdict::Apart);
                if (pair != nullptr && pair->contacts) {
                    EXPECT_EQ(pair->contacts->curves, direct->curves);
                }
                met += there && direct->verdict != Verdict::Apart ? 1 : 0;
                ++asked;
            }
        }
    }
    EXPECT_GT(met, asked * 3 / 10);
    EXPECT_LT(met, asked * 7 / 10);
}

TEST(PairChecks, AskOnlyAboutPairsWhoseBodiesMoved) {
    PairChecks checks;
    std::vector<CheckedBody> bodies;
    for (int i = 0; i < 6; ++i) {
        bodies.push_back(checked_box({0, 0, 0}, {2, 2, 2}, translation({0.5 * i, 0, 0})));
    }
    EXPECT_EQ(run(checks, request_of(bodies, 1)).pairs_asked, 14U); // the outermost two are apart
    EXPECT_EQ(run(checks, request_of(bodies, 2)).pairs_asked, 0U);
    bodies[0].pose = translation({0.25, 0, 0});
    EXPECT_EQ(run(checks, request_of(bodies, 3)).pairs_asked, 4U);
    // Another mesh under the same number is another body.
    bodies[0].mesh = std::make_shared<const Mesh>(box_mesh({0, 0, 0}, {2, 2, 2}));
    EXPECT_EQ(run(checks, request_of(bodies, 4)).pairs_asked, 4U);
}

TEST(PairChecks, MeasureThePairThatIsWished) {
    PairChecks checks;
    CheckRequest request = request_of({checked_box({0, 0, 0}, {1, 1, 1}),
                                       checked_box({0, 0, 0}, {1, 1, 1}, translation({4, 0, 0}))});
    request.measured = PairOfBodies(0, 1);
    CheckResult found = run(checks, request);
    ASSERT_NE(found.find({0, 1}), nullptr);
    EXPECT_EQ(found.find({0, 1})->nearest->distance, 3);
    request.bodies[1].pose = translation({0.75, 0, 0});
    found = run(checks, request);
    EXPECT_EQ(found.worst(), BodyState::Interfering);
    EXPECT_NEAR(found.find({0, 1})->way_out->distance, 0.25, 1e-9);
    EXPECT_NEAR(found.find({0, 1})->way_out->direction.x, 1, 1e-9);
}

TEST(PairChecks, AnOpenMeshAroundABodyIsUndecided) {
    PairChecks checks;
    Mesh open = box_mesh({0, 0, 0}, {4, 4, 4});
    open.triangles.pop_back();
    CheckRequest request = request_of({checked_box({1, 1, 1}, {2, 2, 2})});
    request.bodies.push_back(
        {std::make_shared<const Mesh>(open), {}, {{0, 0, 0}, {4, 4, 4}}, true});
    EXPECT_EQ(run(checks, request).worst(), BodyState::Undecided);
    request.open_meshes = OpenMeshes::Surfaces;
    EXPECT_EQ(run(checks, request).worst(), BodyState::Clear);
}

TEST(PairChecks, ABodyThatCannotStandThereIsAnError) {
    PairChecks checks;
    const CheckResult found =
        run(checks, request_of({checked_box({0, 0, 0}, {1, 1, 1}),
                                checked_box({0, 0, 0}, {1, 1, 1}, {.scale = 1e308 * 10})}));
    EXPECT_TRUE(found.error);
    EXPECT_EQ(found.stage, CheckStage::Done);
    EXPECT_EQ(found.states.size(), 2U); // else the window would take it for one of another scene
}

TEST(PairChecks, WhatIsThrownIsAnError) {
    PairChecks checks;
    CheckRequest request =
        request_of({checked_box({0, 0, 0}, {1, 1, 1}), checked_box({0, 0, 0}, {1, 1, 1})});
    request.wishes.of = [](std::uint32_t, std::uint32_t) -> PairWish { throw std::bad_alloc(); };
    const CheckResult found = run(checks, request);
    ASSERT_TRUE(found.error);
    EXPECT_EQ(found.error->code, ErrorCode::OutOfMemory);
    EXPECT_EQ(found.stage, CheckStage::Done);
    EXPECT_EQ(found.states.size(), 2U);
    request.wishes.of = {};
    EXPECT_EQ(run(checks, request).worst(), BodyState::Interfering);
}

TEST(PairChecks, LeaveOffSoonWhereBodiesLieFarApart) {
    constexpr std::size_t count = 3000;
    const auto mesh = std::make_shared<const Mesh>(box_mesh({0, 0, 0}, {1, 1, 1}));
    CheckRequest request = request_of({});
    for (std::size_t i = 0; i < count; ++i) {
        request.bodies.push_back(
            {mesh, translation({3 * static_cast<double>(i), 0, 0}), {{0, 0, 0}, {1, 1, 1}}, true});
    }
    const Context context(1);
    std::size_t asked = 0;
    request.wishes.of = [&](std::uint32_t, std::uint32_t) {
        ++asked;
        context.cancel();
        return PairWish{};
    };
    PairChecks checks;
    checks.run(request, context, [](const CheckResult&) {});
    EXPECT_LE(asked, count);
    EXPECT_GT(asked, 0U);
}

TEST(PairChecks, PublishNowAndThenAndNotAfterEveryPair) {
    std::vector<CheckedBody> bodies;
    for (int i = 0; i < 300; ++i) {
        bodies.push_back(checked_box({0, 0, 0}, {1, 1, 1}, translation({0.75 * i, 0.01 * i, 0})));
    }
    CheckRequest request = request_of(std::move(bodies));
    request.extras.overlaps = true;
    PairChecks checks;
    double published = 0;
    const auto begin = std::chrono::steady_clock::now();
    CheckResult last;
    checks.run(request, Context(1), [&](const CheckResult& result) {
        ++published;
        last = result;
    });
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(last.pairs.size(), 299U);
    EXPECT_TRUE(last.pairs[298].contacts);
    EXPECT_TRUE(last.pairs[298].overlap);
    EXPECT_LE(published, 3 + took.count() / 60); // three stages, and what 60 ms are for
}

TEST(NearBoxes, ArePairsOfWhichNoGapIsLarger) {
    Random random(17);
    std::vector<CheckedBody> bodies;
    for (int i = 0; i < 60; ++i) {
        bodies.push_back(
            checked_box({0, 0, 0}, {1, 1, 1}, translation(random.in_box({0, 0, 0}, {6, 6, 6}))));
    }
    bodies[7].present = false;
    bodies[8].pose.translation.x = std::numeric_limits<double>::infinity(); // cannot stand
    const double clearance = 1.25;
    const auto found = NearBoxes(bodies).pairs(clearance, Context(1));
    std::size_t near = 0;
    std::size_t far = 0;
    for (BodyIndex a = 0; a < bodies.size(); ++a) {
        for (BodyIndex b = a + 1; b < bodies.size(); ++b) {
            const Vec3d way = bodies[a].pose.translation - bodies[b].pose.translation;
            const double gap = std::max({std::abs(way.x), std::abs(way.y), std::abs(way.z)}) - 1;
            const bool there = a != 7 && b != 7;
            const bool wanted = there && (a == 8 || b == 8 || gap <= clearance);
            EXPECT_EQ(std::ranges::binary_search(found, PairOfBodies(a, b)), wanted)
                << a << ' ' << b << ' ' << gap;
            ++(wanted ? near : far);
        }
    }
    EXPECT_GT(near, 300U);
    EXPECT_GT(far, 300U);
}

SlideOutcome slide_of(PairChecks& checks, std::vector<CheckedBody> bodies, const Rigid& from,
                      const Rigid& to) {
    CheckRequest request = request_of(std::move(bodies));
    request.bodies[0].pose = from;
    request.slide = SlideRequest{0, {}, from, to};
    const CheckResult found = run(checks, request);
    EXPECT_TRUE(found.slide);
    return found.slide.value_or(SlideOutcome{});
}

Verdict verdict_at(const CheckedBody& moved, const Rigid& pose, const CheckedBody& other) {
    return collide({moved.mesh->view(), pose}, {other.mesh->view(), other.pose})->verdict;
}

TEST(Slide, StopsAtTheFirstContact) {
    PairChecks checks;
    const CheckedBody box = checked_box({0, 0, 0}, {1, 1, 1});
    const CheckedBody wall = checked_box({3, -5, -5}, {4, 5, 5});
    const SlideOutcome out = slide_of(checks, {box, wall}, {}, translation({2.75, 0.25, 0}));
    EXPECT_TRUE(out.stopped);
    EXPECT_EQ(out.stopped_by, PairOfBodies(0, 1));
    EXPECT_LE(out.pose.translation.x, 2);
    EXPECT_GT(out.pose.translation.x, 2 - 1e-9);
    EXPECT_NE(verdict_at(box, out.pose, wall), Verdict::Crossing);
}

TEST(Slide, DoesNotPassAThinWall) {
    PairChecks checks;
    const CheckedBody box = checked_box({0, 0, 0}, {1, 1, 1});
    const CheckedBody wall = checked_box({3, -5, -5}, {3 + 1e-6, 5, 5});
    const SlideOutcome out = slide_of(checks, {box, wall}, {}, translation({50, 0, 0}));
    EXPECT_TRUE(out.stopped);
    EXPECT_NEAR(out.pose.translation.x, 2, 1e-6);
}

TEST(Slide, ArrivesWhereNothingIsInTheWay) {
    PairChecks checks;
    const CheckedBody box = checked_box({0, 0, 0}, {1, 1, 1});
    const CheckedBody other = checked_box({3, 1, 0}, {4, 2, 1}); // passed flush
    const Rigid goal = translation({9, 0, 0});
    const SlideOutcome out = slide_of(checks, {box, other}, {}, goal);
    EXPECT_FALSE(out.stopped);
    EXPECT_EQ(out.pose, goal);
}

TEST(Slide, MovesFreelyWhereItInterferesAnyway) {
    PairChecks checks;
    const CheckedBody box = checked_box({0, 0, 0}, {1, 1, 1});
    const SlideOutcome out =
        slide_of(checks, {box, checked_box({0.5, 0, 0}, {2, 1, 1})}, {}, translation({1, 0, 0}));
    EXPECT_FALSE(out.began_free);
    EXPECT_EQ(out.pose, translation({1, 0, 0}));
}

/// Many ways towards a ball with bumps, straight and turning: where it stops it is free, and a
/// little further on it is not.
TEST(Slide, IsFreeWhereItStopsAndNotALittleFurtherOn) {
    Random random(5);
    const Mesh ball = scenes::bumpy_sphere({.triangles = 2000});
    Box3 box;
    for (const Vec3d& p : ball.positions) {
        box = extend(box, p);
    }
    const double size = extent(box).x;
    const CheckedBody moved =
        checked_box({-0.1 * size, -0.1 * size, -0.1 * size}, {0.1 * size, 0.1 * size, 0.1 * size});
    const CheckedBody target{std::make_shared<const Mesh>(ball), {}, box, true};
    PairChecks checks;
    std::size_t stopped = 0;
    const std::size_t count = tests::scaled(40);
    for (std::size_t i = 0; i < count; ++i) {
        const double y = size * (1.5 * random.unit() - 0.75);
        const double z = size * (1.5 * random.unit() - 0.75);
        const Rigid from = translation({-2 * size, y, z});
        Rigid to = i % 2 == 0 ? Rigid{} : rotation({1, 1, 0}, 1.5);
        to.translation = {2 * size, y, z};
        const SlideOutcome out = slide_of(checks, {moved, target}, from, to);
        const Verdict at_end = verdict_at(moved, out.pose, target);
        EXPECT_TRUE(at_end == Verdict::Apart || at_end == Verdict::Touching);
        if (out.stopped) {
            ++stopped;
            Rigid further = out.pose;
            further.translation.x += 1e-6 * size;
            EXPECT_EQ(verdict_at(moved, further, target), Verdict::Crossing);
        }
    }
    EXPECT_GT(stopped, count * 3 / 10);
    EXPECT_LT(stopped, count * 7 / 10);
}

TEST(Checker, TheLastOfManyRequestsIsAnswered) {
    std::atomic<int> woken{0};
    Checker checker(1, [&] { ++woken; });
    for (Revision revision = 1; revision <= 200; ++revision) {
        CheckRequest request =
            request_of({checked_box({0, 0, 0}, {1, 1, 1}),
                        checked_box({0, 0, 0}, {1, 1, 1},
                                    translation({static_cast<double>(revision) / 100, 0, 0}))},
                       revision);
        request.settled = revision % 3 == 0;
        checker.ask(std::move(request));
    }
    while (checker.busy()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ASSERT_TRUE(checker.result());
    EXPECT_EQ(checker.result()->revision, 200U);
    EXPECT_EQ(checker.result()->stage, CheckStage::Done);
    EXPECT_EQ(checker.result()->worst(), BodyState::Clear);
    EXPECT_GT(woken, 0);
}

TEST(Checker, GoesOnAfterWorkThatThrew) {
    Checker checker(1, [] {});
    CheckRequest request =
        request_of({checked_box({0, 0, 0}, {1, 1, 1}), checked_box({0, 0, 0}, {1, 1, 1})}, 1);
    request.wishes.of = [](std::uint32_t, std::uint32_t) -> PairWish { throw std::bad_alloc(); };
    const auto settle = [&] {
        while (checker.busy()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    };
    checker.ask(request);
    settle();
    ASSERT_TRUE(checker.result());
    EXPECT_TRUE(checker.result()->error);
    request.wishes.of = {};
    request.revision = request.serial = 2;
    checker.ask(request);
    settle();
    EXPECT_FALSE(checker.result()->error);
    EXPECT_EQ(checker.result()->worst(), BodyState::Interfering);
}

TEST(Checker, ACheckThatTakesLongIsCancelledByWhatComesAfter) {
    const auto fine = std::make_shared<const Mesh>(scenes::bumpy_sphere({.triangles = 400000}));
    const CheckedBody one{fine, {}, {{-2, -2, -2}, {2, 2, 2}}, true};
    CheckedBody other = one;
    other.pose = translation({0.1, 0.1, 0.1});
    const auto begin = std::chrono::steady_clock::now();
    {
        Checker checker(1, [] {});
        checker.ask(request_of({one, other}, 1));
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        checker.ask(request_of({checked_box({0, 0, 0}, {1, 1, 1})}, 2));
        const std::chrono::duration<double> asked = std::chrono::steady_clock::now() - begin;
        EXPECT_LT(asked.count(), 0.5 + 0.1); // asking never waits
        while (checker.busy()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        EXPECT_EQ(checker.result()->revision, 2U);
    }
}

} // namespace
} // namespace impinge::viewer
