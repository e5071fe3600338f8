// SPDX-License-Identifier: Apache-2.0
//
// What scenes that move are made of: the reach of a triangle, rigid bodies, and a check that sees
// when something passes through.
#include "scenes/motion/moving_scene.hpp"

#include "geometry/triangle_reach.hpp"
#include "scenes/boxes.hpp"
#include "scenes/motion/check_motion.hpp"
#include "scenes/octahedral.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impinge::tests {
namespace {

using scenes::FaceRank;
using scenes::MotionCheck;
using scenes::MovedBy;
using scenes::MovingScene;
using scenes::SceneBody;

const Triangle floor_triangle{{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}};

TEST(TriangleReach, IsThatOfTheDeepestCornerAboveTheFace) {
    const Triangle tip{{{{1, 1, -0.5}, {1, 1, 2}, {1.5, 1, 2}}}};
    const auto reach = reach_beyond(floor_triangle, {0, 0, 1}, tip);
    ASSERT_TRUE(reach);
    EXPECT_DOUBLE_EQ(reach->depth, 0.5);
    EXPECT_EQ(reach->point, (Vec3d{1, 1, -0.5}));
}

TEST(TriangleReach, LeavesOutWhatLiesBesideTheFace) {
    // From one above the border of the face to one below it, far outside.
    const Triangle slope{{{{1, -1, 1}, {1, -5, -3}, {1.5, -5, -3}}}};
    EXPECT_FALSE(reach_beyond(floor_triangle, {0, 0, 1}, slope));
    const Triangle through{{{{1, 3, 1}, {1, -3, -1}, {1.25, -3, -1}}}};
    const auto reach = reach_beyond(floor_triangle, {0, 0, 1}, through);
    EXPECT_FALSE(reach); // it passes the plane just where the face begins
    const auto from_below = reach_beyond(floor_triangle, {0, 0, -1}, through);
    ASSERT_TRUE(from_below);
    EXPECT_DOUBLE_EQ(from_below->depth, 1);
}

TEST(RigidMotion, KeepsTheIdentityUntilItMoves) {
    const SceneBody body =
        scenes::rigid_body("body", scenes::box({0.1, 0.2, 0.3}, {1.7, 1.1, 0.9}), 2);
    EXPECT_TRUE(is_identity(body.motion.pose()));
}

TEST(RigidMotion, TurnsAsFarAsItSpins) {
    scenes::RigidMotion motion =
        scenes::rigid_body("b", scenes::box({-1, -1, -1}, {1, 1, 1}), 1).motion;
    motion.spin = {0, 0, 1.5};
    for (int i = 0; i < 1000; ++i) {
        motion.begin_step(0.001, {});
        EXPECT_LE(motion.end_step(0.001, 100, 1), 0.0015 * motion.radius * 1.001);
    }
    const Vec3d turned = apply(motion.pose(), {1, 0, 0});
    const Vec3d expected = apply(rotation({0, 0, 1}, 1.5), {1, 0, 0});
    // Each small turn falls short by an eighth of its cube, and the next begins with that: over all
    // steps half of 1000 * 1.5^3 / 8 * 1000^-2.
    EXPECT_LT(length(turned - expected), 2.2e-4);
    EXPECT_GT(length(turned - expected), 1e-6);
}

/// A ball falls on a plate; whether anybody pushes is up to the rules.
class BallOnPlate : public MovingScene {
  public:
    explicit BallOnPlate(int iterations) : MovingScene({.iterations = iterations}) {
        SceneBody plate;
        plate.name = "plate";
        plate.mesh = scenes::box({-1, -1, -0.2}, {1, 1, 0}, 800);
        plate.rank = FaceRank::Wall;
        bodies_.push_back(plate);
        bodies_.push_back(scenes::rigid_body("ball", scenes::octahedral_sphere(0.1, 8), 1));
        bodies_[1].motion.centre = {0.01, 0.02, 0.3};
        bodies_[1].pose = bodies_[1].motion.pose();
    }
    [[nodiscard]] scenes::PassingLimits limits() const override {
        return {.thinnest = 0.2, .step = 0.02, .depth = 0.04};
    }
};

MotionCheck watched(MovingScene& scene, int frames) {
    MotionCheck check;
    for (int i = 0; i < frames; ++i) {
        EXPECT_TRUE(scene.advance({}, [&](const MovingScene& now) { check_step(check, now); }));
        EXPECT_TRUE(check_contacts(check, scene));
    }
    return check;
}

TEST(MovingScene, ABallStaysOnAPlate) {
    BallOnPlate scene(3);
    const MotionCheck check = watched(scene, 60);
    EXPECT_EQ(check.differences(), 0U);
    EXPECT_GT(check.deepest, 0); // it was there
    EXPECT_NEAR(scene.bodies()[1].motion.centre.z, 0.1, 0.02);
}

TEST(MovingScene, ThatNobodyPushesIsSeen) {
    BallOnPlate scene(0);
    const MotionCheck check = watched(scene, 60);
    EXPECT_GT(check.too_deep, 0U);
    EXPECT_EQ(check.verdicts + check.contacts, 0U);
    EXPECT_LT(scene.bodies()[1].motion.centre.z, -0.4);
}

TEST(MovingScene, ContactsThatAreMissedAreSeen) {
    BallOnPlate scene(3);
    ASSERT_TRUE(scene.use_contacts(
        [](std::span<const Body>, const scenes::PairMatters&,
           const Context&) -> Expected<scenes::FrameContacts> { return scenes::FrameContacts{}; }));
    const MotionCheck check = watched(scene, 60);
    EXPECT_GT(check.verdicts, 0U);
    EXPECT_GT(check.contacts, 0U);
}

} // namespace
} // namespace impinge::tests
