// SPDX-License-Identifier: Apache-2.0
//
// What is spread is looked at from outside: every direction there is, how far is it from the
// nearest line, and how near do two of the lines come?
#include "imagespace/projection/spread_directions.hpp"

#include "tests/imagespace/seeded_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impinge::tests {
namespace {

using imagespace::most_spread_directions;
using imagespace::spread_directions;

constexpr double degree = 3.14159265358979323846 / 180;

double line_angle_degrees(Vec3d u, Vec3d v) {
    const double cosine = std::abs(dot(u, v)) / (length(u) * length(v));
    return std::acos(std::min(1.0, cosine)) / degree;
}

/// The farthest that any direction is from the nearest line, to about a degree.
double covering_angle_degrees(const std::vector<Vec3d>& lines) {
    double farthest = 0;
    for (int latitude = 0; latitude <= 90; ++latitude) {
        for (int longitude = 0; longitude < 360; longitude += 2) {
            const double up = std::sin(latitude * degree);
            const double flat = std::cos(latitude * degree);
            const Vec3d seen{flat * std::cos(longitude * degree),
                             flat * std::sin(longitude * degree), up};
            double nearest = 90;
            for (const Vec3d& line : lines) {
                nearest = std::min(nearest, line_angle_degrees(seen, line));
            }
            farthest = std::max(farthest, nearest);
        }
    }
    return farthest;
}

double least_angle_degrees(const std::vector<Vec3d>& lines) {
    double least = 90;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (std::size_t j = i + 1; j < lines.size(); ++j) {
            least = std::min(least, line_angle_degrees(lines[i], lines[j]));
        }
    }
    return least;
}

TEST(SpreadDirections, AreTheAxesDiagonalsAndEdgesOfACube) {
    struct Wanted {
        std::size_t count;
        double least;    ///< between two lines
        double covering; ///< from anywhere to the nearest line
    };
    // By hand: the angles between axes, diagonals and edge diagonals of a cube.
    for (const auto& [count, least, covering] :
         {Wanted{1, 90, 90}, Wanted{2, 90, 90}, Wanted{3, 90, 54.74}, Wanted{7, 54.74, 36.21},
          Wanted{13, 35.26, 27.6}, Wanted{49, 15.79, 17.7}}) {
        const auto lines = spread_directions({{0.36, -0.48, 0.8}}, count, {});
        ASSERT_EQ(lines.size(), count);
        EXPECT_NEAR(least_angle_degrees(lines), least, 0.01) << count;
        EXPECT_LT(covering_angle_degrees(lines), covering + 0.01) << count;
        EXPECT_GT(covering_angle_degrees(lines), 0.7 * covering) << count;
        for (const Vec3d& line : lines) {
            EXPECT_NEAR(length(line), 1, 1e-15);
        }
    }
}

TEST(SpreadDirections, OfAFewAreTheFirstOfMany) {
    const Vec3d first{0.6, 0, -0.8};
    const auto all = spread_directions({first}, most_spread_directions, {1, 2, 3});
    EXPECT_EQ(all.front(), first);
    for (std::size_t count = 1; count < all.size(); ++count) {
        const auto few = spread_directions({first}, count, {1, 2, 3});
        EXPECT_TRUE(std::equal(few.begin(), few.end(), all.begin(),
                               all.begin() + static_cast<std::ptrdiff_t>(count)))
            << count;
    }
    EXPECT_EQ(spread_directions({first}, 1000, {}).size(), std::size_t{most_spread_directions});
}

TEST(SpreadDirections, AreTheSameLinesSeenFromTheOtherBody) {
    Random random(11);
    for (int i = 0; i < 200; ++i) {
        const Vec3d first = random_direction(random);
        const Vec3d a_to_b = random_direction(random);
        const auto one = spread_directions({first}, 20, a_to_b);
        const auto other = spread_directions({-first}, 20, -a_to_b);
        ASSERT_EQ(one.size(), other.size());
        for (std::size_t k = 0; k < one.size(); ++k) {
            EXPECT_EQ(one[k], -other[k]);
            EXPECT_EQ(dot(one[k], a_to_b) < 0, dot(first, a_to_b) < 0);
        }
    }
}

TEST(SpreadDirections, KeepWhatWasGivenAndNothingNearIt) {
    const Vec3d first{1, 0, 0};
    const Vec3d tilted{0, 0.99, 0.141};
    const auto lines = spread_directions({first, tilted}, 7, {});
    ASSERT_EQ(lines.size(), 7U);
    EXPECT_EQ(lines[0], first);
    EXPECT_EQ(lines[1], tilted);
    EXPECT_GT(least_angle_degrees(lines), 14);
    EXPECT_EQ(spread_directions({first, tilted}, 1, {}).size(), 2U) << "what was given stays";
    // Half way between two of the 49 lines, (1, 1, 1) and (2, 2, 1) along the cube's axes.
    const Vec3d between = Vec3d{1, 1, -1} * (1 / std::sqrt(3)) + Vec3d{2, 1, -2} * (1.0 / 3);
    EXPECT_EQ(spread_directions({first, between}, 49, {}).size(), 48U);
}

} // namespace
} // namespace impinge::tests
