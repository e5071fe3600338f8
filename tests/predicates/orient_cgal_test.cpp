// SPDX-License-Identifier: Apache-2.0
//
// The predicates on arbitrary doubles against CGAL: its filtered exact kernel for millions of
// cases, its exact rationals for a share of them.
#include "impinge/predicates.hpp"

#include "tests/predicates/lattice_points.hpp"
#include "tests/support/scale.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Exact_rational.h>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace impinge {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Rational = CGAL::Exact_rational;
using tests::scaled;

Kernel::Point_3 cgal(Vec3d p) { return {p.x, p.y, p.z}; }

Sign rational_orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    using Row = std::array<Rational, 3>;
    const auto minus = [](Vec3d p, Vec3d q) {
        return Row{Rational(p.x) - Rational(q.x), Rational(p.y) - Rational(q.y),
                   Rational(p.z) - Rational(q.z)};
    };
    const Row u = minus(b, a), v = minus(c, a), w = minus(d, a);
    return static_cast<Sign>(CGAL::sign(w[0] * (u[1] * v[2] - u[2] * v[1]) +
                                        w[1] * (u[2] * v[0] - u[0] * v[2]) +
                                        w[2] * (u[0] * v[1] - u[1] * v[0])));
}

using Points = std::array<Vec3d, 4>;

double any_double(Random& random) {
    return std::ldexp(random.uniform(-1, 1), random.integer(-1073, 1024));
}

/// One rounding step up, down or none on every axis.
Vec3d jittered(Random& random, Vec3d p) {
    for (int axis = 0; axis < 3; ++axis) {
        const int step = random.integer(-1, 1);
        p[axis] = step == 0 ? p[axis] : std::nextafter(p[axis], step * HUGE_VAL);
    }
    return p;
}

/// A combination of the first three points, rounded: within rounding of their plane.
Points with_fourth_in_plane(Random& random, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const double s = random.uniform(-1, 2), t = random.uniform(-1, 2);
    const Vec3d d = jittered(random, a + ((b - a) * s + (c - a) * t));
    return {a, b, c, is_finite(d) ? d : a * 0.5 + b * 0.5};
}

Points in_box(Random& random, Vec3d low, Vec3d high) {
    return with_fourth_in_plane(random, random.in_box(low, high), random.in_box(low, high),
                                random.in_box(low, high));
}

Points mixed_magnitudes(Random& random) {
    const double big = std::ldexp(1.0, random.integer(900, 1020));
    const double small = std::ldexp(1.0, -random.integer(900, 1020));
    const auto pick = [&] {
        const double value = random.uniform(-1, 1);
        const std::uint64_t kind = random.below(4);
        return kind == 0 ? value * big : kind == 1 ? value * small : kind == 2 ? value : 0.0;
    };
    Points points;
    for (Vec3d& p : points) {
        p = {pick(), pick(), pick()};
    }
    return points;
}

struct Family {
    std::string name;
    std::function<Points(Random&)> make;
};

std::vector<Family> families() {
    return {
        {"unit box",
         [](Random& r) {
             return in_box(r, {-1, -1, -1}, {1, 1, 1});
         }},
        {"five kilometres away",
         [](Random& r) {
             return in_box(r, {4999, 4999, -5001}, {5000, 5000, -5000});
         }},
        {"scale 1e-12",
         [](Random& r) {
             return in_box(r, {-1e-12, -1e-12, -1e-12}, {1e-12, 1e-12, 1e-12});
         }},
        {"scale 1e12",
         [](Random& r) {
             return in_box(r, {-1e12, -1e12, -1e12}, {1e12, 1e12, 1e12});
         }},
        {"scale 1e-110",
         [](Random& r) {
             return in_box(r, {-1e-110, -1e-110, -1e-110}, {1e-110, 1e-110, 1e-110});
         }},
        {"denormals",
         [](Random& r) {
             return in_box(r, {-1e-308, -1e-308, -1e-308}, {1e-308, 1e-308, 1e-308});
         }},
        {"near the top",
         [](Random& r) {
             return in_box(r, {-8e307, -8e307, -8e307}, {8e307, 8e307, 8e307});
         }},
        {"wide box",
         [](Random& r) {
             return in_box(r, {-1e6, -1e6, -1}, {1e6, 1e6, 1});
         }},
        {"long box",
         [](Random& r) {
             return in_box(r, {-1e9, -1, -1e-9}, {1e9, 1, 1e-9});
         }},
        {"1e300 beside 1e-300", mixed_magnitudes},
        {"any doubles",
         [](Random& r) {
             Points points;
             for (Vec3d& p : points) {
                 p = {any_double(r), any_double(r), any_double(r)};
             }
             return points;
         }},
    };
}

