// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"
#include "impinge/picture.hpp"
#include "tests/render/ink.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

namespace impinge::tests {
namespace {

using namespace render;

constexpr Colour red{255, 0, 0};

TEST(Blending, OpaqueColoursReplaceAndTransparentOnesDoNothing) {
    const Colour below{10, 20, 30, 40};
    EXPECT_EQ(blended(below, red), red);
    EXPECT_EQ(blended(below, {1, 2, 3, 0}), below);
    EXPECT_EQ(blended(transparent, {1, 2, 3, 4}), (Colour{1, 2, 3, 4}));
    EXPECT_EQ(blended(transparent, transparent), transparent);
}

TEST(Blending, FollowsTheFormulaOfOver) {
    // 200 * 128/255 + 100 * 127/255 = 150.2, and so on.
    EXPECT_EQ(blended({100, 100, 100}, {200, 0, 50, 128}), (Colour{150, 50, 75, 255}));
    // alpha 128 + 128 * 127/255 = 191.7; white weighs 128 of that.
    EXPECT_EQ(blended({0, 0, 0, 128}, {255, 255, 255, 128}), (Colour{170, 170, 170, 192}));
}

TEST(Blending, IsTheNearestByteToTheRealResult) {
    Random random(7);
    const auto byte = [&] { return static_cast<std::uint8_t>(random.below(256)); };
    for (int i = 0; i < 20'000; ++i) {
        const Colour below{byte(), byte(), byte(), byte()};
        const Colour above{byte(), byte(), byte(), byte()};
        const double a = above.a / 255.0;
        const double b = below.a / 255.0 * (1 - a);
        const Colour got = blended(below, above);
        ASSERT_NEAR(got.a, 255 * (a + b), 0.5 + 1e-9);
        if (a + b > 0) {
            ASSERT_NEAR(got.r, (above.r * a + below.r * b) / (a + b), 0.5 + 1e-9);
            ASSERT_NEAR(got.b, (above.b * a + below.b * b) / (a + b), 0.5 + 1e-9);
        }
    }
}

TEST(Mixing, RunsFromOneColourToTheOther) {
    const Colour a{0, 10, 200, 0};
    const Colour b{100, 20, 100, 255};
    EXPECT_EQ(mixed(a, b, 0), a);
    EXPECT_EQ(mixed(a, b, 1), b);
    EXPECT_EQ(mixed(a, b, 0.5), (Colour{50, 15, 150, 128}));
    EXPECT_EQ(mixed(a, b, -3), a);
    EXPECT_EQ(mixed(a, b, 8), b);
    EXPECT_EQ(mixed(a, b, std::nan("")), a);
    EXPECT_EQ(faded(red, 0.5).a, 128);
    EXPECT_EQ(faded(red, std::nan("")).a, 0);
}

TEST(Rectangle, CoversItsPixelsAndIsCutAtTheBorders) {
    Picture picture(8, 6, white);
    fill_rectangle(picture, {2, 1, 3, 2}, red);
    EXPECT_EQ(count_pixels(picture, red), 6);
    EXPECT_EQ(picture.at(2, 1), red);
    EXPECT_EQ(picture.at(4, 2), red);
    EXPECT_EQ(picture.at(5, 2), white);
    constexpr int huge = std::numeric_limits<int>::max();
    constexpr int tiny = std::numeric_limits<int>::min();
    for (const Rectangle& outside :
         {Rectangle{8, 0, 5, 5}, Rectangle{0, 6, 5, 5}, Rectangle{-5, 0, 5, 5},
          Rectangle{2, 2, 0, 3}, Rectangle{2, 2, 3, -1}, Rectangle{huge, huge, huge, huge}}) {
        Picture untouched(8, 6, white);
        fill_rectangle(untouched, outside, red);
        frame_rectangle(untouched, outside, red);
        EXPECT_EQ(count_pixels(untouched, white), 48);
    }
    fill_rectangle(picture, {tiny, tiny, huge, huge}, black);
    EXPECT_EQ(count_pixels(picture, black), 0);
    fill_rectangle(picture, {-5, -5, huge, huge}, black);
    EXPECT_EQ(count_pixels(picture, black), 48);
}

TEST(Rectangle, ItsFrameIsOnePixelWideAndBlendedOnce) {
    Picture picture(10, 10, white);
    frame_rectangle(picture, {2, 3, 5, 4}, {0, 0, 0, 128});
    const Colour once = blended(white, {0, 0, 0, 128});
    EXPECT_EQ(count_pixels(picture, once), 2 * 5 + 2 * 2);
    EXPECT_EQ(picture.at(2, 3), once);
    EXPECT_EQ(picture.at(6, 6), once);
    EXPECT_EQ(picture.at(3, 4), white);
    Picture dot(3, 3, white);
    frame_rectangle(dot, {1, 1, 1, 1}, red);
    EXPECT_EQ(count_pixels(dot, red), 1);
}

TEST(Line, OnPixelCentresIsExactlyOneRow) {
    Picture picture(12, 5, white);
    draw_line(picture, {1.5, 2.5}, {9.5, 2.5}, {.colour = red});
    EXPECT_EQ(count_pixels(picture, red), 9);
    EXPECT_EQ(count_pixels(picture, white), 12 * 5 - 9);
}

TEST(Line, BetweenRowsIsSharedByBoth) {
    Picture picture(12, 6, white);
    draw_line(picture, {-5, 3}, {20, 3}, {.colour = black});
    for (int x = 0; x < 12; ++x) {
        EXPECT_EQ(picture.at(x, 2), blended(white, faded(black, 0.5)));
        EXPECT_EQ(picture.at(x, 3), blended(white, faded(black, 0.5)));
        EXPECT_EQ(picture.at(x, 1), white);
    }
}

TEST(Line, CoversItsAreaInEveryDirection) {
    Random random(3);
    for (int i = 0; i < 60; ++i) {
        const double angle = random.uniform(0, 2 * std::numbers::pi);
        const double width = random.uniform(1.5, 6);
        const double length = random.uniform(20, 70);
        const PixelPoint from{100 + random.uniform(0, 1), 100 + random.uniform(0, 1)};
        const PixelPoint to{from.x + length * std::cos(angle), from.y + length * std::sin(angle)};
        Picture picture(200, 200, white);
        draw_line(picture, from, to, {.width = width});
        const double area = length * width + std::numbers::pi * width * width / 4;
        EXPECT_NEAR(ink(picture), area, 0.03 * area) << angle << " " << width;
    }
}

TEST(Line, FromAPointToItselfIsADisc) {
    Picture picture(40, 40, white);
    draw_line(picture, {20, 20}, {20, 20}, {.width = 20});
    EXPECT_NEAR(ink(picture), std::numbers::pi * 100, 6);
    EXPECT_EQ(picture.at(20, 20), black);
    EXPECT_EQ(picture.at(3, 3), white);
}

TEST(Line, ThinnerThanAPixelIsFainter) {
    Picture picture(10, 3, white);
    draw_line(picture, {-9, 1.5}, {19, 1.5}, {.width = 0.25});
    EXPECT_EQ(picture.at(5, 1), blended(white, faded(black, 0.25)));
    EXPECT_EQ(picture.at(5, 0), white);
}

TEST(Line, IsCutAtTheBordersAndNothingElseChanges) {
    Random random(11);
    for (int i = 0; i < 40; ++i) {
        const auto point = [&] {
            return PixelPoint{random.uniform(-30, 90), random.uniform(-30, 90)};
        };
        const PixelPoint from = point();
        const PixelPoint to = point();
        const LineStyle style{.colour = {9, 90, 200, 180}, .width = random.uniform(0.5, 9)};
        Picture small(50, 40, white);
        draw_line(small, from, to, style);
        Picture large(130, 120, white);
        draw_line(large, {from.x + 40, from.y + 40}, {to.x + 40, to.y + 40}, style);
        // Adding 40 rounds the ends, which may move a byte by one.
        EXPECT_LE(largest_difference(small, cropped(large, {40, 40, 50, 40})), 1);
    }
}

TEST(Line, WithImpossibleEndsDrawsNothing) {
    Picture picture(10, 10, white);
    const double infinite = std::numeric_limits<double>::infinity();
    for (const double bad : {std::nan(""), infinite, -infinite, 1e300}) {
        draw_line(picture, {bad, 2}, {5, 5});
        draw_line(picture, {5, 5}, {2, bad});
    }
    EXPECT_EQ(count_pixels(picture, white), 100);
    draw_line(picture, {-1e8, 5.5}, {1e8, 5.5});
    EXPECT_EQ(count_pixels(picture, black), 10);
}

TEST(Paste, BlendsAndIsCutAtTheBorders) {
    Picture picture(6, 4, white);
    Picture stamp(3, 3, {0, 0, 0, 128});
    stamp.at(0, 0) = red;
    paste(picture, stamp, 4, 2);
    EXPECT_EQ(picture.at(4, 2), red);
    EXPECT_EQ(picture.at(5, 3), blended(white, {0, 0, 0, 128}));
    paste(picture, stamp, -2, -2);
    EXPECT_EQ(picture.at(0, 0), blended(white, {0, 0, 0, 128}));
    EXPECT_EQ(count_pixels(picture, white), 24 - 4 - 1);
}

TEST(Magnified, ShowsEveryPixelAsASquare) {
    Picture picture(2, 1, white);
    picture.at(1, 0) = red;
    const Picture large = magnified(picture, 3);
    EXPECT_EQ(large.width, 6);
    EXPECT_EQ(large.height, 3);
    EXPECT_EQ(count_pixels(large, red), 9);
    EXPECT_EQ(large.at(2, 2), white);
    EXPECT_EQ(large.at(3, 0), red);
    EXPECT_EQ(magnified(picture, 0).width, 2);
}

} // namespace
} // namespace impinge::tests
