// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/candidate_pairs.hpp"

#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

namespace impinge::tests {
namespace {

using Pairs = std::multiset<std::pair<std::uint32_t, std::uint32_t>>;

Code code_between(Random& random, int low, int high) {
    return static_cast<Code>(random.integer(low, std::min<int>(high, above_region)));
}

struct Family {
    int spread; ///< boxes start within this many codes of the lowest one
    int size;   ///< and are at most this long
};

QuantisedTriangle random_box(Random& random, Family family, std::uint32_t index) {
    QuantisedTriangle box{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Code low = code_between(random, below_region, below_region + family.spread);
        box.low[axis] = low;
        box.high[axis] = code_between(random, low, low + family.size);
    }
    box.index = index;
    return box;
}

std::vector<QuantisedTriangle> random_boxes(Random& random, Family family, std::uint32_t count) {
    std::vector<QuantisedTriangle> boxes;
    for (std::uint32_t index = 0; index < count; ++index) {
        boxes.push_back(random_box(random, family, index));
    }
    return boxes;
}

Pairs matched(const std::vector<QuantisedTriangle>& a, const std::vector<QuantisedTriangle>& b,
              ImageGrid grid) {
    const PixelBins bins_a = pixel_bins(a, grid);
    const PixelBins bins_b = pixel_bins(b, grid);
    Pairs pairs;
    for (std::size_t pixel = 0; pixel < grid.pixel_count(); ++pixel) {
        for (const Candidate& pair : match_pixel(bins_a, bins_b, pixel, grid)) {
            pairs.emplace(pair.a, pair.b);
        }
    }
    return pairs;
}

/// Interval by interval, in plain integers.
Pairs matched_by_hand(const std::vector<QuantisedTriangle>& a,
                      const std::vector<QuantisedTriangle>& b) {
    Pairs pairs;
    for (const QuantisedTriangle& s : a) {
        for (const QuantisedTriangle& t : b) {
            bool overlap = true;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const int start = std::max<int>(s.low[axis], t.low[axis]);
                const int end = std::min<int>(s.high[axis], t.high[axis]);
                overlap = overlap && start <= end;
            }
            if (overlap) {
                pairs.emplace(s.index, t.index);
            }
        }
    }
    return pairs;
}

class MatchFamilies : public testing::TestWithParam<Family> {};

TEST_P(MatchFamilies, FindsEveryOverlappingPairOnce) {
    Random random(2718);
    std::size_t found = 0;
    for (std::size_t round = 0; round < scaled(20); ++round) {
        const auto a = random_boxes(random, GetParam(), 300);
        const auto b = random_boxes(random, GetParam(), 200);
        const Pairs expected = matched_by_hand(a, b);
        for (const int shift : {10, 12, 15}) {
            ASSERT_EQ(matched(a, b, ImageGrid{shift}), expected) << "shift " << shift;
        }
        found += expected.size();
    }
    EXPECT_GT(found, 0U);
}

INSTANTIATE_TEST_SUITE_P(Exact, MatchFamilies,
                         testing::Values(Family{65535, 3000},  // small boxes everywhere
                                         Family{65535, 65535}, // large ones
                                         Family{500, 20},      // all in one pixel
                                         Family{3, 2},         // hardly any place to cut
                                         Family{0, 0}));       // all equal

TEST(Match, ALostPairWouldBeNoticed) {
    Random random(1);
    const auto boxes = random_boxes(random, {100, 50}, 20);
    Pairs wrong = matched_by_hand(boxes, boxes);
    wrong.erase(wrong.begin());
    EXPECT_NE(matched(boxes, boxes, ImageGrid{}), wrong);
}

TEST(SliceImage, MeetsWhateverOverlapsAMarkedBox) {
    Random random(31);
    std::size_t meeting = 0;
    const std::size_t rounds = scaled(20000);
    for (std::size_t round = 0; round < rounds; ++round) {
        const Family family{30000, 12000};
        const QuantisedTriangle marked = random_box(random, family, 0);
        const QuantisedTriangle asked = random_box(random, family, 0);
        SliceImage image(ImageGrid{random.integer(10, 15)});
        image.mark(marked);
        const bool overlap = !matched_by_hand({marked}, {asked}).empty();
        meeting += overlap ? 1 : 0;
        ASSERT_TRUE(image.meets(asked) || !overlap);
    }
    EXPECT_GT(meeting, rounds / 50);
}

TEST(SliceImage, DropsABoxInAnEmptyPlace) {
    SliceImage image(ImageGrid{});
    image.mark({Codes{0, 0, 0, 0}, Codes{10, 10, 10, 0}, 0});
    EXPECT_FALSE(image.meets({Codes{5000, 0, 0, 0}, Codes{5010, 10, 10, 0}, 0}));
    EXPECT_FALSE(image.meets({Codes{0, 0, 5000, 0}, Codes{10, 10, 5010, 0}, 0}));
    EXPECT_TRUE(image.meets({Codes{5, 5, 5, 0}, Codes{5010, 10, 10, 0}, 0}));
}

} // namespace
} // namespace impinge::tests
