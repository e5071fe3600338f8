// SPDX-License-Identifier: Apache-2.0
//
// distance() and within() against every pair of triangles, one by one.
#include "impinge/distance.hpp"

#include "base/random.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <tuple>

namespace impinge {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

bool same_bits(const Distance& d, const Distance& e) {
    const auto all = [](const Distance& x) {
        return std::tuple(bits(x.distance), bits(x.point_a.x), bits(x.point_a.y), bits(x.point_a.z),
                          bits(x.point_b.x), bits(x.point_b.y), bits(x.point_b.z), x.triangle_a,
                          x.triangle_b, x.partial);
    };
    return all(d) == all(e);
}

Distance mirror(Distance d) {
    std::swap(d.point_a, d.point_b);
    std::swap(d.triangle_a, d.triangle_b);
    return d;
}

Mesh moved(Mesh mesh, double scale, Vec3d offset) {
    for (Vec3d& p : mesh.positions) {
        p = p * scale + offset;
    }
    return mesh;
}

/// Triangles with corners of their own, no bigger than `size`, in a cube of side 2.
Mesh soup(Random& random, std::size_t triangles, double size) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < triangles; ++i) {
        const Vec3d place = random.in_box({-1, -1, -1}, {1, 1, 1});
        for (int k = 0; k < 3; ++k) {
            mesh.positions.push_back(place + random.in_box({0, 0, 0}, {size, size, size}));
        }
        mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return mesh;
}

/// Corners on a coarse lattice: many equal distances, degenerate triangles, touching pairs.
Mesh lattice_soup(Random& random, std::size_t triangles) {
    Mesh mesh = soup(random, triangles, 0.7);
    for (Vec3d& p : mesh.positions) {
        p = {std::round(p.x * 3), std::round(p.y * 3), std::round(p.z * 3)};
    }
    return mesh;
}

struct BrutePair {
    double squared = infinity;
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    friend auto operator<=>(const BrutePair&, const BrutePair&) = default;
};

/// The smallest pair with A's index counting first, and with B's.
struct BruteAnswers {
    BrutePair by_a;
    BrutePair by_b;
};

BruteAnswers brute_force(const Mesh& a, const Mesh& b) {
    BruteAnswers best;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
        for (std::uint32_t k = 0; k < b.triangles.size(); ++k) {
            const auto d = triangle_distance(a.view().triangle(i), b.view().triangle(k));
            best.by_a = std::min(best.by_a, BrutePair{d.squared_distance, i, k});
            best.by_b = std::min(best.by_b, BrutePair{d.squared_distance, k, i});
        }
    }
    return best;
}

/// The best pair under one of the two orders of the bodies, with that pair's own witness points.
::testing::AssertionResult is_nearest(const Distance& d, const Mesh& a, const Mesh& b) {
    const auto [by_a, by_b] = brute_force(a, b);
    const bool best_by_a = d.triangle_a == by_a.first && d.triangle_b == by_a.second;
    const bool best_by_b = d.triangle_a == by_b.second && d.triangle_b == by_b.first;
    if (!best_by_a && !best_by_b) {
        return ::testing::AssertionFailure() << "pair " << d.triangle_a << ", " << d.triangle_b
                                             << " instead of " << by_a.first << ", " << by_a.second;
    }
    const TriangleDistance points =
        triangle_distance(a.view().triangle(d.triangle_a), b.view().triangle(d.triangle_b));
    if (d.distance != std::sqrt(by_a.squared) || d.point_a != points.point_a ||
        d.point_b != points.point_b || d.partial) {
        return ::testing::AssertionFailure() << "distance or witness points differ";
    }
    return ::testing::AssertionSuccess();
}

Distance distance_of(const Mesh& a, const Mesh& b, unsigned threads = 0) {
    auto result = distance({a.view()}, {b.view()}, {Context(threads)});
    EXPECT_TRUE(result.has_value());
    return *result;
}

void expect_nearest_in_every_way(const Mesh& a, const Mesh& b) {
    const Distance d = distance_of(a, b, 1);
    EXPECT_TRUE(is_nearest(d, a, b));
    for (const unsigned threads : {2U, 3U, 8U}) {
        EXPECT_TRUE(same_bits(d, distance_of(a, b, threads))) << threads << " threads";
    }
    EXPECT_TRUE(same_bits(mirror(d), distance_of(b, a, 1)));
    EXPECT_TRUE(same_bits(mirror(d), distance_of(b, a, 3)));
}

