// SPDX-License-Identifier: Apache-2.0
//
// Turns in degrees: quarter turns are exact, all others those of rotation() in radians.
#include "base/random.hpp"
#include "impinge/rigid.hpp"

#include <gtest/gtest.h>
#include <numbers>

namespace impinge::tests {
namespace {

TEST(RotationDegrees, QuarterTurnsAboutCoordinateAxesAreExact) {
    const Rigid quarter_x{.row_x = {1, 0, 0}, .row_y = {0, 0, -1}, .row_z = {0, 1, 0}};
    const Rigid quarter_y{.row_x = {0, 0, 1}, .row_y = {0, 1, 0}, .row_z = {-1, 0, 0}};
    const Rigid quarter_z{.row_x = {0, -1, 0}, .row_y = {1, 0, 0}, .row_z = {0, 0, 1}};
    for (const double turns : {0.0, 1.0, -3.0, 1e6}) {
        EXPECT_EQ(rotation_degrees({49, 0, 0}, 90 + 360 * turns), quarter_x);
        EXPECT_EQ(rotation_degrees({0, 0.1, 0}, 90 + 360 * turns), quarter_y);
        EXPECT_EQ(rotation_degrees({0, 0, 3}, 90 + 360 * turns), quarter_z);
        EXPECT_EQ(rotation_degrees({0, 0, -3}, 270 + 360 * turns), quarter_z);
        EXPECT_EQ(rotation_degrees({0, 0, 3}, 360 * turns), Rigid{});
        const Rigid half = rotation_degrees({0, 0, 3}, 180 + 360 * turns);
        EXPECT_EQ(half, compose(quarter_z, quarter_z));
    }
}

TEST(RotationDegrees, AgreesWithRadians) {
    Random random(8);
    for (int i = 0; i < 1000; ++i) {
        const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
        const double degrees = random.uniform(-720, 720);
        const Rigid exact = rotation_degrees(axis, degrees);
        const Rigid other = rotation(axis, degrees * (std::numbers::pi / 180));
        EXPECT_LT(length(exact.row_x - other.row_x), 1e-14);
        EXPECT_LT(length(exact.row_y - other.row_y), 1e-14);
        EXPECT_LT(length(exact.row_z - other.row_z), 1e-14);
    }
}

TEST(RotationDegrees, AZeroAxisTurnsNothing) {
    EXPECT_EQ(rotation_degrees({0, 0, 0}, 45), Rigid{});
}

} // namespace
} // namespace impinge::tests
