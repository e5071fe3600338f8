// SPDX-License-Identifier: Apache-2.0
//
// clearance_pairs() against every pair of triangles, one by one.
#include "impinge/clearance_pairs.hpp"

#include "base/random.hpp"
#include "impinge/distance.hpp"
#include "impinge/triangle.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge {
namespace {

/// Triangles of any size; half of the soups have their corners on a lattice, so that many touch and
/// many are equally far.
Mesh soup(Random& random, std::size_t triangles, bool on_lattice) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < triangles; ++i) {
        const Vec3d place = random.in_box({-1, -1, -1}, {1, 1, 1});
        const double size = random.uniform(0.05, 0.6);
        for (int k = 0; k < 3; ++k) {
            Vec3d p = place + random.in_box({0, 0, 0}, {size, size, size});
            p = on_lattice ? Vec3d{std::round(p.x * 3), std::round(p.y * 3), std::round(p.z * 3)}
                           : p;
            mesh.positions.push_back(p);
        }
        mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return mesh;
}

std::vector<NearTriangles> brute_force(const Mesh& a, const Mesh& b, double clearance) {
    std::vector<NearTriangles> pairs;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
        for (std::uint32_t k = 0; k < b.triangles.size(); ++k) {
            const auto d = triangle_distance(a.view().triangle(i), b.view().triangle(k));
            const double distance = std::sqrt(d.squared_distance);
            if (distance <= clearance) {
                pairs.push_back({i, k, distance, d.point_a, d.point_b});
            }
        }
    }
    return pairs;
}

std::vector<NearTriangles> mirror(std::vector<NearTriangles> pairs) {
    for (NearTriangles& pair : pairs) {
        std::swap(pair.triangle_a, pair.triangle_b);
        std::swap(pair.point_a, pair.point_b);
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<NearTriangles> need_pairs(const Mesh& a, const Mesh& b, double clearance,
                                      unsigned threads = 1) {
    const auto found = clearance_pairs({a.view()}, {b.view()}, clearance, Context(threads));
    EXPECT_TRUE(found && !found->partial);
    return found ? found->pairs : std::vector<NearTriangles>();
}

TEST(ClearancePairs, AreThoseOfBruteForce) {
    Random random(20);
    std::size_t near = 0;
    std::size_t all = 0;
    for (std::size_t round = 0; round < tests::scaled(300); ++round) {
        const bool on_lattice = round % 2 == 1;
        const Mesh a = soup(random, 1 + random.below(50), on_lattice);
        const Mesh b = soup(random, 1 + random.below(50), on_lattice);
        const double clearance =
            on_lattice ? static_cast<double>(random.below(6)) : random.uniform(0.3, 1.6);
        const auto pairs = need_pairs(a, b, clearance);
        ASSERT_EQ(pairs, brute_force(a, b, clearance)) << "round " << round;
        ASSERT_EQ(pairs, need_pairs(a, b, clearance, 3));
        ASSERT_EQ(mirror(pairs), need_pairs(b, a, clearance));
        near += pairs.size();
        all += a.triangles.size() * b.triangles.size();
    }
    EXPECT_GT(near, all * 3 / 10);
    EXPECT_LT(near, all * 7 / 10);
}

TEST(ClearancePairs, NoneIsMissedByTheComparison) {
    Random random(21);
    const Mesh a = soup(random, 20, false);
    const Mesh b = soup(random, 20, false);
    auto pairs = need_pairs(a, b, 1);
    ASSERT_FALSE(pairs.empty());
    pairs.pop_back();
    EXPECT_NE(pairs, brute_force(a, b, 1));
}

TEST(ClearancePairs, OfClearanceZeroAreThoseThatMeet) {
    Mesh a = scenes::bumpy_sphere({.triangles = 800, .seed = 3});
    Mesh b = scenes::bumpy_sphere({.triangles = 900, .seed = 4});
    for (Vec3d& p : b.positions) {
        p.x += 1.6;
    }
    const auto meeting = collide({a.view()}, {b.view()}, {.detail = Detail::Pairs}, Context(1));
    ASSERT_TRUE(meeting);
    const auto pairs = need_pairs(a, b, 0);
    ASSERT_GT(pairs.size(), 20U);
    ASSERT_EQ(pairs.size(), meeting->pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        EXPECT_EQ(pairs[i].distance, 0);
        EXPECT_EQ(pairs[i].triangle_a, meeting->pairs[i].a);
        EXPECT_EQ(pairs[i].triangle_b, meeting->pairs[i].b);
    }
}

TEST(ClearancePairs, SmallestIsTheDistance) {
    Random random(22);
    for (std::size_t round = 0; round < tests::scaled(60); ++round) {
        const Mesh a = scenes::bumpy_sphere({.triangles = 300, .seed = 2 * round + 1});
        Mesh b = scenes::bumpy_sphere({.triangles = 300, .seed = 2 * round + 2});
        const Vec3d offset{random.uniform(2.2, 2.7), random.uniform(-0.3, 0.3), 0};
        for (Vec3d& p : b.positions) {
            p = p + offset;
        }
        const auto nearest = distance({a.view()}, {b.view()}, Context(1));
        ASSERT_TRUE(nearest);
        const auto smallest = [](const std::vector<NearTriangles>& pairs) {
            return std::min_element(
                       pairs.begin(), pairs.end(),
                       [](const auto& p, const auto& q) { return p.distance < q.distance; })
                ->distance;
        };
        const auto at_it = need_pairs(a, b, nearest->distance);
        ASSERT_FALSE(at_it.empty());
        EXPECT_EQ(smallest(at_it), nearest->distance);
        EXPECT_TRUE(need_pairs(a, b, std::nextafter(nearest->distance, 0.0)).empty());
        EXPECT_EQ(smallest(need_pairs(a, b, nearest->distance + 0.1)), nearest->distance);
    }
}

TEST(ClearancePairs, HoldForExtremeSizes) {
    for (const double scale : {0x1p-500, 0x1p600}) {
        Mesh a = scenes::box({0, 0, 0}, {1, 1, 1}, 48);
        Mesh b = scenes::box({1.25, 0, 0}, {2, 1, 1}, 48);
        const auto plain = need_pairs(a, b, 0.5);
        ASSERT_FALSE(plain.empty());
        for (Mesh* mesh : {&a, &b}) {
            for (Vec3d& p : mesh->positions) {
                p = p * scale;
            }
        }
        const auto scaled = need_pairs(a, b, 0.5 * scale);
        ASSERT_EQ(scaled.size(), plain.size());
        for (std::size_t i = 0; i < plain.size(); ++i) {
            EXPECT_EQ(scaled[i].distance, plain[i].distance * scale);
            EXPECT_EQ(scaled[i].triangle_a, plain[i].triangle_a);
        }
    }
}

TEST(ClearancePairs, BadInputsAreRefused) {
    const Mesh box = scenes::box({0, 0, 0}, {1, 1, 1});
    for (const double clearance : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        EXPECT_FALSE(clearance_pairs({box.view()}, {box.view()}, clearance));
    }
    EXPECT_TRUE(need_pairs(box, Mesh(), 5).empty());
    Mesh broken = box;
    broken.positions[0].x = std::nan("");
    EXPECT_FALSE(clearance_pairs({box.view()}, {broken.view()}, 1));
    const Context cancelled(1);
    cancelled.cancel();
    const auto stopped = clearance_pairs({box.view()}, {box.view()}, 5, cancelled);
    ASSERT_TRUE(stopped);
    EXPECT_TRUE(stopped->partial);
}

} // namespace
} // namespace impinge
