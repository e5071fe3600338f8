// SPDX-License-Identifier: Apache-2.0
#include "app/scene_content.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace impinge::viewer {
namespace {

Segments grid_at(double place, double size) {
    return grid_of({{place, place, 0}, {place + size, place + size, size}});
}

TEST(Grid, HasLinesARoundNumberApartAroundTheBox) {
    for (const double place : {-1e6, -7.3, 0.0, 12.5, 1e6}) {
        const Segments lines = grid_at(place, 10);
        ASSERT_GT(lines.size(), 8U);
        EXPECT_LT(lines.size(), 100U);
        EXPECT_NEAR(lines[1][0].x - lines[0][0].x, 2, 1e-6);
        EXPECT_LE(lines.front()[0].x, place);
        EXPECT_GE(lines.back()[1].x, place + 10);
        EXPECT_GE(lines.back()[1].y, place + 10);
    }
}

TEST(Grid, IsLeftOutWhereStepsAreLostToRounding) {
    EXPECT_FALSE(grid_at(1e11, 1).empty());
    for (const double place : {1e13, -1e17, 1e300, std::numeric_limits<double>::infinity()}) {
        EXPECT_TRUE(grid_at(place, 1).empty()) << place;
    }
    EXPECT_TRUE(grid_of({}).empty());
}

} // namespace
} // namespace impinge::viewer
