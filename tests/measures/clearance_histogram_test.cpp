// SPDX-License-Identifier: Apache-2.0
//
// Areas of surfaces near another body, against closed forms and against sampling.
#include "impinge/clearance_histogram.hpp"

#include "base/random.hpp"
#include "impinge/triangle.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace impinge {
namespace {

ClearanceHistogram need_histogram(const Mesh& a, const Mesh& b, std::span<const double> limits,
                                  unsigned threads = 1) {
    const auto found = clearance_histogram({a.view()}, {b.view()}, limits, {}, Context(threads));
    EXPECT_TRUE(found && !found->partial);
    return found ? *found : ClearanceHistogram();
}

void expect_bounds_hold(const SurfaceHistogram& histogram) {
    double before = 0;
    for (const NearArea& near : histogram.near) {
        EXPECT_LE(near.at_least, near.area * (1 + 1e-12));
        EXPECT_LE(near.area, near.at_most * (1 + 1e-12));
        EXPECT_LE(near.at_most, histogram.area * (1 + 1e-12));
        EXPECT_GE(near.area, before * (1 - 1e-12));
        before = near.area;
    }
}

TEST(ClearanceHistogram, OfParallelPlatesIsTheirArea) {
    const Mesh lower = scenes::box({0, 0, 0}, {2, 3, 1});
    const Mesh upper = scenes::box({0, 0, 1.5}, {2, 3, 2});
    const std::array limits{0.25, 0.5, 0.75};
    const auto found = need_histogram(lower, upper, limits);
    EXPECT_NEAR(found.of_a.area, 2 * (6 + 2 + 3), 1e-13);
    EXPECT_EQ(found.of_a.near[0].at_most, 0);
    // The limit itself is within; of the walls only the rim is that near.
    EXPECT_NEAR(found.of_a.near[1].at_least, 6, 1e-12);
    EXPECT_LT(found.of_a.near[1].at_most, 6.2);
    // Of the walls a strip of 0.25 below the rim.
    EXPECT_NEAR(found.of_a.near[2].area, 6 + 10 * 0.25, 0.02);
    EXPECT_LE(found.of_a.near[2].at_least, 6 + 10 * 0.25);
    EXPECT_GE(found.of_a.near[2].at_most, 6 + 10 * 0.25);
    EXPECT_LT(found.of_a.near[2].at_most - found.of_a.near[2].at_least, 0.3);
    expect_bounds_hold(found.of_a);
    expect_bounds_hold(found.of_b);
}

TEST(ClearanceHistogram, OfAPointOverAPlateAreDiscs) {
    const Mesh plate = scenes::box({-2, -2, -1}, {2, 2, 0});
    Mesh needle; // a slim tetrahedron that stands on its tip
    needle.positions = {{0, 0, 0.5}, {1e-3, 0, 9}, {-1e-3, 1e-3, 9}, {-1e-3, -1e-3, 9}};
    needle.triangles = {{0, 1, 3}, {0, 2, 1}, {0, 3, 2}, {1, 2, 3}};
    const std::array limits{0.4, 0.7, 1.0, 1.5};
    const auto found = need_histogram(plate, needle, limits);
    for (const NearArea& near : found.of_a.near) {
        const double squared_radius = std::max(0.0, near.limit * near.limit - 0.25);
        const double disc = std::numbers::pi * squared_radius;
        EXPECT_NEAR(near.area, disc, 2e-3 * disc) << near.limit;
        EXPECT_LE(near.at_least, disc * (1 + 1e-3));
        EXPECT_GE(near.at_most, disc);
    }
}

/// The distance of a point from a surface, by all of its triangles.
double brute_distance(Vec3d point, const Mesh& mesh) {
    double squared = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const auto d = triangle_distance({{point, point, point}}, mesh.view().triangle(i));
        squared = std::min(squared, d.squared_distance);
    }
    return std::sqrt(squared);
}

TEST(ClearanceHistogram, OfBumpyBallsIsThatOfSamples) {
    Random random(5);
    const Mesh a = scenes::bumpy_sphere({.triangles = 300, .seed = 5});
    Mesh b = scenes::bumpy_sphere({.triangles = 300, .seed = 6});
    for (Vec3d& p : b.positions) {
        p.x += 2.1;
    }
    const std::array limits{0.2, 0.5, 1.0, 1.5};
    const auto found = need_histogram(a, b, limits);
    std::array<double, 4> sampled{};
    double area = 0;
    const std::size_t samples = std::max<std::size_t>(4, tests::scaled(20));
    for (std::size_t i = 0; i < a.triangles.size(); ++i) {
        const auto t = a.view().triangle(static_cast<std::uint32_t>(i));
        const double size = length(cross(t[1] - t[0], t[2] - t[0])) / 2;
        area += size;
        for (std::size_t k = 0; k < samples; ++k) {
            const double u = random.uniform(0, 1);
            const double v = random.uniform(0, 1);
            const double s = std::sqrt(u);
            const Vec3d p = t[0] * (1 - s) + t[1] * (s * (1 - v)) + t[2] * (s * v);
            const double d = brute_distance(p, b);
            for (std::size_t l = 0; l < limits.size(); ++l) {
                sampled.at(l) += d <= limits.at(l) ? size / static_cast<double>(samples) : 0;
            }
        }
    }
    EXPECT_NEAR(found.of_a.area, area, 1e-12 * area);
    for (std::size_t l = 0; l < limits.size(); ++l) {
        const double slack = 0.01 * area;
        EXPECT_LE(found.of_a.near[l].at_least, sampled.at(l) + slack);
        EXPECT_GE(found.of_a.near[l].at_most, sampled.at(l) - slack);
        EXPECT_NEAR(found.of_a.near[l].area, sampled.at(l), slack);
        EXPECT_GT(sampled.at(l), 0);
    }
    expect_bounds_hold(found.of_a);
    expect_bounds_hold(found.of_b);
    const auto threaded = need_histogram(a, b, limits, 3);
    const auto mirrored = need_histogram(b, a, limits);
    for (std::size_t l = 0; l < limits.size(); ++l) {
        EXPECT_EQ(found.of_a.near[l].area, threaded.of_a.near[l].area);
        EXPECT_EQ(found.of_a.near[l].at_most, threaded.of_a.near[l].at_most);
        EXPECT_EQ(found.of_a.near[l].area, mirrored.of_b.near[l].area);
        EXPECT_EQ(found.of_b.near[l].at_least, mirrored.of_a.near[l].at_least);
    }
}

TEST(ClearanceHistogram, BadInputsAreRefusedAndNothingIsNearNothing) {
    const Mesh box = scenes::box({0, 0, 0}, {1, 1, 1});
    const auto asked = [&](std::vector<double> limits, double finest = 0.1) {
        return clearance_histogram({box.view()}, {box.view()}, limits, {.finest = finest})
            .has_value();
    };
    EXPECT_TRUE(asked({}));
    EXPECT_TRUE(asked({0, 1}));
    EXPECT_FALSE(asked({-1}));
    EXPECT_FALSE(asked({1, 1}));
    EXPECT_FALSE(asked({std::nan("")}));
    EXPECT_FALSE(asked({1}, 0));
    EXPECT_FALSE(asked({1}, std::nan("")));
    const std::array limits{1.0};
    const auto nothing = need_histogram(box, Mesh(), limits);
    EXPECT_NEAR(nothing.of_a.area, 6, 1e-14);
    EXPECT_EQ(nothing.of_a.near[0].at_most, 0);
    EXPECT_EQ(nothing.of_b.area, 0);
}

} // namespace
} // namespace impinge
