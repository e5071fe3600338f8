// SPDX-License-Identifier: Apache-2.0
//
// The estimates in twice the precision of double: the promised error bound holds, checked against
// CGAL's exact rationals, and it is small enough to be of use.
#include "predicates/double_double.hpp"

#include "base/random.hpp"
#include "tests/agreement/nearest_double.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace impinge {
namespace {

using tests::Rational;
using tests::scaled;

Rational exact(DoubleDouble value) { return Rational(value.head) + Rational(value.tail); }

Rational exact_orient2d_of(Vec2d a, Vec2d b, Vec2d c) {
    const auto minus = [](double p, double q) -> Rational { return Rational(p) - Rational(q); };
    return minus(b.x, a.x) * minus(c.y, a.y) - minus(b.y, a.y) * minus(c.x, a.x);
}

Rational exact_orient3d_of(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    std::array<Rational, 3> u;
    std::array<Rational, 3> v;
    std::array<Rational, 3> w;
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        u[i] = Rational(b[axis]) - Rational(a[axis]);
        v[i] = Rational(c[axis]) - Rational(a[axis]);
        w[i] = Rational(d[axis]) - Rational(a[axis]);
    }
    return w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
           w[2] * (u[0] * v[1] - u[1] * v[0]);
}

/// Cancelling inputs: coordinates of mixed size, the last point near the plane of the others.
std::array<Vec3d, 4> points(Random& random) {
    const auto coordinate = [&] {
        return std::ldexp(random.uniform(-1, 1), random.integer(-60, 60));
    };
    std::array<Vec3d, 4> p;
    for (Vec3d& v : p) {
        v = random.below(4) == 0 ? Vec3d{coordinate(), coordinate(), coordinate()}
                                 : random.in_box({4999, -5000, 4999}, {5000, -4999, 5000});
    }
    if (random.below(2) == 0) {
        p[3] = p[0] + (p[1] - p[0]) * random.unit() + (p[2] - p[0]) * random.unit();
    }
    return p;
}

TEST(Estimate, Orient3dIsWithinItsBound) {
    Random random(1);
    std::size_t beyond_a_millionth = 0;
    for (std::size_t i = 0; i < scaled(200'000); ++i) {
        const auto p = points(random);
        const Estimate estimate = estimate_orient3d(p[0], p[1], p[2], p[3]);
        ASSERT_TRUE(std::isfinite(estimate.error));
        const Rational error =
            CGAL::abs(exact(estimate.value) - exact_orient3d_of(p[0], p[1], p[2], p[3]));
        ASSERT_LE(error, Rational(estimate.error)) << i;
        beyond_a_millionth += error > Rational(estimate.error * 1e-6);
    }
    EXPECT_GT(beyond_a_millionth, 0U) << "no case comes anywhere near the bound";
}

TEST(Estimate, Orient2dIsWithinItsBound) {
    Random random(2);
    for (std::size_t i = 0; i < scaled(200'000); ++i) {
        const auto p = points(random);
        const Vec2d a{p[0].x, p[0].y}, b{p[1].x, p[1].y}, c{p[3].x, p[3].y};
        const Estimate estimate = estimate_orient2d(a, b, c);
        ASSERT_TRUE(std::isfinite(estimate.error));
        ASSERT_LE(CGAL::abs(exact(estimate.value) - exact_orient2d_of(a, b, c)),
                  Rational(estimate.error));
    }
}

TEST(Estimate, OutOfRangeGetsNoBound) {
    const double tiny = 0x1p-300, huge = 0x1p300;
    EXPECT_TRUE(std::isinf(estimate_orient2d({0, 0}, {tiny, 0}, {0, 1}).error));
    EXPECT_TRUE(std::isinf(estimate_orient2d({0, 0}, {1, 0}, {0, huge}).error));
    EXPECT_TRUE(std::isinf(estimate_orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, huge}).error));
    EXPECT_TRUE(std::isinf(estimate_orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}).error));
}

TEST(DoubleDouble, OperationsAreWithinTheirBound) {
    Random random(3);
    const auto number = [&] {
        const double head = std::ldexp(random.uniform(-1, 1), random.integer(-40, 40));
        return to_double_double(two_sum(head, head * random.uniform(-1, 1) * 0x1p-54));
    };
    const Rational bound(0x1p-100);
    for (std::size_t i = 0; i < scaled(100'000); ++i) {
        const DoubleDouble a = number();
        const DoubleDouble b =
            random.below(2) == 0 ? number() : DoubleDouble{-a.head, a.tail * 0.5};
        const Rational sum = exact(a) + exact(b);
        const Rational product = exact(a) * exact(b);
        ASSERT_LE(CGAL::abs(exact(a + b) - sum), CGAL::abs(sum) * bound);
        ASSERT_LE(CGAL::abs(exact(a * b) - product), CGAL::abs(product) * bound);
        if (b.head != 0) {
            const Rational quotient = exact(a) / exact(b);
            ASSERT_LE(CGAL::abs(exact(a / b) - quotient), CGAL::abs(quotient) * bound * 4);
        }
    }
}

} // namespace
} // namespace impinge
