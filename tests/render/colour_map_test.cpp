// SPDX-License-Identifier: Apache-2.0
#include "impinge/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <tuple>

namespace impinge::tests {
namespace {

using namespace render;

using Triple = std::array<double, 3>;

Triple linear_light(Colour colour) {
    const auto linear = [](int byte) {
        const double value = byte / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return {linear(colour.r), linear(colour.g), linear(colour.b)};
}

/// CIE L*, a*, b* under D65.
Triple cie_lab(Triple light) {
    const auto [r, g, b] = light;
    const auto root = [](double t) {
        return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    };
    const double x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const double y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const double z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// What eyes without green cones see (Machado, Oliveira and Fernandes 2009).
Triple without_green_cones(Triple light) {
    const auto [r, g, b] = light;
    const auto shown = [](double value) { return std::clamp(value, 0.0, 1.0); };
    return {shown(0.367322 * r + 0.860646 * g - 0.227968 * b),
            shown(0.280085 * r + 0.672501 * g + 0.047413 * b),
            shown(-0.011820 * r + 0.042940 * g + 0.968881 * b)};
}

double lightness(Colour colour) { return cie_lab(linear_light(colour))[0]; }

double difference(Triple a, Triple b) {
    const Triple p = cie_lab(a);
    const Triple q = cie_lab(b);
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/// Asserts that lightness changes by about the same in each of 32 steps from one t to another.
void expect_even_lightness(ColourMap map, double from, double to) {
    constexpr int steps = 32;
    const double whole = lightness(map_colour(map, to)) - lightness(map_colour(map, from));
    for (int i = 0; i < steps; ++i) {
        const double t0 = from + (to - from) * i / steps;
        const double t1 = from + (to - from) * (i + 1) / steps;
        const double step = lightness(map_colour(map, t1)) - lightness(map_colour(map, t0));
        EXPECT_GT(step / whole * steps, 0.6) << to_string(map) << " at " << t0;
        EXPECT_LT(step / whole * steps, 1.4) << to_string(map) << " at " << t0;
    }
}

TEST(ColourMaps, LightnessGrowsEvenly) {
    for (const ColourMap map : {ColourMap::Sequential, ColourMap::Heat}) {
        expect_even_lightness(map, 0, 1);
        EXPECT_GT(lightness(map_colour(map, 1)) - lightness(map_colour(map, 0)), 70);
    }
}

TEST(ColourMaps, TheDivergingOneIsLightestInTheMiddleAndEvenToBothEnds) {
    expect_even_lightness(ColourMap::Diverging, 0.5, 0);
    expect_even_lightness(ColourMap::Diverging, 0.5, 1);
    const Colour low = map_colour(ColourMap::Diverging, 0);
    const Colour high = map_colour(ColourMap::Diverging, 1);
    EXPECT_NEAR(lightness(low), lightness(high), 2) << "neither sign looks like more";
    EXPECT_GT(low.b, low.r + 100);
    EXPECT_GT(high.r, high.b + 100);
    const Colour middle = map_colour(ColourMap::Diverging, 0.5);
    EXPECT_TRUE(middle.r == middle.g && middle.g == middle.b);
}

TEST(ColourMaps, GreyIsTheByteItself) {
    for (int i = 0; i < 256; ++i) {
        const auto byte = static_cast<std::uint8_t>(i);
        EXPECT_EQ(map_colour(ColourMap::Grey, i / 255.0), (Colour{byte, byte, byte}));
    }
}

TEST(ColourMaps, HoldBeyondTheirEndsAndHaveNothingForNoNumber) {
    for (const ColourMap map :
         {ColourMap::Sequential, ColourMap::Diverging, ColourMap::Grey, ColourMap::Heat}) {
        EXPECT_EQ(map_colour(map, -1e300), map_colour(map, 0));
        EXPECT_EQ(map_colour(map, INFINITY), map_colour(map, 1));
        EXPECT_EQ(map_colour(map, std::nan("")), transparent);
        EXPECT_EQ(map_colour(map, 0.3).a, 255);
        EXPECT_EQ(colour_map_from_string(to_string(map)), map);
    }
    EXPECT_EQ(colour_map_from_string("rainbow"), std::nullopt);
    EXPECT_EQ(colour_map_from_string(""), std::nullopt);
}

TEST(Categories, AreEasyToTellApart) {
    for (std::uint32_t i = 0; i < 10; ++i) {
        const Triple light = linear_light(category_colour(i));
        EXPECT_GT(difference(light, linear_light(white)), 25) << i;
        EXPECT_GT(difference(light, linear_light(black)), 25) << i;
        for (std::uint32_t j = 0; j < i; ++j) {
            const Triple other = linear_light(category_colour(j));
            EXPECT_GT(difference(light, other), 25) << i << " " << j;
            EXPECT_GT(difference(without_green_cones(light), without_green_cones(other)), 12)
                << i << " " << j;
        }
    }
}

TEST(Categories, ThirtyAreDifferentAndThenTheyComeAgain) {
    std::set<std::tuple<int, int, int>> seen;
    for (std::uint32_t i = 0; i < 30; ++i) {
        const Colour colour = category_colour(i);
        EXPECT_TRUE(seen.emplace(colour.r, colour.g, colour.b).second) << i;
        EXPECT_EQ(category_colour(i + 30), colour);
    }
    EXPECT_EQ(category_colour(0xFFFFFFFF).a, 255);
}

} // namespace
} // namespace impinge::tests
