// SPDX-License-Identifier: Apache-2.0
#include "hand/frame_times.hpp"
#include "hand/hand_pose.hpp"
#include "hand/hand_shape.hpp"
#include "hand/hand_world.hpp"

#include "base/random.hpp"
#include "scene/strewn_copies.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/scale.hpp"
#include "tests/viewer/box_mesh.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

constexpr double hand_size = 5; // about as long as a box is wide

/// Boxes, which are convex, and one body that is not.
std::vector<CheckedBody> mixed_bodies() {
    std::vector<CheckedBody> bodies;
    for (int i = 0; i < 4; ++i) {
        bodies.push_back(checked_box({-1, -1, -1}, {1, 1, 1}, translation({2.0 * i, 0, 0})));
    }
    const auto bumpy = std::make_shared<const Mesh>(scenes::bumpy_sphere({.triangles = 300}));
    bodies.push_back({bumpy, translation({8, 0, 0}), {{-2, -2, -2}, {2, 2, 2}}, true});
    return bodies;
}

std::vector<PlacedPart> parts_at(HandShape& hand, const HandPose& pose, double grip) {
    hand.bend(grip);
    std::vector<PlacedPart> out;
    for (const HandPart& part : hand.parts()) {
        out.push_back({part.mesh, compose(pose.frame(), hand.pose_in_hand(part, hand_size))});
    }
    return out;
}

Verdict verdict_of(const CheckedBody& a, const PlacedPart& b) {
    return collide({a.mesh->view(), a.pose}, {b.mesh->view(), b.pose})->verdict;
}

TEST(HandWorld, TouchesWhatTheExactEngineSays) {
    Random random(7);
    HandShape hand;
    HandWorld world; // keeps what it knows from one question to the next
    std::vector<CheckedBody> bodies = mixed_bodies();
    std::size_t touched = 0;
    std::size_t asked = 0;
    const std::size_t steps = tests::scaled(60);
    for (std::size_t step = 0; step < steps; ++step) {
        bodies[1].present = step % 5 != 0;
        bodies[2].pose = translation(random.in_box({3, -1, -1}, {5, 1, 1}));
        const HandPose pose{random.in_box({-2, -1.5, -1.5}, {9, 1.5, 1.5}), random.uniform(0, 360),
                            random.uniform(-90, 90), 0};
        const auto parts = parts_at(hand, pose, random.unit());
        const HandFinding found = world.ask({step + 1, bodies, {}, {}, parts}, {});
        ASSERT_FALSE(found.error);
        EXPECT_EQ(found.serial, step + 1);
        EXPECT_EQ(found.bodies, parts.size() + (bodies[1].present ? 5 : 4));
        std::set<BodyIndex> expected;
        std::vector<bool> expected_parts(parts.size());
        std::size_t colliding = 0;
        for (BodyIndex i = 0; i < bodies.size(); ++i) {
            for (std::size_t k = 0; k < parts.size() && bodies[i].present; ++k) {
                if (verdict_of(bodies[i], parts[k]) != Verdict::Apart) {
                    expected.insert(i);
                    expected_parts[k] = true;
                    ++colliding;
                }
            }
            for (BodyIndex j = 0; j < i; ++j) {
                const bool both = bodies[i].present && bodies[j].present;
                const Verdict verdict =
                    both ? verdict_of(bodies[j], {bodies[i].mesh, bodies[i].pose}) : Verdict::Apart;
                colliding += verdict != Verdict::Apart ? 1 : 0;
                const bool overlap = verdict != Verdict::Apart && verdict != Verdict::Touching;
                EXPECT_TRUE(!overlap || (found.crossing.contains(i) && found.crossing.contains(j)));
            }
        }
        EXPECT_EQ(found.touched, expected);
        EXPECT_EQ(found.touched_parts, expected_parts);
        EXPECT_EQ(found.colliding, colliding);
        touched += expected.size();
        asked += bodies.size();
    }
    EXPECT_GT(touched, asked / 10);
    EXPECT_LT(touched, asked / 2);
}

TEST(HandWorld, ABodyOfTheSceneCanBeTheHand) {
    HandWorld world;
    std::vector<CheckedBody> bodies{checked_box({0, 0, 0}, {1, 1, 1}),
                                    checked_box({0, 0, 0}, {1, 1, 1}, translation({3, 0, 0})),
                                    checked_box({0, 0, 0}, {1, 1, 1}, translation({6, 0, 0}))};
    HandFinding found = world.ask({1, bodies, {}, {}, {}, 1}, {});
    EXPECT_TRUE(found.touched.empty());
    EXPECT_TRUE(found.rebuilt);
    bodies[1].pose = translation({0.5, 0, 0});
    found = world.ask({2, bodies, {}, {}, {}, 1}, {});
    EXPECT_EQ(found.touched, std::set<BodyIndex>{0});
    EXPECT_TRUE(found.touched_parts[0]);
    EXPECT_TRUE(found.crossing.empty()); // what the hand is in touches it, no more
    EXPECT_FALSE(found.rebuilt);
    bodies[1].pose = translation({5.5, 0, 0});
    EXPECT_EQ(world.ask({3, bodies, {}, {}, {}, 1}, {}).touched, std::set<BodyIndex>{2});
}

