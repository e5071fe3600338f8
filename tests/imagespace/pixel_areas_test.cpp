// SPDX-License-Identifier: Apache-2.0
//
// Which pixels are looked at together.
#include "imagespace/pixel_areas.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace impinge::tests {
namespace {

using imagespace::CompactArea;
using imagespace::PixelAreas;
using imagespace::PixelPlace;

void sort_by_rows(std::vector<PixelPlace>& pixels) {
    const auto order = [](const PixelPlace& p) { return std::tuple(p.y, p.x); };
    std::ranges::sort(pixels, {}, order);
    pixels.erase(std::unique(pixels.begin(), pixels.end()), pixels.end());
}

void add_block(std::vector<PixelPlace>& pixels, std::uint32_t x, std::uint32_t y,
               std::uint32_t side) {
    for (std::uint32_t i = 0; i < side * side; ++i) {
        pixels.push_back({x + i % side, y + i / side});
    }
    sort_by_rows(pixels);
}

TEST(PixelAreas, HoldEveryPixelOnceWithinTheirBox) {
    Random random(1);
    std::size_t compact = 0;
    std::size_t scattered = 0;
    for (int round = 0; round < 50; ++round) {
        std::vector<PixelPlace> pixels;
        for (int i = random.integer(0, 30); i >= 0; --i) {
            add_block(pixels, static_cast<std::uint32_t>(random.below(900)),
                      static_cast<std::uint32_t>(random.below(700)),
                      static_cast<std::uint32_t>(random.integer(1, 20)));
        }
        const PixelAreas areas = imagespace::pixel_areas(
            pixels, {.least_pixels = random.below(200), .most_added_pixels = random.below(5000)});
        std::vector<std::uint32_t> found = areas.scattered;
        EXPECT_TRUE(std::ranges::is_sorted(areas.scattered));
        for (const CompactArea& area : areas.compact) {
            EXPECT_TRUE(std::ranges::is_sorted(area.pixels));
            for (const std::uint32_t place : area.pixels) {
                const int x = static_cast<int>(pixels[place].x) - area.box.x;
                const int y = static_cast<int>(pixels[place].y) - area.box.y;
                ASSERT_TRUE(x >= 0 && y >= 0 && x < area.box.width && y < area.box.height);
            }
            found.insert(found.end(), area.pixels.begin(), area.pixels.end());
            compact += area.pixels.size();
        }
        scattered += areas.scattered.size();
        std::ranges::sort(found);
        ASSERT_EQ(found.size(), pixels.size());
        for (std::uint32_t i = 0; i < found.size(); ++i) {
            ASSERT_EQ(found[i], i);
        }
    }
    EXPECT_GT(compact, 10'000U);
    EXPECT_GT(scattered, 5'000U);
}

TEST(PixelAreas, AreTight) {
    std::vector<PixelPlace> pixels;
    add_block(pixels, 100, 60, 30);
    const PixelAreas areas = imagespace::pixel_areas(pixels, {});
    ASSERT_EQ(areas.compact.size(), 1U);
    EXPECT_EQ(areas.compact[0].box, (raster::PixelArea{100, 60, 30, 30}));
    EXPECT_EQ(areas.compact[0].pixels.size(), 900U);
}

TEST(PixelAreas, FarFromEachOtherStayTwoUnlessJoiningIsCheap) {
    std::vector<PixelPlace> pixels;
    add_block(pixels, 0, 0, 20);
    add_block(pixels, 200, 0, 20);
    EXPECT_EQ(imagespace::pixel_areas(pixels, {}).compact.size(), 2U);
    // The box around both has 180 x 20 pixels more.
    EXPECT_EQ(imagespace::pixel_areas(pixels, {.most_added_pixels = 3599}).compact.size(), 2U);
    const PixelAreas joined = imagespace::pixel_areas(pixels, {.most_added_pixels = 3600});
    ASSERT_EQ(joined.compact.size(), 1U);
    EXPECT_EQ(joined.compact[0].box, (raster::PixelArea{0, 0, 220, 20}));
}

TEST(PixelAreas, WithFewPixelsAreScattered) {
    std::vector<PixelPlace> pixels;
    add_block(pixels, 0, 0, 20);
    add_block(pixels, 200, 0, 5);
    const PixelAreas areas = imagespace::pixel_areas(pixels, {.least_pixels = 26});
    ASSERT_EQ(areas.compact.size(), 1U);
    EXPECT_EQ(areas.compact[0].pixels.size(), 400U);
    EXPECT_EQ(areas.scattered.size(), 25U);
    EXPECT_EQ(imagespace::pixel_areas(pixels, {.least_pixels = 25}).compact.size(), 2U);
}

TEST(PixelAreas, AreNeverMany) {
    std::vector<PixelPlace> pixels;
    for (std::uint32_t i = 0; i < 400; ++i) {
        pixels.push_back({i % 20 * 50, i / 20 * 50});
    }
    sort_by_rows(pixels);
    const PixelAreas areas = imagespace::pixel_areas(pixels, {});
    EXPECT_LE(areas.compact.size(), 16U);
    EXPECT_GE(areas.scattered.size(), 384U);
}

TEST(PixelAreas, OfNothingAreNone) {
    const PixelAreas areas = imagespace::pixel_areas({}, {});
    EXPECT_TRUE(areas.compact.empty());
    EXPECT_TRUE(areas.scattered.empty());
}

} // namespace
} // namespace impinge::tests
