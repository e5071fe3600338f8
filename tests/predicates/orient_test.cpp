// SPDX-License-Identifier: Apache-2.0
//
// orient2d, orient3d and collinear against 128-bit integers. Every hard family also shows that a
// plain double evaluation gets some of its cases wrong, so that it can tell right from wrong.
#include "impinge/predicates.hpp"

#include "tests/predicates/lattice_points.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace impinge {
namespace {

using lattice::Point;
using lattice::Scaling;
using tests::scaled;

struct Tally {
    std::size_t cases = 0;
    std::size_t wrong = 0;
    std::size_t naive_wrong = 0;
    std::array<std::size_t, 3> by_sign{};

    void add(Sign expected, Sign got, Sign naive) {
        ++cases;
        wrong += got != expected;
        naive_wrong += naive != expected;
        ++by_sign[static_cast<std::size_t>(expected + 1)];
    }
};

void expect_exact(const Tally& tally) {
    EXPECT_EQ(tally.wrong, 0U) << "of " << tally.cases;
    for (const std::size_t count : tally.by_sign) {
        EXPECT_GT(count, tally.cases / 50) << "a sign is hardly met";
    }
}

/// c lies on the line through a and b or one lattice step beside it.
std::array<Point, 3> nearly_collinear(Random& random, std::int64_t limit) {
    const Point a = lattice::point(random, limit / 4);
    const Point u = lattice::point(random, limit / 16);
    const Point step = lattice::point(random, 1);
    return {a, a + u * random.integer(-3, 3), a + u * random.integer(-3, 3) + step};
}

/// d lies in the plane of a, b and c or one lattice step beside it.
std::array<Point, 4> nearly_coplanar(Random& random, std::int64_t limit) {
    const Point a = lattice::point(random, limit / 4);
    const Point u = lattice::point(random, limit / 16);
    const Point v = lattice::point(random, limit / 16);
    const Point d = a + u * random.integer(-3, 3) + v * random.integer(-3, 3);
    return {a, a + u, a + v, d + lattice::point(random, 1)};
}

Tally try_orient2d(std::uint64_t seed, std::int64_t limit, Scaling scaling, std::size_t count) {
    Random random(seed);
    Tally tally;
    for (std::size_t i = 0; i < count; ++i) {
        const auto [a, b, c] = nearly_collinear(random, limit);
        const Vec2d da = to_vec2(a, scaling), db = to_vec2(b, scaling), dc = to_vec2(c, scaling);
        tally.add(lattice::orient2d(a, b, c), orient2d(da, db, dc),
                  lattice::naive_orient2d(da, db, dc));
    }
    return tally;
}

Tally try_orient3d(std::uint64_t seed, std::int64_t limit, Scaling scaling, std::size_t count) {
    Random random(seed);
    Tally tally;
    for (std::size_t i = 0; i < count; ++i) {
        const auto [a, b, c, d] = nearly_coplanar(random, limit);
        const Vec3d da = to_vec3(a, scaling), db = to_vec3(b, scaling), dc = to_vec3(c, scaling),
                    dd = to_vec3(d, scaling);
        tally.add(lattice::orient3d(a, b, c, d), orient3d(da, db, dc, dd),
                  lattice::naive_orient3d(da, db, dc, dd));
    }
    return tally;
}

Tally try_collinear(std::uint64_t seed, std::int64_t limit, Scaling scaling, std::size_t count) {
    Random random(seed);
    Tally tally;
    for (std::size_t i = 0; i < count; ++i) {
        const auto [a, b, c] = nearly_collinear(random, limit);
        const Vec3d da = to_vec3(a, scaling), db = to_vec3(b, scaling), dc = to_vec3(c, scaling);
        const Vec3d normal = cross(db - da, dc - da);
        tally.add(lattice::collinear(a, b, c), collinear(da, db, dc), normal == Vec3d{});
    }
    return tally;
}

constexpr std::int64_t wide = std::int64_t{1} << 52;
constexpr std::int64_t narrow = std::int64_t{1}
                                << 40; // what 128 bits can judge in three dimensions

TEST(Orient2d, CounterClockwiseIsPositive) {
    EXPECT_EQ(orient2d({0, 0}, {1, 0}, {0, 1}), 1);
    EXPECT_EQ(orient2d({0, 0}, {0, 1}, {1, 0}), -1);
    EXPECT_EQ(orient2d({0, 0}, {1, 1}, {2, 2}), 0);
}

TEST(Orient3d, PositiveOnTheSideOfTheNormal) {
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}), -1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 7, 0}), 0);
}