TEST(HandWorld, PairsThatAreNoQuestionDoNotCollide) {
    HandWorld world;
    const std::vector<CheckedBody> bodies{checked_box({0, 0, 0}, {1, 1, 1}),
                                          checked_box({0.5, 0, 0}, {2, 1, 1})};
    const HandFinding all = world.ask({1, bodies, {}, {}, {}}, {});
    EXPECT_EQ(all.colliding, 1U);
    EXPECT_EQ(all.crossing, (std::set<BodyIndex>{0, 1}));
    const PairWishes none{[](std::uint32_t, std::uint32_t) { return PairWish{false, 0}; }, 0};
    const HandFinding left = world.ask({2, bodies, none, {}, {}}, {});
    EXPECT_EQ(left.colliding, 0U);
    EXPECT_TRUE(left.crossing.empty());
}

TEST(HandWorld, WhatIsThrownIsAnErrorAndTheWorldGoesOn) {
    HandWorld world;
    const std::vector<CheckedBody> bodies{checked_box({0, 0, 0}, {1, 1, 1}),
                                          checked_box({0.5, 0, 0}, {2, 1, 1})};
    const PairWishes throwing{
        [](std::uint32_t, std::uint32_t) -> PairWish { throw std::bad_alloc(); }, 0};
    const HandFinding found = world.ask({1, bodies, throwing, {}, {}}, {});
    ASSERT_TRUE(found.error);
    EXPECT_EQ(found.error->code, ErrorCode::OutOfMemory);
    EXPECT_EQ(found.serial, 1U);
    EXPECT_EQ(world.ask({2, bodies, {}, {}, {}}, {}).colliding, 1U);
}

TEST(HandPose, StaysAsFarAwayUnderTheMouse) {
    raster::View view;
    view.projection = raster::Projection::Perspective;
    view.eye = {1, 2, 3};
    view.near = 0.1;
    view.far = 100;
    view.width = view.height = 200;
    const Vec3d place{2, 3, -7};
    const auto moved = place_under(view, place, {150, 40});
    ASSERT_TRUE(moved);
    EXPECT_NEAR(moved->z, -7, 1e-12);
    const ScreenPoint seen = to_screen(view, *moved);
    EXPECT_NEAR(seen.x, 150, 1e-9);
    EXPECT_NEAR(seen.y, 40, 1e-9);
    EXPECT_FALSE(place_under(view, {0, 0, 5}, {150, 40})); // behind the eye
}

TEST(HandPose, WalksLevelWhereverTheEyeLooks) {
    raster::View view;
    view.axis_x = {0, -1, 0};
    view.axis_z = {0.6, 0, -0.8};
    view.axis_y = {0.8, 0, 0.6};
    const WalkAxes axes = walk_axes(view);
    EXPECT_EQ(axes.ahead, (Vec3d{1, 0, 0}));
    EXPECT_EQ(axes.right, (Vec3d{0, -1, 0}));
    view.axis_z = {0, 0, -1};
    view.axis_y = {0, 1, 0};
    EXPECT_EQ(walk_axes(view).ahead, (Vec3d{0, 1, 0})); // from above
}

TEST(FrameTimes, AreMediansOverCounts) {
    FrameTimes times;
    EXPECT_TRUE(times.over(CountOf::Bodies).empty());
    for (const double collision : {5.0, 1.0, 2.0}) {
        times.add({10, 3, 7, collision});
    }
    times.add({20, 4, 9, 6});
    const auto over = times.over(CountOf::Bodies);
    ASSERT_EQ(over.size(), 2U);
    EXPECT_EQ(over[0].count, 10U);
    EXPECT_EQ(over[0].collision_ms, 2);
    EXPECT_EQ(over[1].count, 20U);
    EXPECT_EQ(over[1].drawing_ms, 9);
    EXPECT_EQ(times.over(CountOf::CollidingPairs).back().count, 4U);
    for (std::size_t i = 0; i < 1000; ++i) {
        times.add({i, i, 1, 1});
    }
    EXPECT_LE(times.over(CountOf::Bodies, 16).size(), 16U);
    for (std::size_t i = 0; i < 5000; ++i) {
        times.add({1, 1, 1, 1});
    }
    EXPECT_EQ(times.all().size(), FrameTimes::most);
}

TEST(StrewnCopies, LieAnywhereInTheSceneByASeed) {
    SceneState state;
    std::vector<ViewedBody> bodies;
    for (const double size : {0.1, 0.2, 10.0}) {
        const auto mesh = std::make_shared<const Mesh>(box_mesh({0, 0, 0}, {size, size, size}));
        bodies.push_back({.name = std::to_string(size),
                          .file = {},
                          .group = {},
                          .mesh = mesh,
                          .shape = {},
                          .box = {{0, 0, 0}, {size, size, size}},
                          .placement = {},
                          .pose = {}});
    }
    state.replace(std::move(bodies));
    const auto copies = strewn_copies(state, {40, 1});
    ASSERT_EQ(copies.size(), 40U);
    for (const BodyCopy& copy : copies) {
        EXPECT_LT(copy.of, 2U); // the large one is the scene
        const Box3 box = state.body(copy.of).box;
        EXPECT_TRUE(contains(state.box(), apply(copy.pose, (box.min + box.max) * 0.5)));
    }
    EXPECT_EQ(strewn_copies(state, {40, 1})[7].pose, copies[7].pose);
    EXPECT_NE(strewn_copies(state, {40, 2})[7].pose, copies[7].pose);
    state.select(2);
    EXPECT_EQ(strewn_copies(state, {5, 1})[3].of, 2U);
    EXPECT_TRUE(strewn_copies(SceneState(), {5, 1}).empty());
}

} // namespace
} // namespace impinge::viewer
