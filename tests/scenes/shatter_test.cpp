// SPDX-License-Identifier: Apache-2.0
//
// Shards fit exactly: the exact engine is the judge.
#include "scenes/shatter.hpp"

#include "scenes/motion/check_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impinge::tests {
namespace {

using scenes::MotionCheck;
using scenes::MovingScene;
using scenes::ShatteringVase;
using scenes::Shell;

TEST(Shards, AreSolidsThatTouchAndNowhereOverlap) {
    const Shell shell = scenes::vase(24, 32, 0.06);
    const auto shards = scenes::shards_of(shell, {-0.45, 0, 0.5}, 24, 3);
    ASSERT_GE(shards.size(), 12U);
    std::vector<Mesh> solids;
    std::size_t triangles = 0;
    for (const auto& shard : shards) {
        solids.push_back(scenes::solid_of(shell, shard));
        const auto diagnosis = diagnose(solids.back().view());
        ASSERT_TRUE(diagnosis);
        EXPECT_TRUE(diagnosis->solid());
        EXPECT_EQ(diagnosis->components, 1U);
        triangles += shard.size();
    }
    EXPECT_EQ(triangles, shell.triangles.size());
    std::vector<Body> bodies;
    for (const Mesh& solid : solids) {
        bodies.push_back({solid.view()});
    }
    const auto check = check_all(bodies);
    ASSERT_TRUE(check);
    std::size_t touching = 0;
    for (const AssemblyPair& pair : check->pairs) {
        EXPECT_NE(pair.interference.verdict, Verdict::Crossing) << pair.a << " and " << pair.b;
        touching += pair.interference.verdict == Verdict::Touching;
    }
    EXPECT_GT(touching, shards.size());
}

TEST(ShatteringVase, BreaksWhenItIsHitAndShardsDoNotPassThroughEachOther) {
    auto scene = ShatteringVase::make();
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->bodies().size(), 3U);
    MotionCheck check;
    int broken_at = 0;
    for (int i = 1; i <= 90; ++i) {
        ASSERT_TRUE(scene->advance({}, [&](const MovingScene& now) { check_step(check, now); }));
        if (broken_at == 0 && scene->splits() > 0) {
            broken_at = i;
        }
    }
    ASSERT_TRUE(check_contacts(check, *scene));
    EXPECT_EQ(check.differences(), 0U);
    EXPECT_GT(check.deepest, 0);
    EXPECT_GT(broken_at, 10);
    EXPECT_LT(broken_at, 60);
    EXPECT_GE(scene->splits(), 25U);
    const scenes::PassingLimits limits = scene->limits();
    EXPECT_LT(limits.depth + 2 * limits.step, limits.thinnest);
}

TEST(ShatteringVase, HasTheSameBitsOnEveryMachineForAnyNumberOfThreads) {
    constexpr std::uint64_t golden = 0xcfc794f1d0f1ffe6;
    for (const unsigned threads : {1U, 3U}) {
        auto scene = ShatteringVase::make({}, Context(threads));
        ASSERT_TRUE(scene);
        for (int i = 0; i < 60; ++i) {
            ASSERT_TRUE(scene->advance(Context(threads)));
        }
        EXPECT_GT(scene->splits(), 0U);
        EXPECT_EQ(scene->hash(), golden) << std::hex << scene->hash();
    }
    EXPECT_FALSE(ShatteringVase::make({.pieces = 1}));
    EXPECT_FALSE(ShatteringVase::make({.speed = 100}));
}

} // namespace
} // namespace impinge::tests
