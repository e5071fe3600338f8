// SPDX-License-Identifier: Apache-2.0
//
// Boxes against brute force: with small integer corners, closed boxes meet exactly when they share
// an integer point, and those can be counted.
#include "impinge/vec3.hpp"

#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

namespace impinge {
namespace {

constexpr int grid = 8;

Box3 random_box(Random& random) {
    Box3 box;
    for (int axis = 0; axis < 3; ++axis) {
        const int low = random.integer(0, grid / 2);
        box.min[axis] = low;
        box.max[axis] = random.integer(low, grid);
    }
    return box;
}

bool holds(const Box3& box, Vec3d p) {
    for (int axis = 0; axis < 3; ++axis) {
        if (p[axis] < box.min[axis] || p[axis] > box.max[axis]) {
            return false;
        }
    }
    return true;
}

int shared_grid_points(const Box3& a, const Box3& b) {
    int shared = 0;
    for (int x = 0; x <= grid; ++x) {
        for (int y = 0; y <= grid; ++y) {
            for (int z = 0; z <= grid; ++z) {
                const Vec3d p = Vec3d{1, 0, 0} * x + Vec3d{0, 1, 0} * y + Vec3d{0, 0, 1} * z;
                shared += holds(a, p) && holds(b, p) ? 1 : 0;
            }
        }
    }
    return shared;
}

TEST(Box3, DefaultIsEmptyAndMeetsNothing) {
    constexpr Box3 empty;
    constexpr Box3 everywhere{{-1e300, -1e300, -1e300}, {1e300, 1e300, 1e300}};
    EXPECT_TRUE(is_empty(empty));
    EXPECT_FALSE(boxes_overlap(empty, everywhere));
    EXPECT_FALSE(boxes_overlap(empty, empty));
    EXPECT_FALSE(contains(empty, {0, 0, 0}));
    EXPECT_EQ(united(empty, everywhere), everywhere);
    EXPECT_TRUE(is_empty(intersection(empty, everywhere)));
}

TEST(Box3, OnePointIsABoxAndNotEmpty) {
    const Box3 box = extend(Box3{}, {1, 2, 3});
    EXPECT_FALSE(is_empty(box));
    EXPECT_EQ(box, (Box3{{1, 2, 3}, {1, 2, 3}}));
    EXPECT_TRUE(contains(box, {1, 2, 3}));
    EXPECT_TRUE(boxes_overlap(box, box));
    EXPECT_EQ(extent(box), (Vec3d{0, 0, 0}));
}

TEST(Box3, NanNeverOverlapsAndIsEmpty) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Box3 bad{{nan, 0, 0}, {nan, 1, 1}};
    EXPECT_TRUE(is_empty(bad));
    EXPECT_FALSE(boxes_overlap(bad, {{-5, -5, -5}, {5, 5, 5}}));
}

TEST(Box3, SharingAFaceAnEdgeOrACornerIsAnOverlap) {
    constexpr Box3 unit{{0, 0, 0}, {1, 1, 1}};
    EXPECT_TRUE(boxes_overlap(unit, {{1, 0, 0}, {2, 1, 1}}));
    EXPECT_TRUE(boxes_overlap(unit, {{1, 1, 0}, {2, 2, 1}}));
    EXPECT_TRUE(boxes_overlap(unit, {{1, 1, 1}, {2, 2, 2}}));
    EXPECT_FALSE(boxes_overlap(unit, {{std::nextafter(1.0, 2.0), 0, 0}, {2, 1, 1}}));
}

TEST(Box3, OverlapAgreesWithCountingSharedPoints) {
    Random random(21);
    const std::size_t cases = tests::scaled(4000);
    std::size_t overlaps = 0;
    for (std::size_t i = 0; i < cases; ++i) {
        const Box3 a = random_box(random);
        const Box3 b = random_box(random);
        const int shared = shared_grid_points(a, b);
        ASSERT_EQ(boxes_overlap(a, b), shared > 0);
        ASSERT_EQ(boxes_overlap(b, a), shared > 0);
        ASSERT_EQ(is_empty(intersection(a, b)), shared == 0);
        if (shared > 0) {
            const Vec3d size = extent(intersection(a, b));
            ASSERT_EQ((size.x + 1) * (size.y + 1) * (size.z + 1), shared);
        }
        overlaps += shared > 0 ? 1 : 0;
    }
    EXPECT_GT(overlaps * 10, cases * 3);
    EXPECT_LT(overlaps * 10, cases * 7);
}

TEST(Box3, UnionHoldsBothAndExtendIsUnionWithAPoint) {
    Random random(22);
    for (std::size_t i = 0; i < tests::scaled(1000); ++i) {
        const Box3 a = random_box(random);
        const Box3 b = random_box(random);
        const Box3 both = united(a, b);
        ASSERT_TRUE(contains(both, a.min) && contains(both, a.max));
        ASSERT_TRUE(contains(both, b.min) && contains(both, b.max));
        ASSERT_EQ(both, extend(extend(a, b.min), b.max));
    }
}

} // namespace
} // namespace impinge
