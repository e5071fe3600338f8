// SPDX-License-Identifier: Apache-2.0
//
// Accuracy against the C library in extended precision, and the very bits that every machine must
// produce.
#include "math/sine.hpp"

#include "base/hash.hpp"
#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace impinge {
namespace {

constexpr double tolerance = 2e-15;

double error_of(double angle, SineCosine claimed) {
    const long double sine = std::sin(static_cast<long double>(angle));
    const long double cosine = std::cos(static_cast<long double>(angle));
    return static_cast<double>(
        std::max(std::abs(sine - static_cast<long double>(claimed.sine)),
                 std::abs(cosine - static_cast<long double>(claimed.cosine))));
}

TEST(SineCosine, IsAccurateAroundTheCircle) {
    const std::size_t steps = tests::scaled(100'000);
    for (std::size_t i = 0; i <= steps; ++i) {
        const double angle = -7 + 14 * static_cast<double>(i) / static_cast<double>(steps);
        ASSERT_LE(error_of(angle, sine_cosine(angle)), tolerance) << angle;
    }
}

TEST(SineCosine, IsAccurateUpToAHundredThousandRadians) {
    Random random(31);
    for (std::size_t i = 0; i < tests::scaled(100'000); ++i) {
        const double angle = random.uniform(-1e5, 1e5);
        ASSERT_LE(error_of(angle, sine_cosine(angle)), tolerance) << angle;
    }
}

TEST(SineCosine, IsAccurateBesideEveryKindOfQuadrantBorder) {
    for (int eighth = -40; eighth <= 40; ++eighth) {
        const double border = eighth * (std::numbers::pi / 4);
        for (const double offset : {-1e-3, -1e-9, -1e-15, 0.0, 1e-15, 1e-9, 1e-3}) {
            ASSERT_LE(error_of(border + offset, sine_cosine(border + offset)), tolerance)
                << border << " + " << offset;
        }
    }
}

TEST(SineCosine, TheErrorMeasureSeesWrongLastDigits) {
    SineCosine wrong = sine_cosine(1.0);
    wrong.sine += 4e-15;
    EXPECT_GT(error_of(1.0, wrong), tolerance);
    EXPECT_GT(error_of(1.0, sine_cosine(1.0 + 1e-14)), tolerance);
}

TEST(SineCosine, ZeroIsExact) {
    EXPECT_EQ(sine_cosine(0).sine, 0);
    EXPECT_EQ(sine_cosine(0).cosine, 1);
}

TEST(SineCosine, TinyAnglesAreTheirOwnSine) {
    for (const double angle : {1e-9, 1e-100, 5e-324}) {
        EXPECT_EQ(sine_cosine(angle).sine, angle);
        EXPECT_EQ(sine_cosine(angle).cosine, 1);
    }
}

TEST(SineCosine, NegativeAnglesMirrorBitForBit) {
    Random random(32);
    for (std::size_t i = 0; i < tests::scaled(10'000); ++i) {
        const double angle = random.uniform(0, 100);
        ASSERT_EQ(sine_cosine(-angle).sine, -sine_cosine(angle).sine) << angle;
        ASSERT_EQ(sine_cosine(-angle).cosine, sine_cosine(angle).cosine) << angle;
    }
}

struct GoldenValue {
    double angle;
    double sine;
    double cosine;
};

TEST(SineCosine, BitsNeverChange) {
    constexpr std::array<GoldenValue, 8> golden{{
        {0.1, 0x1.98eaecb8bcb2cp-4, 0x1.fd712f9a817c1p-1},
        {1.0, 0x1.aed548f090ceep-1, 0x1.14a280fb5068bp-1},
        {2.5, 0x1.326af0dcfcab1p-1, -0x1.9a2f7ef858b7ep-1},
        {-4.0, 0x1.837b9dddc1eaep-1, -0x1.4eaa606db24c0p-1},
        {0.7853981633974483, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1},
        {100.0, -0x1.03425b78c4db8p-1, 0x1.b981dbf665fe0p-1},
        {-12345.678, 0x1.687d5890974a5p-1, 0x1.6b94c3bbe24b7p-1},
        {99999.0, 0x1.b8727670dd451p-1, -0x1.050e628324336p-1},
    }};
    for (const auto& [angle, sine, cosine] : golden) {
        EXPECT_EQ(sine_cosine(angle).sine, sine) << std::hexfloat << sine_cosine(angle).sine;
        EXPECT_EQ(sine_cosine(angle).cosine, cosine) << std::hexfloat << sine_cosine(angle).cosine;
    }
}

TEST(SineCosine, BitsOfManyAnglesNeverChange) {
    Hasher hasher;
    for (int i = -10'000; i <= 10'000; ++i) {
        const auto [sine, cosine] = sine_cosine(i * 0x1.8p-9);
        hasher.add(sine);
        hasher.add(cosine);
    }
    EXPECT_EQ(hasher.digest(), 0x2126F704C7141EA3u);
}

double angle_error(double height, double width) {
    const long double angle =
        std::atan2(static_cast<long double>(height), static_cast<long double>(width));
    return static_cast<double>(
        std::abs(angle - static_cast<long double>(angle_of({height, width}))));
}

TEST(AngleOf, IsAccurateOverTheHalfCircle) {
    Random random(32);
    for (std::size_t i = 0; i < tests::scaled(100'000); ++i) {
        const double scale = std::ldexp(1.0, random.integer(-1000, 1000));
        const double height = std::ldexp(random.uniform(0.5, 1), random.integer(-60, 0));
        const double width = std::ldexp(random.uniform(-1, 1), random.integer(-60, 0));
        ASSERT_LE(angle_error(height * scale, width * scale), tolerance) << height << " " << width;
    }
}

TEST(AngleOf, KnowsTheQuarters) {
    EXPECT_DOUBLE_EQ(angle_of({1, 0}), std::numbers::pi / 2);
    EXPECT_DOUBLE_EQ(angle_of({1, 1}), std::numbers::pi / 4);
    EXPECT_DOUBLE_EQ(angle_of({1, -1}), std::numbers::pi * 3 / 4);
    EXPECT_DOUBLE_EQ(angle_of({5e-324, -1}), std::numbers::pi);
    EXPECT_LE(angle_of({5e-324, 1}), 1e-300);
}

TEST(AngleOf, BitsOfManyDirectionsNeverChange) {
    Hasher hasher;
    for (int i = -10'000; i <= 10'000; ++i) {
        hasher.add(angle_of({1, i * 0x1.8p-9}));
        hasher.add(angle_of({0x1p-30, i * 0x1.8p-9}));
    }
    EXPECT_EQ(hasher.digest(), 0x691740A4E1AB433Bu);
}

} // namespace
} // namespace impinge