TEST(Orient2d, DecidesPointsOneStepBesideTheLine) {
    const Tally tally = try_orient2d(1, wide, {}, scaled(1'000'000));
    expect_exact(tally);
    EXPECT_GT(tally.naive_wrong, tally.cases / 1000);
}

TEST(Orient3d, DecidesPointsOneStepBesideThePlane) {
    const Tally tally = try_orient3d(2, narrow, {}, scaled(1'000'000));
    expect_exact(tally);
    EXPECT_GT(tally.naive_wrong, tally.cases / 1000);
}

TEST(Collinear, DecidesPointsOneStepBesideTheLine) {
    const Tally tally = try_collinear(3, wide, {}, scaled(1'000'000));
    EXPECT_EQ(tally.wrong, 0U);
    EXPECT_GT(tally.naive_wrong, 0U);
    EXPECT_GT(tally.by_sign[2], tally.cases / 50);
}

// Small integers: exact zeros are common and the filter must not call them anything else.
TEST(Orient2d, AgreesWithIntegersOnSmallGrids) {
    for (std::int64_t limit = 1; limit <= 64; limit *= 4) {
        expect_exact(
            try_orient2d(static_cast<std::uint64_t>(10 + limit), limit * 16, {}, scaled(200'000)));
    }
}

TEST(Orient3d, AgreesWithIntegersOnSmallGrids) {
    for (std::int64_t limit = 1; limit <= 64; limit *= 4) {
        expect_exact(
            try_orient3d(static_cast<std::uint64_t>(20 + limit), limit * 16, {}, scaled(200'000)));
    }
}

// A kilometre or five from the origin the lattice step is the rounding step of the coordinates.
TEST(Orient3d, IsExactFiveKilometresFromTheOrigin) {
    const auto offset = static_cast<std::int64_t>(std::ldexp(5000.0, 40));
    Random random(30);
    Tally tally;
    const Scaling step{-40, -40, -40};
    for (std::size_t i = 0; i < scaled(500'000); ++i) {
        std::array<Point, 4> points = nearly_coplanar(random, narrow);
        std::array<Vec3d, 4> v;
        for (std::size_t k = 0; k < 4; ++k) {
            points[k] = points[k] + Point{offset, -offset, offset};
            v[k] = to_vec3(points[k], step);
        }
        tally.add(lattice::orient3d(points[0], points[1], points[2], points[3]),
                  orient3d(v[0], v[1], v[2], v[3]),
                  lattice::naive_orient3d(v[0], v[1], v[2], v[3]));
    }
    expect_exact(tally);
    EXPECT_GT(tally.naive_wrong, 0U);
}

/// Exponents at which some intermediate of a plain evaluation leaves the range of doubles. `top`
/// brings the largest lattice coordinate of the family to just below 2^1024.
std::vector<Scaling> extreme_scalings(int top) {
    return {{-1074, -1074, -1074}, {-1074, -1070, -1060}, {-1030, -1030, -1030}, {-560, -560, -560},
            {-540, -380, -350},    {top, top, top},       {top, top, -1074},     {-1074, top, 0},
            {top, -1050, top},     {400, 500, 350},       {-1000, 940, -1000},   {-40, -40, -40},
            {40, 40, 40}};
}

TEST(Orient2d, IsExactAtEveryScale) {
    std::size_t naive_wrong = 0;
    std::uint64_t seed = 40;
    // Coordinates stay below 2^51 (limit / 4 + 3 limit / 16 + 1), hence 2^1023 at the top.
    for (const Scaling scaling : extreme_scalings(972)) {
        const Tally tally = try_orient2d(seed++, wide, scaling, scaled(100'000));
        expect_exact(tally);
        naive_wrong += tally.naive_wrong;
    }
    EXPECT_GT(naive_wrong, 0U);
}

TEST(Orient3d, IsExactAtEveryScale) {
    std::size_t naive_wrong = 0;
    std::uint64_t seed = 60;
    for (const Scaling scaling : extreme_scalings(984)) {
        const Tally tally = try_orient3d(seed++, narrow, scaling, scaled(100'000));
        expect_exact(tally);
        naive_wrong += tally.naive_wrong;
    }
    EXPECT_GT(naive_wrong, 0U);
}

TEST(Collinear, IsExactAtEveryScale) {
    std::size_t naive_wrong = 0;
    std::uint64_t seed = 80;
    for (const Scaling scaling : extreme_scalings(972)) {
        const Tally tally = try_collinear(seed++, wide, scaling, scaled(100'000));
        EXPECT_EQ(tally.wrong, 0U);
        naive_wrong += tally.naive_wrong;
    }
    EXPECT_GT(naive_wrong, 0U);
}

TEST(Orient2d, SurvivesDifferencesThatOverflow) {
    const double big = std::numeric_limits<double>::max();
    EXPECT_EQ(orient2d({-big, -big}, {big, -big}, {big, big}), 1);
    EXPECT_EQ(orient2d({-big, -big}, {big, big}, {big, -big}), -1);
    EXPECT_EQ(orient2d({-big, -big}, {big, big}, {0, 0}), 0);
    EXPECT_EQ(orient2d({-big, -big}, {big, big}, {0, 5e-324}), 1);
    EXPECT_EQ(orient2d({-big, -big}, {big, big}, {5e-324, 0}), -1);
}

TEST(Orient3d, SurvivesDifferencesThatOverflow) {
    const double big = std::numeric_limits<double>::max();
    const Vec3d a{-big, -big, -big}, b{big, -big, big}, c{-big, big, big};
    EXPECT_EQ(orient3d(a, b, c, {big, big, big}),
              orient3d({-1, -1, -1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}));
    EXPECT_EQ(orient3d({-big, 0, 0}, {big, 0, 0}, {0, big, 0}, {0, 0, 5e-324}), 1);
    EXPECT_EQ(orient3d({-big, 0, 0}, {big, 0, 0}, {0, big, 0}, {big, -big, -5e-324}), -1);
    EXPECT_EQ(orient3d({-big, 0, 0}, {big, 0, 0}, {0, 5e-324, 0}, {big, -big, 0}), 0);
}

TEST(Orient2d, TellsProductsThatUnderflowFromZero) {
    EXPECT_EQ(orient2d({0, 0}, {5e-324, 0}, {0, 5e-324}), 1);
    EXPECT_EQ(orient2d({0, 0}, {1e-300, 0}, {1e300, 1e-300}), 1);
    EXPECT_EQ(orient2d({0, 0}, {1e-200, 1e-200}, {2e-200, 2e-200}), 0);
    EXPECT_EQ(orient2d({0, 0}, {1e-200, 1e-200}, {2e-200, std::nextafter(2e-200, 1.0)}), 1);
}

TEST(Orient3d, TellsProductsThatUnderflowFromZero) {
    EXPECT_EQ(orient3d({0, 0, 0}, {5e-324, 0, 0}, {0, 5e-324, 0}, {0, 0, 5e-324}), 1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1e-300, 0, 0}, {0, 1e300, 0}, {1e300, 1e300, -1e-300}), -1);
}

TEST(Collinear, TellsTinyTrianglesFromSegments) {
    EXPECT_FALSE(collinear({0, 0, 0}, {5e-324, 0, 0}, {0, 5e-324, 0}));
    EXPECT_TRUE(collinear({0, 0, 0}, {5e-324, 5e-324, 0}, {1e308, 1e308, 0}));
    EXPECT_TRUE(collinear({1, 2, 3}, {1, 2, 3}, {4, 5, 6}));
    EXPECT_TRUE(collinear({1, 2, 3}, {1, 2, 3}, {1, 2, 3}));
}

TEST(Orient3d, SignedZerosAreOneNumber) {
    const std::array<double, 4> values{-0.0, 0.0, 1.0, -1.0};
    Random random(5);
    for (int i = 0; i < 20'000; ++i) {
        std::array<Vec3d, 4> p;
        std::array<Point, 4> q;
        for (std::size_t k = 0; k < 4; ++k) {
            for (int axis = 0; axis < 3; ++axis) {
                p[k][axis] = values[random.below(4)];
            }
            q[k] = {static_cast<std::int64_t>(p[k].x), static_cast<std::int64_t>(p[k].y),
                    static_cast<std::int64_t>(p[k].z)};
        }
        ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), lattice::orient3d(q[0], q[1], q[2], q[3]));
        ASSERT_EQ(orient2d({p[0].x, p[0].y}, {p[1].x, p[1].y}, {p[2].x, p[2].y}),
                  lattice::orient2d(q[0], q[1], q[2]));
        ASSERT_EQ(collinear(p[0], p[1], p[2]), lattice::collinear(q[0], q[1], q[2]));
    }
}

/// +1 for an even, -1 for an odd order of the indices.
template <std::size_t N> Sign parity(const std::array<std::size_t, N>& order) {
    Sign sign = 1;
    for (std::size_t i = 0; i < N; ++i) {
        for (std::size_t k = i + 1; k < N; ++k) {
            sign = order[i] > order[k] ? -sign : sign;
        }
    }
    return sign;
}

// Any doubles at all, without an oracle: exponents all over the range, near ties by copying.
TEST(Orient3d, EveryOrderOfThePointsGivesTheSignOfItsParity) {
    Random random(6);
    const auto any = [&] { return std::ldexp(random.uniform(-1, 1), random.integer(-1074, 1024)); };
    for (std::size_t i = 0; i < scaled(20'000); ++i) {
        std::array<Vec3d, 4> p;
        for (Vec3d& v : p) {
            v = {any(), any(), any()};
        }
        p[3] = random.below(2) != 0U ? p[3] : (p[0] * 0.25 + p[1] * 0.25) + p[2] * 0.5;
        const Sign sign = orient3d(p[0], p[1], p[2], p[3]);
        std::array<std::size_t, 4> order{0, 1, 2, 3};
        do {
            ASSERT_EQ(orient3d(p[order[0]], p[order[1]], p[order[2]], p[order[3]]),
                      sign * parity(order));
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

TEST(Orient2d, EveryOrderOfThePointsGivesTheSignOfItsParity) {
    Random random(7);
    const auto any = [&] { return std::ldexp(random.uniform(-1, 1), random.integer(-1074, 1024)); };
    for (std::size_t i = 0; i < scaled(50'000); ++i) {
        std::array<Vec2d, 3> p{Vec2d{any(), any()}, {any(), any()}, {any(), any()}};
        if (random.below(2) != 0U) {
            p[2] = {p[0].x * 0.5 + p[1].x * 0.5, p[0].y * 0.5 + p[1].y * 0.5};
        }
        const Sign sign = orient2d(p[0], p[1], p[2]);
        std::array<std::size_t, 3> order{0, 1, 2};
        do {
            ASSERT_EQ(orient2d(p[order[0]], p[order[1]], p[order[2]]), sign * parity(order));
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

} // namespace
} // namespace impinge
