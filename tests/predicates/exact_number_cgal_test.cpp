// SPDX-License-Identifier: Apache-2.0
//
// ExactNumber against CGAL's exact rationals on doubles from the whole range.
#include "predicates/exact_number.hpp"

#include "base/random.hpp"
#include "tests/agreement/nearest_double.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace impinge {
namespace {

using tests::nearest_double;
using tests::Rational;
using tests::scaled;

/// The same number twice: as we hold it and as CGAL does.
struct Twins {
    ExactNumber ours;
    Rational theirs;

    explicit Twins(double value) : ours(value), theirs(value) {}
    Twins(ExactNumber a, Rational b) : ours(std::move(a)), theirs(std::move(b)) {}

    friend Twins operator+(const Twins& a, const Twins& b) {
        return {a.ours + b.ours, a.theirs + b.theirs};
    }
    friend Twins operator-(const Twins& a, const Twins& b) {
        return {a.ours - b.ours, a.theirs - b.theirs};
    }
    friend Twins operator*(const Twins& a, const Twins& b) {
        return {a.ours * b.ours, a.theirs * b.theirs};
    }
};

double any_double(Random& random, int low_exponent, int high_exponent) {
    const double value =
        std::ldexp(random.uniform(-1, 1), random.integer(low_exponent, high_exponent));
    return random.below(8) == 0 ? 0 : random.below(8) == 0 ? std::round(value) : value;
}

/// A random expression, sometimes one that cancels down to a small remainder.
Twins expression(Random& random, int depth, int low_exponent, int high_exponent) {
    if (depth == 0) {
        return Twins(any_double(random, low_exponent, high_exponent));
    }
    const Twins a = expression(random, depth - 1, low_exponent, high_exponent);
    const Twins b = expression(random, depth - 1, low_exponent, high_exponent);
    switch (random.below(4)) {
    case 0:
        return a + b;
    case 1:
        return a - b;
    case 2:
        return (a + b) - a;
    default:
        return a * b;
    }
}

TEST(ExactNumberAgainstCgal, SignsAndOrderAgree) {
    Random random(21);
    std::size_t zeros = 0;
    const std::size_t count = scaled(50'000);
    for (std::size_t i = 0; i < count; ++i) {
        const Twins a = expression(random, random.integer(0, 3), -1073, 1023);
        const Twins b = random.below(4) == 0 ? a : expression(random, 2, -1073, 1023);
        ASSERT_EQ(a.ours.sign(), static_cast<Sign>(CGAL::sign(a.theirs)));
        ASSERT_EQ(compare(a.ours, b.ours), static_cast<Sign>(CGAL::compare(a.theirs, b.theirs)));
        zeros += compare(a.ours, b.ours) == 0;
    }
    EXPECT_GT(zeros, count / 10);
    EXPECT_LT(zeros, count / 2);
}

TEST(ExactNumberAgainstCgal, QuotientsRoundAlike) {
    Random random(22);
    std::size_t compared = 0;
    const std::size_t count = scaled(100'000);
    for (std::size_t i = 0; i < count; ++i) {
        const Twins n = expression(random, 2, -200, 200);
        const Twins d = expression(random, 2, -200, 200);
        if (d.ours.sign() == 0 || CGAL::abs(n.theirs / d.theirs) > Rational(1e300)) {
            continue;
        }
        ++compared;
        ASSERT_EQ(round_quotient(n.ours, d.ours), nearest_double(n.theirs / d.theirs));
    }
    EXPECT_GT(compared, count / 2);
}

TEST(NearestDouble, IsTheDoubleItselfAndItsNeighboursMeetHalfway) {
    for (const double value : {1.0, 0.1, -3.7e200, 5e-324, 2.2250738585072014e-308, -1e-310}) {
        const double above = std::nextafter(value, std::numeric_limits<double>::infinity());
        const Rational middle = (Rational(value) + Rational(above)) / 2;
        const Rational sliver = (Rational(above) - Rational(value)) / 1000000;
        EXPECT_EQ(nearest_double(Rational(value)), value);
        EXPECT_EQ(nearest_double(middle - sliver), value);
        EXPECT_EQ(nearest_double(middle + sliver), above);
        EXPECT_NE(nearest_double(middle + sliver), value);
    }
    EXPECT_EQ(nearest_double(Rational(1) + Rational(0x1p-53)), 1.0);
    EXPECT_EQ(nearest_double(Rational(1 + 0x1p-52) + Rational(0x1p-53)), 1 + 0x1p-51);
    EXPECT_EQ(nearest_double(Rational(0)), 0.0);
}

} // namespace
} // namespace impinge