TEST(Distance, OfRandomSoupsIsThatOfBruteForce) {
    Random random(1);
    int touching = 0;
    const int rounds = static_cast<int>(tests::scaled(200));
    for (int i = 0; i < rounds; ++i) {
        const Mesh a = soup(random, 1 + random.below(60), 0.3);
        const Vec3d offset = random.in_box({-1, -1, -1}, {1, 1, 1}) * random.uniform(0, 3);
        const Mesh b = moved(soup(random, 1 + random.below(60), 0.3), 1, offset);
        expect_nearest_in_every_way(a, b);
        touching += distance_of(a, b).distance == 0 ? 1 : 0;
    }
    EXPECT_GT(touching, rounds / 20);
    EXPECT_LT(touching, rounds * 7 / 10);
}

TEST(Distance, TiesGoToTheSmallestPair) {
    Random random(2);
    int touching = 0;
    const int rounds = static_cast<int>(tests::scaled(300));
    for (int i = 0; i < rounds; ++i) {
        const Mesh a = lattice_soup(random, 1 + random.below(40));
        const double shift = random.integer(4, 8);
        const Mesh b = moved(lattice_soup(random, 1 + random.below(40)), 1, {shift, 0, 0});
        expect_nearest_in_every_way(a, b);
        touching += distance_of(a, b).distance == 0 ? 1 : 0;
    }
    EXPECT_GT(touching, rounds * 3 / 10);
    EXPECT_LT(touching, rounds * 7 / 10);
}

TEST(Distance, OfBumpySpheresInEveryPositionIsThatOfBruteForce) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 400, .seed = 1});
    const Mesh shape = scenes::bumpy_sphere({.triangles = 300, .seed = 2});
    for (const double gap : {2.05, 2.4, 9.0, 1.5, 0.1}) {
        expect_nearest_in_every_way(a, moved(shape, 1, {gap, 0.2, 0.1}));
    }
    expect_nearest_in_every_way(a, moved(shape, 0.5, {}));
    expect_nearest_in_every_way(a, moved(a, 0.99, {}));
}

TEST(Distance, ManyTrianglesThroughEveryStageOfTheCullAgreeWithBruteForce) {
    // Enough triangles for the grid and for a tree of several pieces.
    const Mesh a = scenes::bumpy_sphere({.triangles = 2500, .seed = 3});
    const Mesh b = moved(scenes::bumpy_sphere({.triangles = 2500, .seed = 4}), 1, {2.02, 0.3, 0.2});
    expect_nearest_in_every_way(a, b);
    const auto knots = scenes::tangled_knots(2, {.triangles = 5000});
    expect_nearest_in_every_way(knots[0], knots[1]);
}

TEST(Distance, NoStageLosesTheNearestPairOfUnevenMeshes) {
    // Large and tiny triangles together, so that grid cells are smaller than some triangles.
    Random random(5);
    for (int i = 0; i < static_cast<int>(tests::scaled(15)); ++i) {
        Mesh a = soup(random, 1200, 0.02);
        const Mesh large = soup(random, 5, 2.0);
        for (const TriangleIndices& t : large.triangles) {
            const auto base = static_cast<std::uint32_t>(a.positions.size());
            for (const std::uint32_t corner : t) {
                a.positions.push_back(large.positions[corner]);
            }
            a.triangles.push_back({base, base + 1, base + 2});
        }
        const Mesh b = moved(soup(random, 1200, 0.02), random.uniform(0.5, 1.5), {0.5, 0, 0});
        const Distance d = distance_of(a, b, 2);
        EXPECT_TRUE(is_nearest(d, a, b));
        EXPECT_TRUE(same_bits(mirror(d), distance_of(b, a)));
    }
}

TEST(Distance, FarFromTheOriginAMillimetreIsAMillimetre) {
    const Mesh cube = scenes::box({0, 0, 0}, {1, 1, 1}, 300);
    const Mesh a = moved(cube, 1, {5000, 5000, 5000});
    const Mesh b = moved(cube, 1, {5001.001, 5000, 5000});
    const Distance d = distance_of(a, b);
    EXPECT_NEAR(d.distance, 0.001, 1e-12);
    expect_nearest_in_every_way(a, b);
}

TEST(Distance, TheEndsOfTheRangeAreMeasured) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 200, .seed = 1});
    const Mesh b = moved(a, 1, {3, 0.1, 0});
    const Distance d = distance_of(a, b);
    for (const int exponent : {-1000, -400, 400, 1000}) {
        const double scale = std::ldexp(1.0, exponent);
        const Distance scaled = distance_of(moved(a, scale, {}), moved(b, scale, {}));
        EXPECT_EQ(scaled.distance, d.distance * scale);
        EXPECT_EQ(scaled.point_a, d.point_a * scale);
        EXPECT_EQ(scaled.triangle_b, d.triangle_b);
    }
}

