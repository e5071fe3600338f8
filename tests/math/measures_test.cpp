// SPDX-License-Identifier: Apache-2.0
#include "math/measures.hpp"

#include <gtest/gtest.h>

namespace impinge {
namespace {

TEST(Measures, OfAVector) {
    EXPECT_EQ(absolute({-1, 2, -0.0}), (Vec3d{1, 2, 0}));
    EXPECT_EQ(largest_magnitude({-5, 2, 3}), 5);
    EXPECT_EQ(largest_magnitude({1, -2, 1}), 2);
    EXPECT_EQ(largest_magnitude({}), 0);
}

TEST(Measures, OfABox) {
    constexpr Box3 box{{-1, 0, 2}, {1, 6, 3}};
    EXPECT_EQ(centre(box), (Vec3d{0, 3, 2.5}));
    EXPECT_EQ(longest_side(box), 6);
    EXPECT_EQ(grown(box, 0.5), (Box3{{-1.5, -0.5, 1.5}, {1.5, 6.5, 3.5}}));
    EXPECT_EQ(centre({{1e308, 0, 0}, {1e308, 0, 0}}).x, 1e308);
}

TEST(Measures, ABoxHoldsWhatLiesWithinItsBordersIncluded) {
    constexpr Box3 box{{0, 0, 0}, {4, 4, 4}};
    EXPECT_TRUE(holds(box, box));
    EXPECT_TRUE(holds(box, {{0, 1, 1}, {4, 2, 2}}));
    EXPECT_FALSE(holds(box, {{0, 1, 1}, {4.5, 2, 2}}));
    EXPECT_FALSE(holds({{0, 1, 1}, {4, 2, 2}}, box));
}

} // namespace
} // namespace impinge
