// SPDX-License-Identifier: Apache-2.0
#include "geometry/bvh.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <set>

namespace impinge {
namespace {

std::vector<Box3> random_boxes(std::uint64_t seed, std::size_t count, double scale) {
    Random random(seed);
    std::vector<Box3> boxes(count);
    for (Box3& box : boxes) {
        const Vec3d corner = random.in_box({-1, -1, -1}, {1, 1, 1});
        const Vec3d size = random.in_box({0, 0, 0}, {0.1, 0.1, 0.1});
        box = {corner * scale, (corner + size) * scale};
    }
    return boxes;
}

double squared_distance_to(const Box3& box, Vec3d p) {
    return squared_length(max(max(box.min - p, p - box.max), Vec3d{}));
}

bool equal(const Bvh& a, const Bvh& b) {
    const auto same_node = [](const BvhNode& p, const BvhNode& q) {
        return p.box == q.box && p.first == q.first && p.count == q.count;
    };
    return std::equal(a.nodes().begin(), a.nodes().end(), b.nodes().begin(), b.nodes().end(),
                      same_node) &&
           std::equal(a.items().begin(), a.items().end(), b.items().begin(), b.items().end()) &&
           std::equal(a.item_boxes().begin(), a.item_boxes().end(), b.item_boxes().begin(),
                      b.item_boxes().end());
}

TEST(Bvh, OfNothingIsEmpty) {
    const Bvh tree(std::span<const Box3>{});
    EXPECT_TRUE(tree.is_empty());
    EXPECT_TRUE(tree.validate());
}

TEST(Bvh, HoldsEveryItemOnce) {
    for (const std::size_t count : {1U, 2U, 4U, 5U, 100U, 4096U, 4097U, 50000U}) {
        const auto boxes = random_boxes(count, count, 1);
        const Bvh tree(boxes);
        EXPECT_TRUE(tree.validate()) << count;
        const std::set<std::uint32_t> distinct(tree.items().begin(), tree.items().end());
        EXPECT_EQ(distinct.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(tree.item_boxes()[i], boxes[tree.items()[i]]);
        }
    }
}

TEST(Bvh, IsTheSameForAnyNumberOfThreads) {
    const auto boxes = random_boxes(7, 40000, 1);
    const Bvh one(boxes, Context(1));
    for (const unsigned threads : {2U, 3U, 8U}) {
        EXPECT_TRUE(equal(one, Bvh(boxes, Context(threads))));
    }
    EXPECT_FALSE(equal(one, Bvh(random_boxes(8, 40000, 1), Context(1))));
}

TEST(Bvh, SurvivesEqualBoxesPointsAndTheEndsOfTheRange) {
    EXPECT_TRUE(Bvh(std::vector<Box3>(10000, Box3{{1, 2, 3}, {1, 2, 3}})).validate());
    EXPECT_TRUE(Bvh(random_boxes(1, 5000, 0x1p1022)).validate());
    EXPECT_TRUE(Bvh(random_boxes(2, 5000, 0x1p-1060)).validate());
}

TEST(Bvh, ClustersOfEverySizeDoNotMakeItTooDeep) {
    std::vector<Box3> boxes;
    double place = 1;
    for (int i = 0; i < 5000; ++i) {
        boxes.push_back({{place, 0, 0}, {place, 0, 0}});
        place *= 0.75;
    }
    EXPECT_TRUE(Bvh(boxes).validate());
}

TEST(Bvh, NearestVisitFindsWhatBruteForceFinds) {
    const auto boxes = random_boxes(3, 3000, 1);
    const Bvh tree(boxes);
    Random random(4);
    std::size_t visits = 0;
    for (int i = 0; i < 500; ++i) {
        const Vec3d p = random.in_box({-2, -2, -2}, {2, 2, 2});
        double expected = std::numeric_limits<double>::infinity();
        for (const Box3& box : boxes) {
            expected = std::min(expected, squared_distance_to(box, p));
        }
        double nearest = std::numeric_limits<double>::infinity();
        visit_nearest_first(
            tree, nearest, [&](const Box3& box) { return squared_distance_to(box, p); },
            [&](std::uint32_t item) {
                ++visits;
                return nearest = std::min(nearest, squared_distance_to(boxes[item], p));
            });
        ASSERT_EQ(nearest, expected);
    }
    EXPECT_LT(visits, 500U * 100U) << "most of the boxes should never be looked at";
}

TEST(Bvh, CancelledBuildIsEmpty) {
    const Context context(1);
    context.cancel();
    EXPECT_TRUE(Bvh(random_boxes(5, 10000, 1), context).is_empty());
}

} // namespace
} // namespace impinge
