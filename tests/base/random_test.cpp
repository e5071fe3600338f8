// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"

#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

namespace impinge {
namespace {

TEST(Random, IsSplitmix64) {
    // The published sequence of the generator for this seed.
    constexpr std::array<std::uint64_t, 5> expected{6457827717110365317u, 3203168211198807973u,
                                                    9817491932198370423u, 4593380528125082431u,
                                                    16408922859458223821u};
    Random random(1234567);
    for (const std::uint64_t word : expected) {
        EXPECT_EQ(random.next(), word);
    }
}

TEST(Random, UnitIsAMultipleOfTwoToTheMinus53BelowOne) {
    Random random(1);
    for (std::size_t i = 0; i < tests::scaled(100'000); ++i) {
        const double value = random.unit();
        ASSERT_GE(value, 0.0);
        ASSERT_LT(value, 1.0);
        ASSERT_EQ(value * 0x1p53, std::floor(value * 0x1p53));
    }
}

TEST(Random, UnitFillsTheIntervalEvenly) {
    constexpr int draws = 100'000;
    std::array<int, 10> bins{};
    Random random(2);
    for (int i = 0; i < draws; ++i) {
        ++bins[static_cast<std::size_t>(random.unit() * 10)];
    }
    // Five standard deviations of a bin's count.
    const double slack = 5 * std::sqrt(draws * 0.1 * 0.9);
    for (const int count : bins) {
        EXPECT_NEAR(count, 0.1 * draws, slack);
    }
}

TEST(Random, UniformStaysInItsInterval) {
    Random random(3);
    for (std::size_t i = 0; i < tests::scaled(100'000); ++i) {
        const double value = random.uniform(-3, 5);
        ASSERT_GE(value, -3.0);
        ASSERT_LT(value, 5.0);
    }
}

TEST(Random, IntegerReachesBothEndsAndNothingElse) {
    Random random(4);
    std::map<int, int> seen;
    for (int i = 0; i < 7000; ++i) {
        const int value = random.integer(-3, 3);
        ASSERT_GE(value, -3);
        ASSERT_LE(value, 3);
        ++seen[value];
    }
    EXPECT_EQ(seen.size(), 7u);
    for (const auto& [value, count] : seen) {
        EXPECT_GT(count, 800) << value;
    }
}

TEST(Random, BelowOneIsAlwaysZero) {
    Random random(5);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(random.below(1), 0u);
    }
}

TEST(Random, PointsDrawXThenYThenZ) {
    Random by_point(6);
    Random by_coordinate(6);
    const Vec3d point = by_point.in_box({-1, 10, 100}, {1, 20, 200});
    EXPECT_EQ(point.x, by_coordinate.uniform(-1, 1));
    EXPECT_EQ(point.y, by_coordinate.uniform(10, 20));
    EXPECT_EQ(point.z, by_coordinate.uniform(100, 200));
}

TEST(Random, DifferentSeedsGiveDifferentSequences) {
    Random a(7);
    Random b(8);
    EXPECT_NE(a.next(), b.next());
}

} // namespace
} // namespace impinge
