// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"
#include "impinge/picture.hpp"
#include "tests/render/ink.hpp"

#include <cmath>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

using namespace render;
using testing::ElementsAre;

std::vector<std::string> texts(double min, double max, int most) {
    std::vector<std::string> out;
    for (const Tick& tick : round_ticks(min, max, most)) {
        out.push_back(tick.text);
    }
    return out;
}

TEST(RoundTicks, AreMultiplesOfOneTwoOrFive) {
    EXPECT_THAT(texts(0, 1, 6), ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1.0"));
    EXPECT_THAT(texts(-1, 1, 5), ElementsAre("-1.0", "-0.5", "0", "0.5", "1.0"));
    EXPECT_THAT(texts(3, 47, 5), ElementsAre("10", "20", "30", "40"));
    EXPECT_THAT(texts(0.013, 2.47, 3), ElementsAre("1", "2"));
    EXPECT_THAT(texts(1000.1, 1000.6, 4), ElementsAre("1000.2", "1000.4", "1000.6"));
    EXPECT_THAT(texts(0, 20000, 3), ElementsAre("0", "10000", "20000"));
}

TEST(RoundTicks, UseAPowerOfTenWhereDigitsWouldBeMany) {
    EXPECT_THAT(texts(0, 3e-9, 4), ElementsAre("0", "1e-9", "2e-9", "3e-9"));
    EXPECT_THAT(texts(-1.5e12, 1.5e12, 7),
                ElementsAre("-1.5e12", "-1.0e12", "-0.5e12", "0", "0.5e12", "1.0e12", "1.5e12"));
}

TEST(RoundTicks, HoldForAnyRange) {
    Random random(5);
    for (int i = 0; i < 2'000; ++i) {
        const double size = std::pow(10, random.uniform(-30, 30));
        const double min = size * random.uniform(-20, 20);
        const double max = min + size * random.uniform(0.01, 10);
        const int most = random.integer(2, 20);
        const std::vector<Tick> ticks = round_ticks(min, max, most);
        ASSERT_LE(ticks.size(), static_cast<std::size_t>(most));
        // A step is at most 2.5 times the one below it, which gave too many.
        ASSERT_GE(static_cast<double>(ticks.size()), std::floor((most + 1) / 2.5) - 1);
        for (std::size_t k = 0; k < ticks.size(); ++k) {
            ASSERT_GE(ticks[k].value, min);
            ASSERT_LE(ticks[k].value, max);
            ASSERT_EQ(std::strtod(ticks[k].text.c_str(), nullptr), ticks[k].value);
            ASSERT_LE(ticks[k].text.size(), 12U) << ticks[k].text;
            if (k >= 2) {
                ASSERT_NEAR((ticks[k].value - ticks[k - 1].value) /
                                (ticks[1].value - ticks[0].value),
                            1, 1e-9);
            }
        }
    }
}

TEST(RoundTicks, ThereAreNoneForWhatIsNoRange) {
    const double infinite = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(round_ticks(1, 1, 5).empty());
    EXPECT_TRUE(round_ticks(2, 1, 5).empty());
    EXPECT_TRUE(round_ticks(std::nan(""), 1, 5).empty());
    EXPECT_TRUE(round_ticks(0, infinite, 5).empty());
    EXPECT_TRUE(round_ticks(-1.7e308, 1.7e308, 5).empty());
    EXPECT_TRUE(round_ticks(1e20, std::nextafter(1e20, 1e21), 5).empty());
    EXPECT_TRUE(round_ticks(0, 5e-324, 5).empty());
    EXPECT_GE(round_ticks(0, 1, -3).size(), 2U) << "two is the least that can be asked for";
}

constexpr int height = 300;

const ColourBar distance_bar{
    .map = ColourMap::Sequential, .min = -0.2, .max = 2.3, .title = "distance", .unit = "mm"};

TEST(ColourBarPicture, StaysWithinTheSizeThatIsTold) {
    const PixelSize size = colour_bar_size(distance_bar, height);
    EXPECT_EQ(size.height, height);
    Picture picture(size.width + 100, height + 100, white);
    draw_colour_bar(picture, 50, 50, height, distance_bar);
    const Rectangle box = ink_box(picture);
    EXPECT_GE(box.x, 50);
    EXPECT_GE(box.y, 50);
    EXPECT_LE(box.x + box.width, 50 + size.width + 1);
    EXPECT_LE(box.y + box.height, 50 + height);
    EXPECT_GT(box.width, size.width - 4);
}

TEST(ColourBarPicture, RunsFromTheLowestColourToTheHighest) {
    Picture picture(200, height, white);
    draw_colour_bar(picture, 0, 0, height, distance_bar);
    constexpr int inside = 5;
    const Rectangle box = ink_box(cropped(picture, {inside, 40, 1, height - 40}));
    const int bottom = 40 + box.y + box.height - 2; // the frame is the last pixel
    EXPECT_LE(std::abs(picture.at(inside, bottom).g - map_colour(ColourMap::Sequential, 0).g), 6);
    double previous = -1;
    int rows = 0;
    for (int y = bottom; picture.at(inside, y) != black; --y, ++rows) {
        const double grey = 0.3 * picture.at(inside, y).r + 0.6 * picture.at(inside, y).g +
                            0.1 * picture.at(inside, y).b;
        EXPECT_GE(grey, previous - 1);
        previous = grey;
    }
    EXPECT_GT(rows, height - 60);
}

/// Rows in which there is a tick right beside the bar.
std::vector<int> tick_rows(const Picture& picture) {
    const int bar_width = text_size("").height;
    std::vector<int> rows;
    for (int y = text_size("").height + 8; y < picture.height; ++y) {
        bool dark = true;
        for (int x = bar_width; x < bar_width + 5; ++x) {
            dark = dark && picture.at(x, y) == black;
        }
        if (dark) {
            rows.push_back(y);
        }
    }
    return rows;
}

TEST(ColourBarPicture, TicksStandAtTheirValues) {
    Picture picture(200, height, white);
    draw_colour_bar(picture, 0, 0, height,
                    {.map = ColourMap::Grey, .min = 0, .max = 4, .title = "t"});
    const std::vector<int> rows = tick_rows(picture);
    ASSERT_GE(rows.size(), 3U);
    for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
        const double t = 1 - static_cast<double>(i) / static_cast<double>(rows.size() - 1);
        EXPECT_NEAR(picture.at(5, rows[i]).g, 255 * t, 2) << i;
    }
}

