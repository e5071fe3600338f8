// SPDX-License-Identifier: Apache-2.0
#include "impinge/vec3.hpp"

#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

namespace impinge {
namespace {

TEST(Vec3, IsPlainMemory) {
    EXPECT_EQ(sizeof(Vec3f), 12u);
    EXPECT_EQ(sizeof(Vec3d), 24u);
    EXPECT_EQ(Vec3d{}, (Vec3d{0, 0, 0}));
}

TEST(Vec3, ArithmeticIsPerCoordinate) {
    constexpr Vec3d a{1, 2, 3};
    constexpr Vec3d b{10, 20, 40};
    static_assert(a + b == Vec3d{11, 22, 43});
    static_assert(b - a == Vec3d{9, 18, 37});
    static_assert(-a == Vec3d{-1, -2, -3});
    EXPECT_EQ(a * 2.0, (Vec3d{2, 4, 6}));
    EXPECT_EQ(2.0 * a, a * 2.0);
    EXPECT_EQ(dot(a, b), 170);
    EXPECT_EQ(squared_length(a), 14);
    EXPECT_EQ(length(Vec3d{2, 3, 6}), 7);
}

TEST(Vec3, IndexIsTheAxis) {
    Vec3d p{7, 8, 9};
    EXPECT_EQ(p[0], 7);
    EXPECT_EQ(p[1], 8);
    EXPECT_EQ(p[2], 9);
    p[1] = 80;
    EXPECT_EQ(p, (Vec3d{7, 80, 9}));
}

TEST(Vec3, OrderIsByXThenYThenZ) {
    EXPECT_LT((Vec3d{1, 9, 9}), (Vec3d{2, 0, 0}));
    EXPECT_LT((Vec3d{1, 1, 9}), (Vec3d{1, 2, 0}));
    EXPECT_LT((Vec3d{1, 1, 1}), (Vec3d{1, 1, 2}));
    EXPECT_FALSE((Vec3d{1, 1, 1}) < (Vec3d{1, 1, 1}));
}

TEST(Vec3, CrossFollowsTheRightHand) {
    EXPECT_EQ(cross(Vec3d{1, 0, 0}, Vec3d{0, 1, 0}), (Vec3d{0, 0, 1}));
    EXPECT_EQ(cross(Vec3d{0, 1, 0}, Vec3d{0, 0, 1}), (Vec3d{1, 0, 0}));
    EXPECT_EQ(cross(Vec3d{0, 0, 1}, Vec3d{1, 0, 0}), (Vec3d{0, 1, 0}));
}

TEST(Vec3, CrossOfIntegersIsPerpendicularToBoth) {
    Random random(11);
    const auto draw = [&] {
        const auto coordinate = [&] { return static_cast<double>(random.integer(-1000, 1000)); };
        const double x = coordinate();
        const double y = coordinate();
        return Vec3d{x, y, coordinate()};
    };
    for (std::size_t i = 0; i < tests::scaled(1000); ++i) {
        const Vec3d a = draw();
        const Vec3d b = draw();
        ASSERT_EQ(dot(cross(a, b), a), 0);
        ASSERT_EQ(dot(cross(a, b), b), 0);
        ASSERT_EQ(squared_length(cross(a, b)),
                  squared_length(a) * squared_length(b) - dot(a, b) * dot(a, b));
    }
}

TEST(Vec3, MinAndMaxArePerCoordinate) {
    constexpr Vec3d a{1, 5, -3};
    constexpr Vec3d b{2, 4, -3};
    EXPECT_EQ(min(a, b), (Vec3d{1, 4, -3}));
    EXPECT_EQ(max(a, b), (Vec3d{2, 5, -3}));
}

TEST(Vec3, OneBadCoordinateIsNotFinite) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(is_finite({1e308, -1e308, 0}));
    EXPECT_FALSE(is_finite({nan, 0, 0}));
    EXPECT_FALSE(is_finite({0, infinity, 0}));
    EXPECT_FALSE(is_finite({0, 0, -infinity}));
}

} // namespace
} // namespace impinge
