// SPDX-License-Identifier: Apache-2.0
//
// triangle_distance against closed forms in 113-bit arithmetic, over families of pairs that are
// hard in one way each.
#include "geometry/triangle_distance.hpp"

#include "base/random.hpp"
#include "tests/geometry/triangle_distance_oracle.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

namespace impinge {
namespace {

using TrianglePairSample = std::pair<Triangle, Triangle>;
using Family = TrianglePairSample (*)(Random&);

constexpr double step = 0x1p-53;

double power_of_ten(int exponent) {
    double power = 1;
    for (int i = 0; i < std::abs(exponent); ++i) {
        power *= 10;
    }
    return exponent < 0 ? 1 / power : power;
}

Triangle triangle_of(Vec3d p, Vec3d q, Vec3d r) { return {{p, q, r}}; }

Vec3d random_point(Random& random) { return random.in_box({-1, -1, -1}, {1, 1, 1}); }

Vec3d tiny_vector(Random& random) {
    return random_point(random) * power_of_ten(-random.integer(0, 17));
}

Triangle random_triangle(Random& random) {
    const Vec3d p = random_point(random);
    const Vec3d q = random_point(random);
    return {{p, q, random_point(random)}};
}

Triangle sliver(Random& random) {
    Triangle t = random_triangle(random);
    t.corners[2] = t[0] + (t[1] - t[0]) * random.uniform(-0.2, 1.2) + tiny_vector(random);
    return t;
}

Triangle any_shape(Random& random) {
    return random.below(3) == 0 ? sliver(random) : random_triangle(random);
}

Triangle moved(Triangle t, double scale, Vec3d offset) {
    for (Vec3d& corner : t.corners) {
        corner = corner * scale + offset;
    }
    return t;
}

TrianglePairSample random_pair(Random& random) {
    const Triangle a = random_triangle(random);
    const Vec3d offset = random_point(random) * random.uniform(0, 2);
    return {a, moved(random_triangle(random), random.uniform(0.1, 1), offset)};
}

TrianglePairSample overlapping_pair(Random& random) {
    const Triangle a = random_triangle(random);
    const Vec3d middle = (a[0] + a[1] + a[2]) * (1.0 / 3);
    return {a, moved(random_triangle(random), 0.8, middle)};
}

TrianglePairSample grid_pair(Random& random) {
    const auto corner = [&] {
        const double x = random.integer(0, 2);
        const double y = random.integer(0, 2);
        return Vec3d{x, y, 1.0 * random.integer(0, 2)};
    };
    const auto triangle = [&] { return Triangle{{corner(), corner(), corner()}}; };
    const Triangle a = triangle();
    return {a, triangle()};
}

TrianglePairSample sliver_pair(Random& random) {
    const Triangle a = sliver(random);
    const Vec3d offset = tiny_vector(random);
    return {a, moved(sliver(random), 1, offset)};
}

TrianglePairSample parallel_edge_pair(Random& random) {
    const Triangle a = any_shape(random);
    const Vec3d along = a[1] - a[0];
    const Vec3d gap = tiny_vector(random);
    const Vec3d start = a[0] + along * random.uniform(-1, 1) + gap;
    const Vec3d end = a[0] + along * random.uniform(0, 2) + gap + tiny_vector(random);
    return {a, {{start, end, random.below(2) == 0 ? random_point(random) : a[2] + gap}}};
}

TrianglePairSample parallel_face_pair(Random& random) {
    const Triangle a = any_shape(random);
    const Vec3d u = a[1] - a[0];
    const Vec3d v = a[2] - a[0];
    const Vec3d height = cross(u, v) * power_of_ten(-random.integer(0, 17));
    const double tilt = power_of_ten(-random.integer(1, 17));
    Triangle b;
    for (Vec3d& corner : b.corners) {
        const double x = random.uniform(-0.5, 1);
        corner = a[0] + u * x + v * random.uniform(-0.5, 1) + height + random_point(random) * tilt;
    }
    return {a, b};
}

TrianglePairSample corner_near_face_pair(Random& random) {
    const Triangle a = any_shape(random);
    const double x = random.uniform(-0.1, 1);
    const double y = random.uniform(-0.1, 1.1 - x);
    const Vec3d near = a[0] + (a[1] - a[0]) * x + (a[2] - a[0]) * y + tiny_vector(random);
    const Vec3d q = near + random_point(random);
    return {a, {{near, q, near + random_point(random)}}};
}

/// A corner within a few rounding steps of a face, on either side, with all the rest above it:
/// whether they touch is decided by digits that the distance cannot see.
TrianglePairSample grazing_pair(Random& random) {
    const Triangle a = random_triangle(random);
    const Vec3d u = a[1] - a[0];
    const Vec3d v = a[2] - a[0];
    const Vec3d normal = cross(u, v) * (1 / length(cross(u, v)));
    const double x = random.uniform(0.1, 0.8);
    const Vec3d foot = a[0] + u * x + v * random.uniform(0.1, 0.9 - x);
    const Vec3d near = foot + normal * (step * random.uniform(-4, 4));
    const auto above = [&] {
        return near + normal * random.uniform(1, 2) + random_point(random) * 0.5;
    };
    const Vec3d q = above();
    return {a, {{near, q, above()}}};
}

/// Centimetre triangles five kilometres from the origin.
TrianglePairSample far_pair(Random& random) {
    const auto [a, b] = random.below(2) == 0 ? random_pair(random) : corner_near_face_pair(random);
    const Vec3d offset{5000, -4000, 3000};
    return {moved(a, 0.01, offset), moved(b, 0.01, offset)};
}

TrianglePairSample degenerate_pair(Random& random) {
    const auto flatten = [&](Triangle t) {
        switch (random.below(3)) {
        case 0:
            return Triangle{{t[0], t[0], t[0]}};
        case 1:
            return Triangle{{t[0], t[1], random.below(2) == 0 ? t[0] : t[1]}};
        default:
            return Triangle{{t[0], t[0] * 0.5 + t[1] * 0.5, t[1]}};
        }
    };
    const auto [a, b] = random.below(2) == 0 ? grid_pair(random) : random_pair(random);
    return {flatten(a), random.below(2) == 0 ? flatten(b) : b};
}

double largest_difference(const Triangle& a, const Triangle& b) {
    Box3 box;
    for (int i = 0; i < 3; ++i) {
        box = extend(extend(box, a[i]), b[i]);
    }
    const Vec3d size = box.max - box.min;
    return std::max(size.x, std::max(size.y, size.z));
}

double error_in_steps(double squared_distance, const Triangle& a, const Triangle& b) {
    const oracle::Quad error = oracle::square_root(squared_distance) - oracle::distance(a, b);
    const auto steps = static_cast<double>(error / largest_difference(a, b)) / step;
    return std::abs(steps);
}

/// How far the witness points are from where they should be, in steps of the largest coordinate.
double witness_error_in_steps(const TriangleDistance& d, const Triangle& a, const Triangle& b) {
    const oracle::Quad apart =
        oracle::distance(d.point_a, d.point_b) - oracle::square_root(d.squared_distance);
    const double unit_error = std::max({static_cast<double>(oracle::distance(d.point_a, a)),
                                        static_cast<double>(oracle::distance(d.point_b, b)),
                                        std::abs(static_cast<double>(apart))});
    return unit_error / std::max(magnitude(a), magnitude(b)) / step;
}

bool mirrors(const TriangleDistance& d, const TriangleDistance& e) {
    return d.squared_distance == e.squared_distance && d.point_a == e.point_b &&
           d.point_b == e.point_a;
}

struct Report {
    double error = 0;
    double witness_error = 0;
    int zeros = 0;
    int wrong_zeros = 0;
    int not_mirrored = 0;
};

Report examine(Family family, std::uint64_t seed, int count) {
    Random random(seed);
    Report report;
    for (int i = 0; i < count; ++i) {
        const auto [a, b] = family(random);
        const TriangleDistance d = triangle_distance(a, b);
        report.zeros += d.squared_distance == 0 ? 1 : 0;
        report.wrong_zeros += (d.squared_distance == 0) != triangles_intersect(a, b) ? 1 : 0;
        report.not_mirrored += mirrors(d, triangle_distance(b, a)) ? 0 : 1;
        if (largest_difference(a, b) == 0) {
            continue; // one point twice: there is nothing to measure an error in
        }
        report.error = std::max(report.error, error_in_steps(d.squared_distance, a, b));
        report.witness_error = std::max(report.witness_error, witness_error_in_steps(d, a, b));
    }
    return report;
}

void expect_accurate(const Report& report) {
    EXPECT_LE(report.error, distance_error_steps / 2);
    EXPECT_LE(report.witness_error, 8);
    EXPECT_EQ(report.wrong_zeros, 0);
    EXPECT_EQ(report.not_mirrored, 0);
}

const int samples = static_cast<int>(tests::scaled(20000));

TEST(TriangleDistance, RandomPairsAgreeWithQuadPrecision) {
    expect_accurate(examine(random_pair, 1, samples));
}

TEST(TriangleDistance, OverlappingPairsAreAtZeroAboutHalfTheTime) {
    const Report report = examine(overlapping_pair, 2, samples);
    expect_accurate(report);
    EXPECT_GT(report.zeros, samples * 3 / 10);
    EXPECT_LT(report.zeros, samples * 7 / 10);
}

TEST(TriangleDistance, IntegerGridPairsAreAtZeroExactlyWhenTheOracleIs) {
    Random random(3);
    int zeros = 0;
    for (int i = 0; i < samples; ++i) {
        const auto [a, b] = grid_pair(random);
        const bool zero = triangle_distance(a, b).squared_distance == 0;
        ASSERT_EQ(zero, oracle::distance(a, b) == 0);
        zeros += zero ? 1 : 0;
    }
    EXPECT_GT(zeros, samples * 3 / 10);
    EXPECT_LT(zeros, samples * 7 / 10);
    expect_accurate(examine(grid_pair, 3, samples));
}

TEST(TriangleDistance, SliversAgreeWithQuadPrecision) {
    expect_accurate(examine(sliver_pair, 4, samples));
}

TEST(TriangleDistance, NearlyParallelEdgesAgreeWithQuadPrecision) {
    expect_accurate(examine(parallel_edge_pair, 5, samples));
}

TEST(TriangleDistance, NearlyParallelFacesAgreeWithQuadPrecision) {
    expect_accurate(examine(parallel_face_pair, 6, samples));
}

TEST(TriangleDistance, CornersAlmostOnFacesAgreeWithQuadPrecision) {
    expect_accurate(examine(corner_near_face_pair, 7, samples));
}

TEST(TriangleDistance, GrazingPairsAreAtZeroExactlyWhenTheyIntersect) {
    const Report report = examine(grazing_pair, 13, samples);
    expect_accurate(report);
    EXPECT_GT(report.zeros, samples * 3 / 10);
    EXPECT_LT(report.zeros, samples * 7 / 10);
}

TEST(TriangleDistance, FarFromTheOriginOnlyTheLocalSizeCounts) {
    expect_accurate(examine(far_pair, 8, samples));
}

TEST(TriangleDistance, SegmentsAndPointsAreTriangles) {
    const Report report = examine(degenerate_pair, 9, samples);
    expect_accurate(report);
    EXPECT_GT(report.zeros, samples / 20);
}

TEST(TriangleDistance, ScalingByAPowerOfTwoScalesEveryBit) {
    Random random(10);
    for (int i = 0; i < 2000; ++i) {
        const auto [a, b] = random_pair(random);
        const TriangleDistance d = triangle_distance(a, b);
        for (const int exponent : {-480, -300, 300, 480}) {
            const double scale = std::ldexp(1.0, exponent);
            const TriangleDistance scaled =
                triangle_distance(moved(a, scale, {}), moved(b, scale, {}));
            EXPECT_EQ(scaled.squared_distance, d.squared_distance * scale * scale);
            EXPECT_EQ(scaled.point_a, d.point_a * scale);
            EXPECT_EQ(scaled.point_b, d.point_b * scale);
        }
    }
}

TEST(TriangleDistance, TheEndsOfTheRangeGiveFinitePositiveSquares) {
    Random random(11);
    for (int i = 0; i < 2000; ++i) {
        const auto [a, b] = random_pair(random);
        for (const double scale : {0x1p-1040, 0x1p-900, 0x1p900, 0x1p1021}) {
            const Triangle scaled_a = moved(a, scale, {});
            const Triangle scaled_b = moved(b, scale, {});
            const TriangleDistance d = triangle_distance(scaled_a, scaled_b);
            EXPECT_EQ(d.squared_distance == 0, triangles_intersect(scaled_a, scaled_b));
            EXPECT_TRUE(std::isfinite(d.squared_distance));
            const double witness_error =
                std::max(static_cast<double>(oracle::distance(d.point_a, scaled_a)),
                         static_cast<double>(oracle::distance(d.point_b, scaled_b)));
            EXPECT_LE(witness_error,
                      8 * step * scale + 4 * std::numeric_limits<double>::denorm_min());
        }
    }
}

TEST(TriangleDistance, DisjointByLessThanRoundingIsStillPositive) {
    // The corner hangs over the face by one step of a coordinate that the distance cannot resolve.
    const Triangle face = triangle_of({-1e9, -1e9, 0}, {1e9, -1e9, 0}, {0, 1e9, 0});
    const double hair = 0x1p-1000;
    const Triangle above = triangle_of({0, 0, hair}, {1e9, 0, 1e9}, {0, 1e9, 1e9});
    const TriangleDistance d = triangle_distance(face, above);
    EXPECT_GT(d.squared_distance, 0);
    EXPECT_LE(std::sqrt(d.squared_distance), distance_error_steps * step * 3e9);
}

TEST(TriangleDistance, IntersectingTrianglesShareOneWitness) {
    const Triangle flat = triangle_of({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
    const Triangle upright = triangle_of({1, 1, -1}, {1, 1, 1}, {1, 3, 1});
    const TriangleDistance d = triangle_distance(flat, upright);
    EXPECT_EQ(d.squared_distance, 0);
    EXPECT_EQ(d.point_a, d.point_b);
    EXPECT_EQ(oracle::distance(d.point_a, flat), 0);
    EXPECT_EQ(oracle::distance(d.point_a, upright), 0);
}

TEST(TriangleDistance, ACornerWitnessIsTheCornerBitForBit) {
    const Triangle a = triangle_of({0.1, 0.2, 0.3}, {-1, 0, 0}, {-1, 1, 0.7});
    const Triangle b = triangle_of({5.1, 0.2, 0.3}, {9, 0, 0}, {9, 1, 0.7});
    const TriangleDistance d = triangle_distance(a, b);
    EXPECT_EQ(d.point_a, a[0]);
    EXPECT_EQ(d.point_b, b[0]);
}

TEST(TriangleDistance, GapAndPointsTellTheSameDistance) {
    Random random(12);
    for (int i = 0; i < 5000; ++i) {
        const auto [a, b] = corner_near_face_pair(random);
        const TriangleGap gap = triangle_gap(a, b, 1);
        EXPECT_EQ(gap.squared, triangle_distance(a, b).squared_distance);
        EXPECT_EQ(gap.direction, -triangle_gap(b, a, 1).direction);
    }
}

TEST(TriangleDistanceChecks, AWrongDistanceIsNoticed) {
    const Triangle a = triangle_of({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const Triangle b = moved(a, 1, {0, 0, 0.5});
    EXPECT_LE(error_in_steps(0.25, a, b), 1);
    const double off = 0.5 + 20 * step;
    EXPECT_GT(error_in_steps(off * off, a, b), distance_error_steps);
}

TEST(TriangleDistanceChecks, AWrongWitnessIsNoticed) {
    const Triangle a = triangle_of({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const Triangle b = moved(a, 1, {0, 0, 0.5});
    TriangleDistance d = triangle_distance(a, b);
    EXPECT_LE(witness_error_in_steps(d, a, b), 1);
    d.point_a.z += 20 * step;
    EXPECT_GT(witness_error_in_steps(d, a, b), 8);
    EXPECT_FALSE(mirrors(d, triangle_distance(b, a)));
}

} // namespace
} // namespace impinge
