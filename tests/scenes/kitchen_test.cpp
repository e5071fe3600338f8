// SPDX-License-Identifier: Apache-2.0
//
// The kitchen and the hand that moves through it.
#include "scenes/kitchen.hpp"

#include "impinge/assembly.hpp"
#include "impinge/hierarchy.hpp"
#include "scenes/brick_solid.hpp"
#include "scenes/hand.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace impinge::scenes {
namespace {

TEST(Kitchen, HasManyBodiesOfEveryKind) {
    std::map<KitchenShape, std::size_t> kinds;
    for (const KitchenBody& body : kitchen()) {
        ++kinds[body.shape];
    }
    EXPECT_GE(kinds[KitchenShape::Convex], 60U);
    EXPECT_GE(kinds[KitchenShape::Bricks], 25U);
    EXPECT_GE(kinds[KitchenShape::Hollow], 30U);
    EXPECT_GE(kinds[KitchenShape::Convex] + kinds[KitchenShape::Bricks] +
                  kinds[KitchenShape::Hollow],
              150U);
}

TEST(Kitchen, IsConvexWhereItSaysSo) {
    for (const KitchenBody& body : kitchen()) {
        const bool convex = Hierarchy::from_mesh(body.mesh.view()).has_value();
        EXPECT_EQ(convex, body.shape == KitchenShape::Convex) << body.name;
        EXPECT_EQ(body.bricks.empty(), body.shape != KitchenShape::Bricks) << body.name;
        if (body.shape == KitchenShape::Bricks) {
            EXPECT_EQ(union_of_bricks(body.bricks).positions, body.mesh.positions) << body.name;
        }
    }
}

TEST(Kitchen, StandsOnItselfAndCrossesNowhere) {
    for (const std::uint64_t seed : {1U, 2U}) {
        const std::vector<KitchenBody> bodies = kitchen({.seed = seed});
        std::vector<Body> placed;
        for (const KitchenBody& body : bodies) {
            placed.push_back({body.mesh.view()});
        }
        std::size_t touching = 0;
        const auto checked = check_all(placed);
        ASSERT_TRUE(checked);
        for (const AssemblyPair& pair : checked->pairs) {
            const Verdict verdict = pair.interference.verdict;
            EXPECT_TRUE(verdict == Verdict::Apart || verdict == Verdict::Touching)
                << bodies[pair.a].name << " and " << bodies[pair.b].name;
            touching += verdict == Verdict::Touching ? 1 : 0;
        }
        EXPECT_EQ(touching, 124U);
    }
}

TEST(Hand, HasAPalmAndFiveFingersOfThreeParts) {
    const Hand hand;
    std::set<std::string> names;
    for (const PartId leaf : hand.hierarchy().leaves()) {
        names.insert(hand.part_name(leaf));
    }
    EXPECT_EQ(names.size(), 16U);
    EXPECT_TRUE(names.contains("palm"));
    EXPECT_TRUE(names.contains("thumb-3"));
}

TEST(Hand, BendsItsFingersTowardsThePalm) {
    const Hand hand;
    Hierarchy fist = hand.hierarchy();
    for (const auto& [joint, pose] : hand.bent(1)) {
        ASSERT_TRUE(fist.set_pose(joint, pose));
    }
    for (const PartId leaf : fist.leaves()) {
        const std::string name = hand.part_name(leaf);
        const Vec3d before = hand.hierarchy().pose(leaf).translation;
        const Vec3d after = fist.pose(leaf).translation;
        if (name == "palm") {
            EXPECT_EQ(before, after);
        } else if (name.ends_with("-3") && name != "thumb-3") {
            EXPECT_LT(after.x, before.x - 0.03) << name; // back
            EXPECT_LT(after.z, before.z - 0.01) << name; // and below the palm
        }
    }
}

TEST(Hand, MovesThroughTheKitchenWithoutJumps) {
    HandPose before = hand_in_kitchen(0);
    constexpr int frames = 2000;
    for (int i = 1; i <= frames; ++i) {
        const HandPose now = hand_in_kitchen(static_cast<double>(i) / frames);
        EXPECT_LT(length(now.pose.translation - before.pose.translation), 0.02);
        EXPECT_LT(length(now.pose.row_x - before.pose.row_x), 0.05);
        EXPECT_LT(std::abs(now.grip - before.grip), 0.05);
        before = now;
    }
    EXPECT_EQ(hand_in_kitchen(-1).pose, hand_in_kitchen(0).pose);
    EXPECT_EQ(hand_in_kitchen(2).pose, hand_in_kitchen(1).pose);
}

} // namespace
} // namespace impinge::scenes
