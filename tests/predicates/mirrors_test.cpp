// SPDX-License-Identifier: Apache-2.0
#include "predicates/mirrors.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

namespace impinge {
namespace {

Rigid with_rows(Vec3d x, Vec3d y, Vec3d z, double scale = 1) {
    return {.row_x = x, .row_y = y, .row_z = z, .translation = {7, -8, 9}, .scale = scale};
}

Rigid scaled_rows(double by) { return with_rows({-by, 0, 0}, {0, by, 0}, {0, 0, by}); }

TEST(Mirrors, TurnsDoNot) {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
        EXPECT_FALSE(mirrors(rotation(axis, random.uniform(-10, 10))));
    }
}

TEST(Mirrors, OneOrThreeAxesTurnedRoundDo) {
    EXPECT_TRUE(mirrors(with_rows({-1, 0, 0}, {0, 1, 0}, {0, 0, 1})));
    EXPECT_FALSE(mirrors(with_rows({-1, 0, 0}, {0, -1, 0}, {0, 0, 1})));
    EXPECT_TRUE(mirrors(with_rows({-1, 0, 0}, {0, -1, 0}, {0, 0, -1})));
    EXPECT_TRUE(mirrors(with_rows({0, 1, 0}, {1, 0, 0}, {0, 0, 1})));
}

TEST(Mirrors, ScaleCounts) {
    EXPECT_TRUE(mirrors(with_rows({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, -2)));
    EXPECT_FALSE(mirrors(with_rows({-1, 0, 0}, {0, 1, 0}, {0, 0, 1}, -2)));
    EXPECT_TRUE(mirrors(with_rows({-1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 1e-300)));
    EXPECT_FALSE(mirrors(with_rows({-1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 0)));
}

/// The determinant of each, in doubles, is 0 or infinite.
TEST(Mirrors, TinyAndHugeRowsAreToldApart) {
    for (const double by : {1e-200, 1e-308, 5e-324, 1e150, 1e308}) {
        EXPECT_TRUE(mirrors(scaled_rows(by))) << by;
        EXPECT_FALSE(mirrors(scaled_rows(-by))) << by; // the other two are turned round then
    }
}

/// The determinant is the step times -3; its terms are as large as 105.
TEST(Mirrors, NearlyFlatPosesAreToldApart) {
    constexpr double step = 0x1p-49;
    EXPECT_TRUE(mirrors(with_rows({1, 2, 3}, {4, 5, 6}, {7, 8, 9 + step})));
    EXPECT_FALSE(mirrors(with_rows({1, 2, 3}, {4, 5, 6}, {7, 8, 9})));
    EXPECT_FALSE(mirrors(with_rows({1, 2, 3}, {4, 5, 6}, {7, 8, 9 - step})));
}

} // namespace
} // namespace impinge
