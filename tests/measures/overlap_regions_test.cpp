// SPDX-License-Identifier: Apache-2.0
//
// What regions are told by, and the curves that bound them.
#include "impinge/overlap.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace impinge::tests {
namespace {

Overlap found_overlap(const Body& a, const Body& b) {
    const auto found = overlap(a, b);
    EXPECT_TRUE(found) << found.error().message;
    return found ? *found : Overlap();
}

double length_of(const ContactCurve& curve) {
    double sum = 0;
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        sum += length(curve.points[(i + 1) % curve.points.size()] - curve.points[i]);
    }
    return sum;
}

double length_of_all(const std::vector<ContactCurve>& curves) {
    double sum = 0;
    for (const ContactCurve& curve : curves) {
        sum += length_of(curve);
    }
    return sum;
}

TEST(RegionCurves, GoAroundWhereABarPassesThroughAPlate) {
    const Mesh plate = meshed(box({-4, -4, 0}, {4, 4, 1}));
    const Mesh bar = meshed(box({-1, -2, -5}, {1, 2, 5}));
    const Overlap found = found_overlap({plate.view()}, {bar.view()});
    ASSERT_EQ(found.regions.size(), 1U);
    const auto& curves = found.regions[0].curves;
    ASSERT_EQ(curves.size(), 2U);
    for (const ContactCurve& curve : curves) {
        EXPECT_TRUE(curve.closed);
        EXPECT_NEAR(length_of(curve), 12, 1e-14);
        EXPECT_EQ(curve.points[0], *std::min_element(curve.points.begin(), curve.points.end()));
        EXPECT_EQ(curve.points[0].z, curve.points[1].z);
    }
    EXPECT_NE(curves[0].points[0].z, curves[1].points[0].z);
}

TEST(RegionCurves, GoAroundTheCornerThatIsInTheOtherBox) {
    const Mesh a = meshed(box({0, 0, 0}, {2, 2, 2}), {.seed = 3, .splits = Splits::All});
    const Mesh b = meshed(box({1, 1, 1}, {4, 4, 4}));
    const Overlap found = found_overlap({a.view()}, {b.view()});
    ASSERT_EQ(found.regions.size(), 1U);
    ASSERT_EQ(found.regions[0].curves.size(), 1U);
    EXPECT_TRUE(found.regions[0].curves[0].closed);
    EXPECT_NEAR(length_of(found.regions[0].curves[0]), 6, 1e-14);
}

TEST(RegionCurves, AreTheContactCurvesOfBodiesThatCross) {
    Random random(5);
    std::size_t crossing_cases = 0;
    const std::size_t cases = scaled(40);
    for (std::size_t i = 0; i < cases; ++i) {
        const Mesh a = scenes::bumpy_sphere({.triangles = 400, .seed = i});
        const Mesh b = scenes::bumpy_sphere({.triangles = 300, .seed = i + 100});
        const Rigid moved{.translation = random.direction() * random.uniform(1.2, 2.4)};
        const auto crossing = collide({a.view()}, {b.view(), moved}, {.detail = Detail::Curves});
        ASSERT_TRUE(crossing);
        const Overlap found = found_overlap({a.view()}, {b.view(), moved});
        const Overlap mirrored = found_overlap({b.view(), moved}, {a.view()});
        double length = 0;
        for (std::size_t k = 0; k < found.regions.size(); ++k) {
            length += length_of_all(found.regions[k].curves);
            EXPECT_EQ(found.regions[k].curves, mirrored.regions[k].curves);
            for (const ContactCurve& curve : found.regions[k].curves) {
                EXPECT_TRUE(curve.closed);
            }
        }
        EXPECT_NEAR(length, length_of_all(crossing->curves), 1e-9 * (1 + length));
        crossing_cases += length > 0 ? 1 : 0;
    }
    EXPECT_GT(crossing_cases, cases / 2);
}

TEST(Regions, OfABodyInAnotherAreAllOfIt) {
    const Mesh a = meshed(box({-9, -9, -9}, {9, 9, 9}));
    const Mesh b = scenes::bumpy_sphere({.triangles = 500});
    const Overlap found = found_overlap({a.view()}, {b.view()});
    ASSERT_EQ(found.regions.size(), 1U);
    EXPECT_EQ(found.regions[0].triangles_b.size(), b.triangles.size());
    EXPECT_TRUE(found.regions[0].triangles_a.empty());
    EXPECT_TRUE(found.regions[0].curves.empty());
    EXPECT_EQ(found.regions[0].area_a, 0);
    const Overlap same = found_overlap({b.view()}, {b.view()});
    ASSERT_EQ(same.regions.size(), 1U);
    EXPECT_NEAR(same.volume, found.volume, 1e-13);
    EXPECT_NEAR(same.area_a + same.area_b, found.area_b, 1e-12);
}

TEST(Regions, OfMirroredBodiesAreThoseOfTheirImages) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 300, .seed = 1});
    const Mesh b = scenes::bumpy_sphere({.triangles = 200, .seed = 2});
    const Rigid mirror{.row_x = {-1, 0, 0}, .translation = {0.75, 0.25, 0}};
    Mesh image = b;
    for (Vec3d& p : image.positions) {
        p = apply(mirror, p);
    }
    const Overlap found = found_overlap({a.view()}, {b.view(), mirror});
    ASSERT_EQ(found.measurable, Measurable::Yes);
    const Overlap expected =
        found_overlap({a.view()}, {image.view()}); // inside out, which counts not
    ASSERT_FALSE(expected.regions.empty());
    EXPECT_EQ(found.volume, expected.volume);
    const auto diagnosis = diagnose(b.view());
    ASSERT_TRUE(diagnosis);
    EXPECT_EQ(found_overlap({a.view()}, {b.view(), mirror, &*diagnosis}).volume, expected.volume);
}

TEST(Regions, AreToldByTheSameNumberHoweverTheMeshIsWritten) {
    const PolycubeGrid grid(4);
    Random random(11);
    std::size_t regions = 0;
    std::set<std::uint64_t> ids;
    const std::size_t cases = scaled(100);
    for (std::size_t i = 0; i < cases; ++i) {
        const PolyMesh a = grid.mesh(grid.random_set(random), random, 0.5);
        const PolyMesh b = grid.mesh(grid.random_set(random), random, 0.5);
        const Mesh mesh_a = meshed(a, {.seed = i});
        const Mesh mesh_b = meshed(b, {.seed = i});
        const Overlap found = found_overlap({mesh_a.view()}, {mesh_b.view()});
        const Mesh other_a = meshed(a, {.seed = i, .order = Order::Shuffled});
        const Mesh other_b = meshed(b, {.seed = i, .order = Order::Shuffled});
        const Overlap other = found_overlap({other_b.view()}, {other_a.view()});
        ASSERT_EQ(found.regions.size(), other.regions.size());
        for (std::size_t k = 0; k < found.regions.size(); ++k) {
            ++regions;
            ASSERT_EQ(found.regions[k].id, other.regions[k].id) << i;
            ASSERT_EQ(found.regions[k].area_a, other.regions[k].area_b) << i;
            ASSERT_EQ(found.regions[k].curves, other.regions[k].curves) << i;
        }
        const Rigid moved{.translation = {0.25, 0, 0}};
        const Overlap after = found_overlap({mesh_a.view(), moved}, {mesh_b.view(), moved});
        for (std::size_t k = 0; k < std::min(found.regions.size(), after.regions.size()); ++k) {
            EXPECT_NE(found.regions[k].id, after.regions[k].id);
        }
    }
    EXPECT_GT(regions, cases / 2);
}

} // namespace
} // namespace impinge::tests
