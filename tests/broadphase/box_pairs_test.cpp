// SPDX-License-Identifier: Apache-2.0
//
// The sweep against the plain double loop over all pairs.
#include "broadphase/box_pairs.hpp"

#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impinge::tests {
namespace {

/// Whether the gap along one axis is at most the margin, asked of exact sums: the error of a
/// rounded sum of two doubles is itself a double.
bool gap_within(double low, double high, double margin) {
    const double sum = high + margin;
    const double virtual_margin = sum - high;
    const double error = (high - (sum - virtual_margin)) + (margin - virtual_margin);
    return low < sum || (low == sum && error >= 0);
}

bool truly_near(const Box3& a, const Box3& b, double margin) {
    bool near = true;
    for (int axis = 0; axis < 3; ++axis) {
        near = near && gap_within(a.min[axis], b.max[axis], margin) &&
               gap_within(b.min[axis], a.max[axis], margin);
    }
    return near && a.min.x <= a.max.x && b.min.x <= b.max.x;
}

std::vector<BoxPair> brute_force(std::span<const Box3> boxes, double margin) {
    std::vector<BoxPair> pairs;
    for (std::uint32_t a = 0; a < boxes.size(); ++a) {
        for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
            if (truly_near(boxes[a], boxes[b], margin)) {
                pairs.push_back({a, b});
            }
        }
    }
    return pairs;
}

std::vector<Box3> random_boxes(Random& random, std::size_t count, double size) {
    std::vector<Box3> boxes(count);
    for (Box3& box : boxes) {
        const Vec3d corner = random.in_box({0, 0, 0}, {1, 1, 1});
        box = {corner, corner + random.in_box({0, 0, 0}, {size, size, size})};
    }
    return boxes;
}

/// Unit boxes side by side: neighbours share a face, an edge or a corner.
std::vector<Box3> flush_grid(int side) {
    std::vector<Box3> boxes;
    for (int x = 0; x < side; ++x) {
        for (int y = 0; y < side; ++y) {
            for (int z = 0; z < side; ++z) {
                const Vec3d corner{x * 1.0, y * 1.0, z * 1.0};
                boxes.push_back({corner, corner + Vec3d{1, 1, 1}});
            }
        }
    }
    return boxes;
}

TEST(BoxPairs, AreThoseOfTheDoubleLoop) {
    Random random(11);
    std::size_t hits = 0;
    std::size_t all = 0;
    for (std::size_t round = 0; round < scaled(60); ++round) {
        const auto boxes = random_boxes(random, 60, random.uniform(0.7, 1.7));
        const auto expected = brute_force(boxes, 0);
        ASSERT_EQ(box_pairs(boxes), expected) << "round " << round;
        hits += expected.size();
        all += boxes.size() * (boxes.size() - 1) / 2;
    }
    EXPECT_GT(hits, all * 3 / 10);
    EXPECT_LT(hits, all * 7 / 10);
}

TEST(BoxPairs, OnAGridOfSmallIntegersAreThoseOfTheDoubleLoop) {
    Random random(12);
    for (std::size_t round = 0; round < scaled(100); ++round) {
        std::vector<Box3> boxes(50);
        for (Box3& box : boxes) {
            for (int axis = 0; axis < 3; ++axis) {
                box.min[axis] = random.integer(0, 6);
                box.max[axis] = box.min[axis] + random.integer(0, 2); // also plates and points
            }
        }
        for (const double margin : {0.0, 1.0, 2.0}) {
            ASSERT_EQ(box_pairs(boxes, margin), brute_force(boxes, margin)) << "round " << round;
        }
    }
}

TEST(BoxPairs, NeverLoseAPairWithinTheMarginToRounding) {
    Random random(13);
    std::size_t on_the_edge = 0;
    for (std::size_t round = 0; round < scaled(3000); ++round) {
        const double margin = random.unit();
        const double high = random.uniform(-2, 2);
        // A gap as near to the margin as doubles allow, on either side of it.
        double low = high + margin;
        low = round % 3 == 0 ? low : std::nextafter(low, round % 3 == 1 ? -4 : 4);
        const std::vector<Box3> boxes = {{{high - 1, 0, 0}, {high, 1, 1}},
                                         {{low, 0, 0}, {low + 1, 1, 1}}};
        const bool near = truly_near(boxes[0], boxes[1], margin);
        on_the_edge += near ? 1 : 0;
        if (near) {
            ASSERT_EQ(box_pairs(boxes, margin).size(), 1U) << "round " << round;
        }
    }
    EXPECT_GT(on_the_edge, scaled(3000) * 3 / 10);
    EXPECT_LT(on_the_edge, scaled(3000) * 7 / 10);
}

TEST(BoxPairs, OfOneBoxManyTimesAreAllPairs) {
    const std::vector<Box3> boxes(70, Box3{{1, 2, 3}, {4, 5, 6}});
    EXPECT_EQ(box_pairs(boxes).size(), 70U * 69 / 2);
    EXPECT_EQ(box_pairs(boxes), brute_force(boxes, 0));
    const std::vector<Box3> points(70, Box3{{1, 2, 3}, {1, 2, 3}});
    EXPECT_EQ(box_pairs(points).size(), 70U * 69 / 2);
}

