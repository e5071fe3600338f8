// SPDX-License-Identifier: Apache-2.0
//
// Impulses: what they keep, what they lose, and that the sums which say so can tell a wrong one.
#include "scenes/motion/bounce.hpp"

#include "base/random.hpp"
#include "scenes/boxes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace impinge::tests {
namespace {

using scenes::bounce;
using scenes::motion_sums;
using scenes::MotionSums;
using scenes::parting_speed;
using scenes::SceneBody;

SceneBody random_body(Random& random) {
    const Vec3d half = random.in_box({0.1, 0.1, 0.1}, {1, 1, 1});
    SceneBody body =
        scenes::rigid_body("body", scenes::box(-half, half), random.uniform(0.01, 100));
    body.motion.centre = random.in_box({-2, -2, -2}, {2, 2, 2});
    body.motion.velocity = random.in_box({-3, -3, -3}, {3, 3, 3});
    body.motion.spin = random.in_box({-5, -5, -5}, {5, 5, 5});
    return body;
}

/// Two that meet, at a point and along a normal of any kind.
struct Meeting {
    std::array<SceneBody, 2> bodies;
    Vec3d point;
    Vec3d normal;
    double restitution = 0;

    explicit Meeting(std::uint64_t seed) {
        Random random(seed);
        bodies = {random_body(random), random_body(random)};
        point = random.in_box({-2, -2, -2}, {2, 2, 2});
        normal = random.direction();
        restitution = random.below(4) == 0 ? 1 : random.unit();
    }
    [[nodiscard]] MotionSums sums() const { return motion_sums(bodies); }
    [[nodiscard]] double parting() const {
        return parting_speed(bodies[0].motion, bodies[1].motion, point, normal);
    }
    Vec3d answer(double restitution_wanted) {
        return bounce(bodies[0].motion, bodies[1].motion, point, normal, restitution_wanted);
    }
};

constexpr double rounding = 1e-11; // of sums of masses up to 100 and speeds of about ten

TEST(Bounce, KeepsMomentumAndLosesNoMoreEnergyThanItMust) {
    int bounced = 0;
    constexpr int cases = 2000;
    for (std::uint64_t seed = 0; seed < cases; ++seed) {
        SCOPED_TRACE(seed);
        Meeting meeting(seed);
        const MotionSums before = meeting.sums();
        const double speed = meeting.parting();
        const Vec3d impulse = meeting.answer(meeting.restitution);
        const MotionSums after = meeting.sums();
        EXPECT_LT(length(after.momentum - before.momentum), rounding * (1 + length(impulse)));
        EXPECT_LT(length(after.angular_momentum - before.angular_momentum),
                  rounding * (1 + length(impulse)));
        EXPECT_LE(after.energy, before.energy * (1 + 1e-13));
        if (speed >= 0) {
            EXPECT_EQ(impulse, Vec3d{});
            EXPECT_EQ(after.energy, before.energy);
            continue;
        }
        ++bounced;
        EXPECT_GT(dot(impulse, meeting.normal), 0);
        EXPECT_NEAR(meeting.parting(), -meeting.restitution * speed, 1e-9 * (1 - speed));
        if (meeting.restitution == 1) {
            EXPECT_NEAR(after.energy, before.energy, 1e-12 * before.energy);
        } else {
            EXPECT_LT(after.energy, before.energy);
        }
    }
    EXPECT_GT(bounced, cases * 3 / 10);
    EXPECT_LT(bounced, cases * 7 / 10);
}

TEST(Bounce, SumsTellAWrongImpulse) {
    int grown = 0;
    int unbalanced = 0;
    int bounced = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Meeting meeting(seed);
        Meeting one_sided(seed);
        const MotionSums before = meeting.sums();
        if (meeting.answer(1.5) == Vec3d{}) {
            continue;
        }
        ++bounced;
        grown += meeting.sums().energy > before.energy * (1 + 1e-9) ? 1 : 0;
        one_sided.bodies[0].motion = meeting.bodies[0].motion; // the other gets nothing
        unbalanced += length(one_sided.sums().momentum - before.momentum) > 1e-9 ? 1 : 0;
    }
    EXPECT_GT(bounced, 60);
    EXPECT_EQ(grown, bounced);
    EXPECT_EQ(unbalanced, bounced);
}

TEST(Bounce, AWallStaysWhereItIs) {
    SceneBody wall;
    wall.mesh = scenes::box({-1, -1, -1}, {1, 1, 0});
    Random random(3);
    SceneBody ball = random_body(random);
    ball.motion.velocity = {0.5, 0, -2};
    ball.motion.spin = {};
    const Vec3d below = ball.motion.centre - Vec3d{0, 0, 1};
    const Vec3d impulse = bounce(wall.motion, ball.motion, below, {0, 0, 1}, 1);
    EXPECT_NEAR(ball.motion.velocity.z, 2, 1e-14);
    EXPECT_EQ(ball.motion.velocity.x, 0.5);
    EXPECT_EQ(wall.motion.velocity, Vec3d{});
    EXPECT_NEAR(impulse.z, 4 / ball.motion.inverse_mass, 1e-9 / ball.motion.inverse_mass);
    EXPECT_EQ(bounce(wall.motion, wall.motion, below, {0, 0, 1}, 1), Vec3d{});
}

} // namespace
} // namespace impinge::tests
