// SPDX-License-Identifier: Apache-2.0
//
// ExactNumber against 128-bit integers: sums, products, order and rounded quotients of integers,
// also when both sides are multiplied by powers of two far outside the range of doubles.
#include "predicates/exact_number.hpp"

#include "tests/predicates/lattice_points.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace impinge {
namespace {

using lattice::sign_of;
using lattice::Wide;
using tests::scaled;

/// An integer of up to 106 bits as the sum of two doubles.
ExactNumber exact(Wide value) {
    const Wide high = value / (Wide{1} << 53);
    const Wide low = value % (Wide{1} << 53);
    return ExactNumber(static_cast<double>(high)) * ExactNumber(0x1p53) +
           ExactNumber(static_cast<double>(low));
}

bool equal(const ExactNumber& a, const ExactNumber& b) { return compare(a, b) == 0; }

TEST(ExactNumber, ZeroHasNoSign) {
    EXPECT_EQ(ExactNumber().sign(), 0);
    EXPECT_EQ(ExactNumber(0.0).sign(), 0);
    EXPECT_EQ(ExactNumber(-0.0).sign(), 0);
    EXPECT_EQ((ExactNumber(0.1) - ExactNumber(0.1)).sign(), 0);
    EXPECT_EQ((ExactNumber(0.0) * ExactNumber(1e308)).sign(), 0);
}

TEST(ExactNumber, KeepsTheSmallestBesideTheLargest) {
    const ExactNumber big(std::numeric_limits<double>::max());
    const ExactNumber tiny(std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(((big + tiny) - big).sign(), 1);
    EXPECT_TRUE(equal((big + tiny) - big, tiny));
    EXPECT_EQ(compare(big + tiny, big), 1);
    EXPECT_EQ(compare(big - tiny, big), -1);
    EXPECT_EQ((big * big * big).sign(), 1);
    EXPECT_EQ((tiny * tiny * -tiny).sign(), -1);
    EXPECT_TRUE(equal((big * big) * (tiny * tiny), (big * tiny) * (tiny * big)));
}

TEST(ExactNumber, OneTenthIsNotATenth) {
    EXPECT_EQ(compare(ExactNumber(0.1) * ExactNumber(10), ExactNumber(1)), 1);
    EXPECT_EQ(compare(ExactNumber(0.1) + ExactNumber(0.2), ExactNumber(0.3)), 1);
}

TEST(ExactNumber, AgreesWithIntegers) {
    Random random(11);
    for (std::size_t i = 0; i < scaled(200'000); ++i) {
        const std::int64_t limit = std::int64_t{1} << random.integer(1, 52);
        const Wide a = lattice::coordinate(random, limit), b = lattice::coordinate(random, limit),
                   c = lattice::coordinate(random, limit), d = lattice::coordinate(random, limit);
        const int shift = random.integer(-900, 900);
        const ExactNumber unit(std::ldexp(1.0, shift));
        const ExactNumber sum = unit * exact(a) * exact(b) + unit * exact(c) * exact(d);
        ASSERT_EQ(sum.sign(), sign_of(a * b + c * d));
        ASSERT_TRUE(equal(sum, unit * exact(a * b + c * d)));
        ASSERT_FALSE(equal(sum, unit * exact(a * b + c * d + 1)));
        ASSERT_EQ(compare(exact(a) * exact(b), exact(c) * exact(d)), sign_of(a * b - c * d));
        ASSERT_TRUE(equal(-exact(a) - exact(b), exact(-a - b)));
    }
}

TEST(ExactNumber, ApproximationIsWithinItsBound) {
    Random random(12);
    for (std::size_t i = 0; i < scaled(100'000); ++i) {
        const ExactNumber value = ExactNumber(random.uniform(-1, 1)) *
                                      ExactNumber(std::ldexp(random.uniform(-1, 1), 700)) +
                                  ExactNumber(random.uniform(-1, 1));
        const auto [mantissa, exponent] = value.approximate();
        ASSERT_GE(std::fabs(mantissa), 0.5);
        ASSERT_LE(std::fabs(mantissa), 1.0);
        ASSERT_LT(exponent, 1000);
        const ExactNumber error =
            value - ExactNumber(std::ldexp(mantissa, static_cast<int>(exponent)));
        const ExactNumber bound = value * ExactNumber(0x1p-52 * value.sign());
        ASSERT_LE(compare(error, bound), 0);
        ASSERT_LE(compare(-error, bound), 0);
    }
}

TEST(RoundQuotient, IsTheDivisionOfDoublesWhereThatIsRoundedOnce) {
    Random random(13);
    for (std::size_t i = 0; i < scaled(200'000); ++i) {
        const double n = std::ldexp(random.uniform(-1, 1), random.integer(-500, 500));
        const double d = std::ldexp(random.uniform(0.5, 1), random.integer(-500, 500));
        ASSERT_EQ(round_quotient(ExactNumber(n), ExactNumber(d)), n / d) << n << ' ' << d;
        ASSERT_EQ(round_quotient(ExactNumber(n), ExactNumber(-d)), -(n / d));
    }
}

TEST(RoundQuotient, ReachesDenormalsWithoutRoundingTwice) {
    Random random(14);
    for (std::size_t i = 0; i < scaled(100'000); ++i) {
        const double n = std::ldexp(random.uniform(0.5, 1), random.integer(-600, -500));
        const double d = std::ldexp(random.uniform(0.5, 1), random.integer(440, 500));
        ASSERT_EQ(round_quotient(ExactNumber(n), ExactNumber(d)), n / d) << n << ' ' << d;
    }
}

TEST(RoundQuotient, TiesGoToTheEvenNeighbour) {
    const ExactNumber two(2);
    const double odd = 1 + 0x1p-52;
    EXPECT_EQ(round_quotient(ExactNumber(1) + ExactNumber(odd), two), 1.0);
    EXPECT_EQ(round_quotient(ExactNumber(odd) + ExactNumber(1 + 0x1p-51), two), 1 + 0x1p-51);
    const double tiny = std::numeric_limits<double>::denorm_min();
    EXPECT_EQ(round_quotient(ExactNumber(tiny), two), 0.0);
    EXPECT_EQ(round_quotient(ExactNumber(3 * tiny), two), 2 * tiny);
    // A breath above the tie decides it, however far down it is.
    EXPECT_EQ(round_quotient(ExactNumber(1) + ExactNumber(odd) + ExactNumber(0x1p-1000), two), odd);
}

TEST(RoundQuotient, StaysFiniteAtTheTop) {
    const double big = std::numeric_limits<double>::max();
    const ExactNumber three(3);
    EXPECT_EQ(round_quotient(ExactNumber(big) * three, three), big);
    EXPECT_EQ(round_quotient(ExactNumber(-big) * three, three), -big);
}

TEST(ExactOrient, MatchesIntegersWithoutAnyFilter) {
    Random random(15);
    for (std::size_t i = 0; i < scaled(50'000); ++i) {
        std::array<lattice::Point, 4> p;
        std::array<Vec3d, 4> v;
        for (std::size_t k = 0; k < 4; ++k) {
            p[k] = lattice::point(random, 3);
            v[k] = to_vec3(p[k], {-1074, 1000, 3});
        }
        ASSERT_EQ(exact_orient3d(v[0], v[1], v[2], v[3]).sign(),
                  lattice::orient3d(p[0], p[1], p[2], p[3]));
        ASSERT_EQ(exact_orient2d({v[0].x, v[0].y}, {v[1].x, v[1].y}, {v[2].x, v[2].y}).sign(),
                  lattice::orient2d(p[0], p[1], p[2]));
    }
}

} // namespace
} // namespace impinge
