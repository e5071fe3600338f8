// SPDX-License-Identifier: Apache-2.0
//
// The cloth is as large as asked for, holds what falls on it until it tears, tears for real, and
// does all that with the same bits for any number of threads.
#include "scenes/torn_cloth.hpp"

#include "scenes/motion/check_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace impinge::tests {
namespace {

using scenes::MotionCheck;
using scenes::MovingScene;
using scenes::TornCloth;

MotionCheck advance_checked(TornCloth& scene, int frames) {
    MotionCheck check;
    for (int i = 0; i < frames; ++i) {
        EXPECT_TRUE(scene.advance({}, [&](const MovingScene& now) { check_step(check, now); }));
    }
    EXPECT_TRUE(check_contacts(check, scene));
    return check;
}

TEST(TornCloth, IsAsLargeAsAskedFor) {
    for (const std::size_t triangles : {1600U, 20000U, 200000U}) {
        const auto scene = TornCloth::make({.triangles = triangles});
        ASSERT_TRUE(scene);
        const auto made =
            static_cast<double>(scene->bodies()[TornCloth::cloth].mesh.triangles.size());
        EXPECT_NEAR(made / static_cast<double>(triangles), 1, 0.1);
        EXPECT_EQ(scene->bodies().size(), TornCloth::first_falling + 40);
    }
}

TEST(TornCloth, ThornyBodiesAreSolids) {
    const auto scene = TornCloth::make();
    ASSERT_TRUE(scene);
    for (std::size_t i = TornCloth::first_falling; i < scene->bodies().size(); ++i) {
        const Mesh& mesh = scene->bodies()[i].mesh;
        EXPECT_EQ(mesh.triangles.size(), 2048U);
        const auto diagnosis = diagnose(mesh.view());
        ASSERT_TRUE(diagnosis);
        EXPECT_TRUE(diagnosis->solid());
        EXPECT_EQ(diagnosis->non_manifold_edges, 0U);
        // As thin as the limits say, and no thinner.
        for (const Vec3d vertex : mesh.positions) {
            EXPECT_GE(2 * length(vertex), scene->limits().thinnest);
        }
    }
    const scenes::PassingLimits limits = scene->limits();
    EXPECT_LT(limits.depth + 2 * limits.step, limits.thinnest);
}

TEST(TornCloth, TearsAndLetsNothingThroughElsewhere) {
    auto scene = TornCloth::make();
    ASSERT_TRUE(scene);
    const std::size_t whole = scene->bodies()[TornCloth::cloth].mesh.triangles.size();
    const MotionCheck check = advance_checked(*scene, 60);
    EXPECT_EQ(check.differences(), 0U);
    EXPECT_GT(check.deepest, 0);
    EXPECT_GT(scene->contacts().triangle_pairs(), 20U);
    EXPECT_GT(scene->splits(), 10U);
    const Mesh& cloth = scene->bodies()[TornCloth::cloth].mesh;
    // A cut of an inner edge makes two triangles more, one of a border edge one.
    EXPECT_GE(cloth.triangles.size(), whole + scene->splits());
    EXPECT_LE(cloth.triangles.size(), whole + 2 * scene->splits());
}

TEST(TornCloth, TornOrNotItIsASheet) {
    auto scene = TornCloth::make();
    ASSERT_TRUE(scene);
    for (int i = 0; i < 50; ++i) {
        ASSERT_TRUE(scene->advance());
    }
    ASSERT_GT(scene->splits(), 0U);
    const Mesh& cloth = scene->bodies()[TornCloth::cloth].mesh;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
    std::vector<int> triangles_at(cloth.positions.size());
    std::vector<int> edges_at(cloth.positions.size());
    for (const TriangleIndices& triangle : cloth.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            // Each direction of an edge is run through once at most: oriented, and a manifold.
            EXPECT_EQ((++uses[{triangle[i], triangle[(i + 1) % 3]}]), 1);
            ++triangles_at[triangle[i]];
        }
    }
    for (const auto& [edge, count] : uses) {
        if (!uses.contains({edge.second, edge.first}) || edge.first < edge.second) {
            ++edges_at[edge.first];
            ++edges_at[edge.second];
        }
    }
    for (std::size_t i = 0; i < cloth.positions.size(); ++i) {
        // One fan around each vertex, closed or open.
        EXPECT_GT(triangles_at[i], 0);
        EXPECT_TRUE(edges_at[i] == triangles_at[i] || edges_at[i] == triangles_at[i] + 1) << i;
    }
}

TEST(TornCloth, HoldsAllIfItCannotTear) {
    auto scene = TornCloth::make({.bodies = 12, .tears_at = 100});
    ASSERT_TRUE(scene);
    const MotionCheck check = advance_checked(*scene, 110);
    EXPECT_EQ(check.differences(), 0U);
    EXPECT_EQ(scene->splits(), 0U);
    EXPECT_GE(scene->contacts().count(Verdict::Crossing), 8U);
    for (std::size_t i = TornCloth::first_falling; i < scene->bodies().size(); ++i) {
        EXPECT_GT(scene->bodies()[i].motion.centre.z, -2);
    }
}

TEST(TornCloth, FineClothHoldsAndTearsLikeACoarseOne) {
    const auto fallen_through = [](std::size_t triangles) {
        auto scene = TornCloth::make({.triangles = triangles});
        EXPECT_TRUE(scene);
        for (int i = 0; i < 60; ++i) {
            EXPECT_TRUE(scene->advance());
        }
        return std::count_if(
            scene->bodies().begin() + TornCloth::first_falling, scene->bodies().end(),
            [](const scenes::SceneBody& body) { return body.motion.centre.z < -1.7; });
    };
    const auto coarse = fallen_through(1600);
    const auto fine = fallen_through(20000);
    EXPECT_GE(std::min(coarse, fine), 2);
    EXPECT_NEAR(static_cast<double>(fine), static_cast<double>(coarse), 2);
}

TEST(TornCloth, HasTheSameBitsOnEveryMachineForAnyNumberOfThreads) {
    constexpr std::uint64_t golden = 0x452cb7b2def39ca8;
    for (const unsigned threads : {1U, 3U}) {
        auto scene = TornCloth::make({}, Context(threads));
        ASSERT_TRUE(scene);
        for (int i = 0; i < 45; ++i) {
            ASSERT_TRUE(scene->advance(Context(threads)));
        }
        EXPECT_GT(scene->splits(), 0U);
        EXPECT_EQ(scene->hash(), golden) << std::hex << scene->hash();
    }
}

TEST(TornCloth, RefusesWhatMakesNoSense) {
    EXPECT_FALSE(TornCloth::make({.triangles = 10}));
    EXPECT_FALSE(TornCloth::make({.bodies = 1000}));
    EXPECT_FALSE(TornCloth::make({.tears_at = 1}));
}

} // namespace
} // namespace impinge::tests
