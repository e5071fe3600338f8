// SPDX-License-Identifier: Apache-2.0
//
// Poses against the same formulas in extended precision.
#include "impinge/rigid.hpp"

#include "base/hash.hpp"
#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>

namespace impinge {
namespace {

using Wide = Vec3<long double>;

Wide widened(Vec3d p) { return {p.x, p.y, p.z}; }

/// Rodrigues' formula in vector form; the product uses the matrix.
Wide turned(Vec3d axis, double angle, Vec3d point) {
    const Wide p = widened(point);
    const Wide u = widened(axis) * (1 / length(widened(axis)));
    const long double sine = std::sin(static_cast<long double>(angle));
    const long double cosine = std::cos(static_cast<long double>(angle));
    return p * cosine + cross(u, p) * sine + u * (dot(u, p) * (1 - cosine));
}

double distance_between(Vec3d claimed, Wide truth) {
    return static_cast<double>(length(widened(claimed) - truth));
}

Vec3d random_point(Random& random) { return random.in_box({-1, -1, -1}, {1, 1, 1}); }

Rigid random_pose(Random& random) {
    const Vec3d axis = random_point(random); // drawn before the angle: arguments have no order
    Rigid pose = rotation(axis, random.uniform(-10, 10));
    pose.translation = random_point(random);
    pose.scale = random.uniform(0.5, 2);
    return pose;
}

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

TEST(Rigid, IdentityReturnsEveryNonZeroCoordinateBitForBit) {
    Random random(41);
    for (std::size_t i = 0; i < tests::scaled(10'000); ++i) {
        const double scale = std::ldexp(1.0, random.integer(-1074, 1023));
        const Vec3d p = random_point(random) * scale;
        const Vec3d moved = apply(Rigid{}, p);
        for (int axis = 0; axis < 3; ++axis) {
            ASSERT_EQ(moved[axis], p[axis]);
            ASSERT_TRUE(p[axis] == 0 || same_bits(moved[axis], p[axis]));
        }
    }
}

TEST(Rigid, OnlyTheIdentityIsTheIdentity) {
    EXPECT_TRUE(is_identity(Rigid{}));
    EXPECT_TRUE(is_identity(rotation({0, 0, 1}, 0)));
    EXPECT_TRUE(is_identity(translation({0, 0, 0})));
    EXPECT_FALSE(is_identity(translation({0, 1e-300, 0})));
    EXPECT_FALSE(is_identity(Rigid{.scale = 1 + 0x1p-52}));
    EXPECT_FALSE(is_identity(rotation({0, 0, 1}, 1e-9)));
}

TEST(Rigid, ScalesThenTranslatesWhatIsRotated) {
    const Rigid pose{.row_x = {0, -1, 0},
                     .row_y = {1, 0, 0},
                     .row_z = {0, 0, 1},
                     .translation = {10, 20, 30},
                     .scale = 2};
    EXPECT_EQ(apply(pose, {1, 2, 3}), (Vec3d{6, 22, 36}));
}

TEST(Rigid, AMirrorIsAppliedAsGiven) {
    const Rigid mirror{.row_x = {-1, 0, 0}};
    EXPECT_EQ(apply(mirror, {1, 2, 3}), (Vec3d{-1, 2, 3}));
}

TEST(Rotation, IsRightHanded) {
    const double quarter = std::numbers::pi / 2;
    EXPECT_LT(distance_between(apply(rotation({0, 0, 1}, quarter), {1, 0, 0}), {0, 1, 0}), 1e-15);
    EXPECT_LT(distance_between(apply(rotation({1, 0, 0}, quarter), {0, 1, 0}), {0, 0, 1}), 1e-15);
    EXPECT_LT(distance_between(apply(rotation({0, 1, 0}, quarter), {0, 0, 1}), {1, 0, 0}), 1e-15);
}

TEST(Rotation, AgreesWithExtendedPrecision) {
    Random random(42);
    for (std::size_t i = 0; i < tests::scaled(20'000); ++i) {
        const Vec3d axis = random_point(random);
        const double angle = random.uniform(-100, 100);
        const Vec3d p = random_point(random);
        ASSERT_LT(distance_between(apply(rotation(axis, angle), p), turned(axis, angle, p)), 5e-15);
    }
}

TEST(Rotation, TheComparisonSeesTheOppositeTurn) {
    const Vec3d p{1, 0.5, 0.25};
    EXPECT_GT(distance_between(apply(rotation({0, 0, 1}, -1), p), turned({0, 0, 1}, 1, p)), 0.1);
}

TEST(Rotation, AZeroAxisGivesTheIdentity) { EXPECT_TRUE(is_identity(rotation({0, 0, 0}, 1))); }

TEST(Rotation, TheLengthOfTheAxisDoesNotMatter) {
    const Vec3d axis{0.25, -0.5, 0.75};
    EXPECT_EQ(rotation(axis, 1), rotation(axis * 0x1p40, 1));
    EXPECT_EQ(rotation(axis, 1), rotation(axis * 0x1p-40, 1));
}

TEST(Compose, IsInnerThenOuter) {
    const Rigid shift = translation({1, 0, 0});
    const Rigid twice{.scale = 2};
    EXPECT_EQ(apply(compose(twice, shift), {0, 0, 0}), (Vec3d{2, 0, 0}));
    EXPECT_EQ(apply(compose(shift, twice), {0, 0, 0}), (Vec3d{1, 0, 0}));
}

TEST(Compose, EqualsOneAfterTheOther) {
    Random random(43);
    for (std::size_t i = 0; i < tests::scaled(10'000); ++i) {
        const Rigid outer = random_pose(random);
        const Rigid inner = random_pose(random);
        const Vec3d p = random_point(random);
        const Vec3d both = apply(compose(outer, inner), p);
        ASSERT_LT(distance_between(both, widened(apply(outer, apply(inner, p)))), 2e-14);
    }
}

TEST(Inverse, BringsEveryPointBack) {
    Random random(44);
    for (std::size_t i = 0; i < tests::scaled(10'000); ++i) {
        const Rigid pose = random_pose(random);
        const Vec3d p = random_point(random);
        ASSERT_LT(distance_between(apply(inverse(pose), apply(pose, p)), widened(p)), 2e-14);
        ASSERT_LT(distance_between(apply(pose, apply(inverse(pose), p)), widened(p)), 2e-14);
    }
}

TEST(Inverse, OfATranslationIsExact) {
    EXPECT_EQ(inverse(translation({1, -2, 3})), translation({-1, 2, -3}));
}

TEST(Rigid, BitsOfManyPosesNeverChange) {
    Random random(45);
    Hasher hasher;
    for (int i = 0; i < 1000; ++i) {
        const Rigid outer = random_pose(random);
        const Rigid inner = random_pose(random);
        hasher.add(apply(compose(outer, inverse(inner)), random_point(random)));
    }
    EXPECT_EQ(hasher.digest(), 0x6F11B1C499378359u);
}

} // namespace
} // namespace impinge