TEST(Distance, OfIdenticalBodiesIsZeroAndItsOwnMirror) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 500, .seed = 1});
    const Distance d = distance_of(a, a);
    EXPECT_EQ(d.distance, 0);
    EXPECT_TRUE(same_bits(d, mirror(d)));
    EXPECT_TRUE(is_nearest(d, a, a));
}

TEST(Distance, OfTouchingBoxesIsExactlyZero) {
    using scenes::BoxRelation;
    for (const auto relation : {BoxRelation::Flush, BoxRelation::EdgeToEdge, BoxRelation::Corner,
                                BoxRelation::Aligned, BoxRelation::InsideFlush}) {
        const auto [a, b] = scenes::box_pair(relation, 100);
        const Distance d = distance_of(a, b);
        EXPECT_EQ(d.distance, 0);
        EXPECT_EQ(d.point_a, d.point_b);
        expect_nearest_in_every_way(a, b);
    }
}

TEST(Distance, OfANestedBodyIsThatToTheWall) {
    const Mesh outer = scenes::box({0, 0, 0}, {8, 8, 8}, 200);
    const Mesh inner = scenes::box({3, 3, 2}, {5, 5, 4}, 100);
    EXPECT_EQ(distance_of(outer, inner).distance, 2);
    expect_nearest_in_every_way(outer, inner);
}

TEST(Distance, CountsSurfacesNotUnusedVertices) {
    Mesh a = scenes::box({0, 0, 0}, {1, 1, 1});
    const Mesh b = scenes::box({4, 0, 0}, {5, 1, 1});
    a.positions.push_back({3.9, 0.5, 0.5});
    a.positions.insert(a.positions.begin(), {4.5, 0.5, 0.5});
    for (TriangleIndices& t : a.triangles) {
        t = {t[0] + 1, t[1] + 1, t[2] + 1};
    }
    EXPECT_EQ(distance_of(a, b).distance, 3);
}

TEST(Distance, UsesThePoses) {
    const Mesh cube = scenes::box({0, 0, 0}, {1, 1, 1});
    const auto d = distance({cube.view(), translation({0, 0, -2})}, {cube.view()});
    ASSERT_TRUE(d);
    EXPECT_EQ(d->distance, 1);
    EXPECT_EQ(d->point_a.z, -1);
    EXPECT_EQ(d->point_b.z, 0);
}

TEST(Distance, ToAnEmptyMeshIsInfinite) {
    const Mesh cube = scenes::box({0, 0, 0}, {1, 1, 1});
    EXPECT_EQ(distance_of(cube, Mesh{}).distance, infinity);
    EXPECT_EQ(distance_of(Mesh{}, cube).distance, infinity);
    EXPECT_EQ(distance_of(Mesh{}, Mesh{}).distance, infinity);
}

TEST(Distance, NamesTheBodyThatIsBroken) {
    const Mesh good = scenes::box({0, 0, 0}, {1, 1, 1});
    Mesh bad = good;
    bad.positions[3].y = std::numeric_limits<double>::quiet_NaN();
    Mesh worse = good;
    worse.triangles[2][1] = 4000;

    const auto in_a = distance({bad.view()}, {good.view()});
    ASSERT_FALSE(in_a);
    EXPECT_EQ(in_a.error().code, ErrorCode::NonFinite);
    EXPECT_THAT(in_a.error().message, ::testing::StartsWith("body A: "));
    const auto in_b = within({good.view()}, {worse.view()}, 1);
    ASSERT_FALSE(in_b);
    EXPECT_EQ(in_b.error().code, ErrorCode::IndexOutOfRange);
    EXPECT_THAT(in_b.error().message, ::testing::StartsWith("body B: "));
    const auto by_pose = distance({good.view()}, {good.view(), {.scale = infinity}});
    ASSERT_FALSE(by_pose);
    EXPECT_EQ(by_pose.error().code, ErrorCode::NonFinite);
}

TEST(Distance, CancelledBeforehandIsPartialAndClaimsNothing) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 2000, .seed = 1});
    const Context context;
    context.cancel();
    const auto d = distance({a.view()}, {a.view(), translation({3, 0, 0})}, {context});
    ASSERT_TRUE(d);
    EXPECT_TRUE(d->partial);
    EXPECT_EQ(d->distance, infinity);
}