TEST(ColourBarPicture, NeedsNeitherTitleNorRangeNorRoom) {
    Picture picture(120, 60, white);
    draw_colour_bar(picture, 0, 0, 60, {.min = 1, .max = 1});
    draw_colour_bar(picture, 0, 0, 3, distance_bar);
    draw_colour_bar(picture, -500, -500, 60, distance_bar);
    EXPECT_GT(ink(picture), 10);
    EXPECT_EQ(colour_bar_size({.min = 1, .max = 1}, 60).height, 60);
}

const Legend bodies{.title = "Bodies",
                    .entries = {{category_colour(0), "gear"},
                                {category_colour(1), "a shaft with a rather long name"},
                                {category_colour(2), "pin"}}};

TEST(LegendPicture, StaysWithinTheSizeThatIsTold) {
    for (Legend legend : {bodies, Legend{.entries = bodies.entries}, Legend{.title = "empty"}}) {
        legend.max_width = 150;
        const PixelSize size = legend_size(legend);
        EXPECT_LE(size.width, 150);
        Picture picture(size.width + 100, size.height + 100, white);
        draw_legend(picture, 50, 50, legend);
        const Rectangle box = ink_box(picture);
        EXPECT_GE(box.x, 50);
        EXPECT_GE(box.y, 50);
        EXPECT_LE(box.x + box.width, 50 + size.width + 1);
        EXPECT_LE(box.y + box.height, 50 + size.height);
    }
}

TEST(LegendPicture, ShowsASwatchForEveryEntry) {
    Picture picture(400, 200, white);
    draw_legend(picture, 10, 10, bodies);
    for (const LegendEntry& entry : bodies.entries) {
        EXPECT_GE(count_pixels(picture, entry.colour), 100);
    }
}

TEST(LegendPicture, SaysHowManyAreLeftOut) {
    Legend many;
    for (std::uint32_t i = 0; i < 9; ++i) {
        many.entries.push_back({category_colour(i), "x"});
    }
    many.max_rows = 4;
    Legend said{
        .entries = {
            many.entries[0], many.entries[1], many.entries[2], {transparent, "and 6 more"}}};
    EXPECT_EQ(legend_size(many), legend_size(said));
    Picture a(200, 200, white);
    Picture b(200, 200, white);
    draw_legend(a, 0, 0, many);
    draw_legend(b, 0, 0, said);
    EXPECT_EQ(largest_difference(a, b), 0);
    EXPECT_EQ(count_pixels(a, category_colour(3)), 0);
}

} // namespace
} // namespace impinge::tests