TEST(BoxPairs, OfAFlushGridAreItsNeighbours) {
    const auto boxes = flush_grid(5);
    const auto pairs = box_pairs(boxes);
    EXPECT_EQ(pairs, brute_force(boxes, 0));
    // 13^3 ordered pairs of cells at most one step apart along each axis, less the cells
    // themselves.
    EXPECT_EQ(pairs.size(), (13U * 13 * 13 - 125) / 2);
}

TEST(BoxPairs, OneRoundingStepDecidesWhetherBoxesTouch) {
    const Box3 left{{0, 0, 0}, {1, 1, 1}};
    for (int axis = 0; axis < 3; ++axis) {
        Box3 right = left;
        right.min[axis] = 1;
        right.max[axis] = 2;
        EXPECT_EQ(box_pairs(std::vector{left, right}).size(), 1U);
        right.min[axis] = std::nextafter(1.0, 2.0);
        EXPECT_TRUE(box_pairs(std::vector{left, right}).empty());
    }
}

TEST(BoxPairs, EmptyBoxesOverlapNothing) {
    const Box3 all{{-9, -9, -9}, {9, 9, 9}};
    const std::vector<Box3> boxes = {Box3{}, all, Box3{}, all, Box3{}};
    EXPECT_EQ(box_pairs(boxes), (std::vector<BoxPair>{{1, 3}}));
    EXPECT_EQ(box_pairs(boxes, 100), (std::vector<BoxPair>{{1, 3}}));
    EXPECT_TRUE(box_pairs({}).empty());
    EXPECT_TRUE(box_pairs(std::vector<Box3>(3)).empty());
}

TEST(BoxPairs, OfEnormousBoxesAreFound) {
    const double huge = 1.7e308;
    const std::vector<Box3> boxes = {{{-huge, -huge, -huge}, {huge, huge, huge}},
                                     {{huge, 0, 0}, {huge, 1, 1}},
                                     {{-huge, 0, 0}, {-huge, 1, 1}}};
    EXPECT_EQ(box_pairs(boxes), (std::vector<BoxPair>{{0, 1}, {0, 2}}));
    EXPECT_EQ(box_pairs(boxes, huge).size(), 2U); // upper bounds are infinite then
}

TEST(BoxPairs, OfManyBoxesOfAllSizesAreThoseOfTheDoubleLoop) {
    // Enough to be cut into many strips, with some boxes that reach across most of them.
    Random random(16);
    for (const double margin : {0.0, 0.02}) {
        auto boxes = random_boxes(random, 1500, 0.02);
        for (std::size_t i = 0; i < boxes.size(); i += 50) {
            boxes[i].max = boxes[i].min + random.in_box({0, 0, 0}, {1, 1, 1});
        }
        boxes[7] = {{-3, 0.5, 0.5}, {4, 0.5, 0.5}};
        boxes[8] = {{0.5, -3, 0.5}, {0.5, 4, 0.5}};
        boxes[9] = {{0.5, 0.5, -3}, {0.5, 0.5, 4}};
        const auto expected = brute_force(boxes, margin);
        EXPECT_GT(expected.size(), 1000U);
        EXPECT_EQ(box_pairs(boxes, margin), expected);
    }
}

TEST(BoxPairs, OfPointsInARowAreNone) {
    std::vector<Box3> points;
    for (int i = 0; i < 200; ++i) {
        const Vec3d at{i * 0.1, i * 0.3, 0};
        points.push_back({at, at});
    }
    EXPECT_TRUE(box_pairs(points).empty());
    EXPECT_EQ(box_pairs(points, 0.31).size(), 199U);
}

TEST(BoxPairs, AreTheSameForAnyNumberOfThreads) {
    Random random(14);
    const auto boxes = random_boxes(random, 5000, 0.05);
    const auto one = box_pairs(boxes, 0.01, Context(1));
    EXPECT_GT(one.size(), 3000U);
    for (const unsigned threads : {2U, 3U, 8U}) {
        EXPECT_EQ(box_pairs(boxes, 0.01, Context(threads)), one) << threads;
    }
}

TEST(BoxesNear, AgreesWithTheSweep) {
    Random random(15);
    const auto boxes = random_boxes(random, 80, 0.3);
    const auto pairs = box_pairs(boxes, 0.1);
    for (std::uint32_t a = 0; a < boxes.size(); ++a) {
        for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
            EXPECT_EQ(boxes_near(boxes[a], boxes[b], 0.1),
                      std::binary_search(pairs.begin(), pairs.end(), BoxPair{a, b}));
            EXPECT_EQ(boxes_near(boxes[a], boxes[b], 0), boxes_overlap(boxes[a], boxes[b]));
        }
    }
    EXPECT_FALSE(boxes_near(Box3{}, boxes[0], 1));
    EXPECT_FALSE(boxes_near(boxes[0], Box3{}, 1));
}

} // namespace
} // namespace impinge::tests
