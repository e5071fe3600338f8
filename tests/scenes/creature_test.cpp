// SPDX-License-Identifier: Apache-2.0
#include "scenes/creature.hpp"

#include "impinge/self_intersections.hpp"
#include "scenes/motion/check_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impinge::tests {
namespace {

using scenes::CreatureAmongBalls;
using scenes::MotionCheck;
using scenes::MovingScene;

TEST(Lizard, IsOneClosedSurfaceHoweverItWalks) {
    const scenes::Lizard lizard;
    EXPECT_NEAR(static_cast<double>(lizard.mesh().triangles.size()), 2100, 100);
    for (int i = 0; i < 12; ++i) {
        const std::vector<Vec3d> walking = lizard.walking(0.1 * i, {});
        const MeshView mesh(walking, lizard.mesh().triangles);
        const auto diagnosis = diagnose(mesh);
        ASSERT_TRUE(diagnosis);
        EXPECT_TRUE(diagnosis->solid());
        EXPECT_FALSE(diagnosis->inside_out);
        EXPECT_EQ(diagnosis->components, 1U);
        EXPECT_EQ(diagnosis->non_manifold_edges, 0U);
        const auto itself = self_intersections(mesh);
        ASSERT_TRUE(itself);
        EXPECT_TRUE(itself->pairs.empty()) << i;
    }
}

TEST(Lizard, StandsAboveTheTable) {
    const scenes::Lizard lizard;
    for (int i = 0; i < 24; ++i) {
        for (const Vec3d vertex : lizard.walking(0.05 * i, {})) {
            EXPECT_GT(vertex.z, -0.07);
        }
    }
}

TEST(CreatureAmongBalls, PushesBallsAwayAndPassesThroughNone) {
    auto scene = CreatureAmongBalls::make();
    ASSERT_TRUE(scene);
    std::vector<Vec3d> before;
    for (const auto& body : scene->bodies()) {
        before.push_back(body.motion.centre);
    }
    MotionCheck check;
    std::size_t frames_with_contact = 0;
    for (int i = 0; i < 90; ++i) {
        ASSERT_TRUE(scene->advance({}, [&](const MovingScene& now) { check_step(check, now); }));
        frames_with_contact +=
            std::any_of(scene->contacts().bodies.begin(), scene->contacts().bodies.end(),
                        [](const auto& pair) { return pair.a == CreatureAmongBalls::creature; });
    }
    ASSERT_TRUE(check_contacts(check, *scene));
    EXPECT_EQ(check.differences(), 0U);
    EXPECT_GT(frames_with_contact, 20U);
    std::size_t moved = 0;
    for (std::size_t i = CreatureAmongBalls::first_ball; i < before.size(); ++i) {
        moved += length(scene->bodies()[i].motion.centre - before[i]) > 0.2;
    }
    EXPECT_GE(moved, 4U);
    const scenes::PassingLimits limits = scene->limits();
    EXPECT_LT(limits.depth + 2 * limits.step, limits.thinnest);
}

TEST(CreatureAmongBalls, HasTheSameBitsOnEveryMachineForAnyNumberOfThreads) {
    constexpr std::uint64_t golden = 0x0b041c005f88ba01;
    for (const unsigned threads : {1U, 3U}) {
        auto scene = CreatureAmongBalls::make({}, Context(threads));
        ASSERT_TRUE(scene);
        for (int i = 0; i < 60; ++i) {
            ASSERT_TRUE(scene->advance(Context(threads)));
        }
        EXPECT_EQ(scene->hash(), golden) << std::hex << scene->hash();
    }
    EXPECT_FALSE(CreatureAmongBalls::make({.balls = 41}));
}

} // namespace
} // namespace impinge::tests