TEST(Distance, CancelledAtAnyMomentIsAnUpperBound) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 5000, .seed = 1});
    const Mesh b = moved(a, 0.97, {});
    const double full = distance_of(a, b).distance;
    int partial = 0;
    for (int stop_at = 1; stop_at < 40; ++stop_at) {
        Context context(2);
        std::atomic<int> calls{0};
        const Context handle = context;
        context.set_progress([&](double) {
            if (++calls == stop_at) {
                handle.cancel();
            }
        });
        const auto d = distance({a.view()}, {b.view()}, {context});
        ASSERT_TRUE(d);
        EXPECT_GE(d->distance, full);
        EXPECT_TRUE(d->partial || d->distance == full);
        partial += d->partial ? 1 : 0;
    }
    EXPECT_GT(partial, 5);
}

TEST(Distance, ProgressRisesToOne) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 5000, .seed = 1});
    const Mesh b = moved(a, 0.97, {});
    for (const unsigned threads : {1U, 3U}) {
        Context context(threads);
        std::vector<double> seen;
        context.set_progress([&](double fraction) { seen.push_back(fraction); });
        ASSERT_TRUE(distance({a.view()}, {b.view()}, {context}));
        EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
        EXPECT_GT(seen.size(), 10U);
        EXPECT_EQ(seen.back(), 1);
    }
}

TEST(Within, AgreesWithDistanceOnBothSidesOfIt) {
    Random random(6);
    int yes = 0;
    const int rounds = static_cast<int>(tests::scaled(200));
    for (int i = 0; i < rounds; ++i) {
        const Mesh a = soup(random, 60, 0.2);
        const Vec3d offset = random.in_box({-1, -1, -1}, {1, 1, 1}) * 2;
        const Mesh b = moved(soup(random, 60, 0.2), 1, offset);
        const Distance d = distance_of(a, b);
        const double clearance = random.uniform(0, 0.5);
        const auto answer = within({a.view()}, {b.view()}, clearance);
        ASSERT_TRUE(answer);
        ASSERT_EQ(answer->within, d.distance <= clearance);
        if (answer->within) {
            ++yes;
            EXPECT_TRUE(same_bits(answer->nearest, d));
        }
        const auto at = within({b.view()}, {a.view()}, d.distance);
        ASSERT_TRUE(at);
        EXPECT_TRUE(at->within) << "at exactly the distance";
        EXPECT_TRUE(same_bits(at->nearest, mirror(d)));
        if (d.distance > 0) {
            const auto below = within({a.view()}, {b.view()}, std::nextafter(d.distance, 0.0));
            ASSERT_TRUE(below);
            EXPECT_FALSE(below->within) << "just below the distance";
        }
    }
    EXPECT_GT(yes, rounds * 3 / 10);
    EXPECT_LT(yes, rounds * 7 / 10);
}

TEST(Within, ZeroClearanceMeansTouching) {
    const auto flush = scenes::box_pair(scenes::BoxRelation::Flush);
    const auto apart = scenes::box_pair(scenes::BoxRelation::Apart);
    EXPECT_TRUE(within({flush.a.view()}, {flush.b.view()}, 0)->within);
    EXPECT_FALSE(within({apart.a.view()}, {apart.b.view()}, 0)->within);
}

TEST(Within, NothingIsWithinReachOfAnEmptyMesh) {
    const Mesh cube = scenes::box({0, 0, 0}, {1, 1, 1});
    EXPECT_FALSE(within({cube.view()}, {Mesh{}.view()}, 1e300)->within);
}

TEST(Within, RefusesAClearanceThatIsNone) {
    const Mesh cube = scenes::box({0, 0, 0}, {1, 1, 1});
    for (const double clearance : {-1.0, infinity, std::numeric_limits<double>::quiet_NaN()}) {
        const auto answer = within({cube.view()}, {cube.view()}, clearance);
        ASSERT_FALSE(answer);
        EXPECT_EQ(answer.error().code, ErrorCode::InvalidArgument);
    }
}

TEST(DistanceChecks, AWrongAnswerIsNoticed) {
    const Mesh a = scenes::box({0, 0, 0}, {1, 1, 1});
    const Mesh b = scenes::box({2, 0.25, 0.25}, {3, 0.5, 0.5});
    const Distance right = distance_of(a, b);
    ASSERT_TRUE(is_nearest(right, a, b));
    Distance wrong = right;
    wrong.triangle_b = (wrong.triangle_b + 1) % 12;
    EXPECT_FALSE(is_nearest(wrong, a, b));
    wrong = right;
    wrong.distance = std::nextafter(wrong.distance, 2.0);
    EXPECT_FALSE(is_nearest(wrong, a, b));
    EXPECT_FALSE(same_bits(wrong, right));
    wrong = right;
    wrong.point_a.y += 0x1p-50;
    EXPECT_FALSE(is_nearest(wrong, a, b));
}

} // namespace
} // namespace impinge
