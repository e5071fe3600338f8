// SPDX-License-Identifier: Apache-2.0
//
// Which pixels are looked at together, and what the codes of their layers mean.
#include "imagespace/layers/layer_areas.hpp"
#include "imagespace/layers/layer_codes.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace impinge::tests {
namespace {

using imagespace::CodeWords;
using imagespace::LayerArea;
using imagespace::LayerAreas;
using imagespace::LayerCodes;
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

TEST(LayerAreas, HoldEveryPixelOnceWithinTheirBox) {
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
        const LayerAreas areas = imagespace::layer_areas(
            pixels, {.least_pixels = random.below(200), .most_added_pixels = random.below(5000)});
        std::vector<std::uint32_t> found = areas.scattered;
        EXPECT_TRUE(std::ranges::is_sorted(areas.scattered));
        for (const LayerArea& area : areas.compact) {
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

TEST(LayerAreas, AreTight) {
    std::vector<PixelPlace> pixels;
    add_block(pixels, 100, 60, 30);
    const LayerAreas areas = imagespace::layer_areas(pixels, {});
    ASSERT_EQ(areas.compact.size(), 1U);
    EXPECT_EQ(areas.compact[0].box, (raster::PixelArea{100, 60, 30, 30}));
    EXPECT_EQ(areas.compact[0].pixels.size(), 900U);
}

TEST(LayerAreas, FarFromEachOtherStayTwoUnlessJoiningIsCheap) {
    std::vector<PixelPlace> pixels;
    add_block(pixels, 0, 0, 20);
    add_block(pixels, 200, 0, 20);
    EXPECT_EQ(imagespace::layer_areas(pixels, {}).compact.size(), 2U);
    // The box around both has 180 x 20 pixels more.
    EXPECT_EQ(imagespace::layer_areas(pixels, {.most_added_pixels = 3599}).compact.size(), 2U);
    const LayerAreas joined = imagespace::layer_areas(pixels, {.most_added_pixels = 3600});
    ASSERT_EQ(joined.compact.size(), 1U);
    EXPECT_EQ(joined.compact[0].box, (raster::PixelArea{0, 0, 220, 20}));
}

TEST(LayerAreas, WithFewPixelsAreScattered) {
    std::vector<PixelPlace> pixels;
    add_block(pixels, 0, 0, 20);
    add_block(pixels, 200, 0, 5);
    const LayerAreas areas = imagespace::layer_areas(pixels, {.least_pixels = 26});
    ASSERT_EQ(areas.compact.size(), 1U);
    EXPECT_EQ(areas.compact[0].pixels.size(), 400U);
    EXPECT_EQ(areas.scattered.size(), 25U);
    EXPECT_EQ(imagespace::layer_areas(pixels, {.least_pixels = 25}).compact.size(), 2U);
}

TEST(LayerAreas, AreNeverMany) {
    std::vector<PixelPlace> pixels;
    for (std::uint32_t i = 0; i < 400; ++i) {
        pixels.push_back({i % 20 * 50, i / 20 * 50});
    }
    sort_by_rows(pixels);
    const LayerAreas areas = imagespace::layer_areas(pixels, {});
    EXPECT_LE(areas.compact.size(), 16U);
    EXPECT_GE(areas.scattered.size(), 384U);
}

TEST(LayerAreas, OfNothingAreNone) {
    const LayerAreas areas = imagespace::layer_areas({}, {});
    EXPECT_TRUE(areas.compact.empty());
    EXPECT_TRUE(areas.scattered.empty());
}

/// A peeled layer: 0 left and 1 entered of A, 2 and 3 of B.
using Codes = std::vector<unsigned>;

LayerCodes taken(const Codes& codes) {
    LayerCodes result;
    for (std::size_t begin = 0; begin < codes.size(); begin += CodeWords::layers) {
        CodeWords words;
        const std::size_t end = std::min<std::size_t>(codes.size(), begin + CodeWords::layers);
        for (std::size_t i = begin; i < end; ++i) {
            std::uint8_t& word = i % 2 == 0 ? words.even : words.odd;
            word = static_cast<std::uint8_t>(word | codes[i] << ((i - begin) / 2 * 2));
        }
        result.take(words, static_cast<unsigned>(end - begin));
    }
    return result;
}

/// The winding number of a body behind the first so many layers.
int winding(const Codes& codes, std::size_t layers, unsigned owner) {
    int sum = 0;
    for (std::size_t i = 0; i < layers; ++i) {
        sum += codes[i] / 2 == owner ? (codes[i] % 2 == 1 ? 1 : -1) : 0;
    }
    return sum;
}

void expect_windings(const Codes& codes, const LayerCodes& result) {
    bool overlap = false;
    for (std::size_t layers = 0; layers <= codes.size(); ++layers) {
        overlap = overlap || (winding(codes, layers, 0) >= 1 && winding(codes, layers, 1) >= 1);
    }
    ASSERT_EQ(result.overlap, overlap) << testing::PrintToString(codes);
    ASSERT_EQ(result.balanced(),
              winding(codes, codes.size(), 0) == 0 && winding(codes, codes.size(), 1) == 0);
}

TEST(LayerCodes, SayWhetherBothWindAroundSomething) {
    std::size_t overlapping = 0;
    std::size_t balanced = 0;
    std::size_t cases = 0;
    for (std::size_t length = 0; length <= 8; length += 2) {
        for (std::uint32_t bits = 0; bits < 1U << (2 * length); ++bits) {
            Codes codes;
            for (std::size_t i = 0; i < length; ++i) {
                codes.push_back(bits >> (2 * i) & 3U);
            }
            const LayerCodes result = taken(codes);
            ASSERT_NO_FATAL_FAILURE(expect_windings(codes, result));
            overlapping += result.overlap ? 1 : 0;
            balanced += result.balanced() ? 1 : 0;
            ++cases;
        }
    }
    EXPECT_GT(overlapping, cases / 5);
    EXPECT_GT(balanced, cases / 50);
}

TEST(LayerCodes, GoOnForAnyNumberOfWords) {
    Random random(2);
    std::size_t overlapping = 0;
    for (int round = 0; round < 2000; ++round) {
        Codes codes; // one body after the other, up to three windings deep
        const std::size_t pieces = random.below(20);
        for (std::size_t i = 0; i < pieces; ++i) {
            const auto owner = static_cast<unsigned>(random.below(2));
            const std::size_t depth = 1 + random.below(3);
            codes.insert(codes.end(), depth, 2 * owner + 1);
            codes.insert(codes.end(), depth, 2 * owner);
        }
        if (pieces > 0 && random.below(2) == 0) { // anywhere, also at the end of a word
            std::swap(codes[random.below(codes.size())], codes[random.below(codes.size())]);
        }
        const LayerCodes result = taken(codes);
        ASSERT_NO_FATAL_FAILURE(expect_windings(codes, result));
        overlapping += result.overlap ? 1 : 0;
    }
    EXPECT_GT(overlapping, 200U);
    EXPECT_LT(overlapping, 1000U);
}

} // namespace
} // namespace impinge::tests