constexpr std::size_t cases_per_family = 400'000;

/// A plain evaluation must err somewhere. In a shortened run it may happen not to.
void expect_hard(std::size_t naive_wrong) {
    if (scaled(cases_per_family) >= cases_per_family) {
        EXPECT_GT(naive_wrong, 0U);
    }
}

TEST(Orient3dAgainstCgal, AgreesOnEveryFamilyOfDoubles) {
    std::uint64_t seed = 100;
    for (const Family& family : families()) {
        SCOPED_TRACE(family.name);
        Random random(seed++);
        std::size_t naive_wrong = 0;
        std::array<std::size_t, 3> by_sign{};
        const std::size_t count = scaled(cases_per_family);
        for (std::size_t i = 0; i < count; ++i) {
            const Points p = family.make(random);
            const auto expected = static_cast<Sign>(
                CGAL::orientation(cgal(p[0]), cgal(p[1]), cgal(p[2]), cgal(p[3])));
            ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), expected) << "case " << i;
            if (i % 16 == 0) {
                ASSERT_EQ(rational_orient3d(p[0], p[1], p[2], p[3]), expected) << "case " << i;
            }
            naive_wrong += lattice::naive_orient3d(p[0], p[1], p[2], p[3]) != expected;
            ++by_sign[static_cast<std::size_t>(expected + 1)];
        }
        expect_hard(naive_wrong);
        EXPECT_GT(by_sign[0], count / 20);
        EXPECT_GT(by_sign[2], count / 20);
    }
}

TEST(Orient2dAgainstCgal, AgreesOnEveryFamilyOfDoubles) {
    std::uint64_t seed = 200;
    for (const Family& family : families()) {
        SCOPED_TRACE(family.name);
        Random random(seed++);
        std::size_t naive_wrong = 0;
        for (std::size_t i = 0; i < scaled(cases_per_family); ++i) {
            Points p = family.make(random);
            if (i % 2 == 0) {
                const Vec3d c = jittered(random, p[0] + (p[1] - p[0]) * random.uniform(-1, 2));
                p[2] = is_finite(c) ? c : p[0] * 0.5 + p[1] * 0.5;
            }
            const Vec2d a{p[0].x, p[0].y}, b{p[1].x, p[1].y}, c{p[2].x, p[2].y};
            const auto expected = static_cast<Sign>(CGAL::orientation(
                Kernel::Point_2(a.x, a.y), Kernel::Point_2(b.x, b.y), Kernel::Point_2(c.x, c.y)));
            ASSERT_EQ(orient2d(a, b, c), expected) << "case " << i;
            naive_wrong += lattice::naive_orient2d(a, b, c) != expected;
        }
        expect_hard(naive_wrong);
    }
}

TEST(CollinearAgainstCgal, AgreesOnEveryFamilyOfDoubles) {
    std::uint64_t seed = 300;
    std::size_t collinear_cases = 0, cases = 0;
    for (const Family& family : families()) {
        SCOPED_TRACE(family.name);
        Random random(seed++);
        for (std::size_t i = 0; i < scaled(50'000); ++i) {
            const Points p = family.make(random);
            // Often exact, so that true hits are common.
            const Vec3d end = p[0] * 3.0 - p[1] * 2.0;
            const Vec3d c = i % 2 == 0 && is_finite(end) ? end : p[2];
            const bool expected = CGAL::collinear(cgal(p[0]), cgal(p[1]), cgal(c));
            ASSERT_EQ(collinear(p[0], p[1], c), expected) << "case " << i;
            collinear_cases += expected;
            ++cases;
        }
    }
    EXPECT_GT(collinear_cases, cases / 1000);
}

} // namespace
} // namespace impinge
