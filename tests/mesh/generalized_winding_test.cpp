// SPDX-License-Identifier: Apache-2.0
//
// The generalised winding number against the exact one of closed meshes, against solid angles that
// are known, and the tree against the sum over all triangles.
#include "impinge/winding.hpp"

#include "base/random.hpp"
#include "mesh/winding.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace impinge::tests {
namespace {

std::vector<double> numbers_of(const Mesh& mesh, const std::vector<Vec3d>& points,
                               WindingMethod method, double accuracy = 1e-3) {
    const auto found =
        generalized_winding_numbers(mesh.view(), points, {.accuracy = accuracy, .method = method});
    EXPECT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->method, method);
    EXPECT_EQ(found->error_bound, method == WindingMethod::Tree ? accuracy : 0);
    EXPECT_FALSE(found->partial);
    return found->values;
}

std::vector<Vec3d> points_in(Random& random, const Box3& box, std::size_t count) {
    std::vector<Vec3d> points;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = random.uniform(box.min.x, box.max.x);
        const double y = random.uniform(box.min.y, box.max.y);
        const double z = random.uniform(box.min.z, box.max.z);
        points.push_back({x, y, z});
    }
    return points;
}

/// Two nested boxes with a cavity, one box overlapping both, and one far away.
Mesh boxes_of_all_kinds() {
    return meshed(joined({cube({0, 0, 0}, 8), inside_out(cube({2, 2, 2}, 4)), cube({3, 3, 3}, 9),
                          cube({100, 0, 0}, 1)}));
}

TEST(GeneralizedWinding, IsTheWindingNumberOfClosedMeshes) {
    Random random(2013);
    const Box3 around{{-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5}};
    const Box3 boxes{{-1, -1, -1}, {13, 13, 13}};
    const std::vector<std::pair<Mesh, Box3>> meshes = {
        {scenes::bumpy_sphere({.triangles = 3000, .seed = 3}), around},
        {scenes::torus_knot({.triangles = 6000}), around},
        {boxes_of_all_kinds(), boxes}};
    std::size_t inside = 0;
    std::size_t all = 0;
    for (const auto& [mesh, box] : meshes) {
        const auto points = points_in(random, box, 300);
        const auto direct = numbers_of(mesh, points, WindingMethod::Direct);
        const auto tree = numbers_of(mesh, points, WindingMethod::Tree);
        const auto fine = numbers_of(mesh, points, WindingMethod::Tree, 1e-6);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const auto exact = winding_number(points[i], mesh.positions, mesh.triangles);
            ASSERT_TRUE(exact);
            ASSERT_NEAR(direct[i], *exact, 1e-9);
            ASSERT_NEAR(tree[i], *exact, 1e-3);
            ASSERT_NEAR(fine[i], *exact, 1e-6);
            inside += *exact != 0 ? 1 : 0;
            ++all;
        }
    }
    EXPECT_GT(inside, all / 5);
    EXPECT_LT(inside, 4 * all / 5);
}

/// Two triangles, seen from below; half a side is 1.
Mesh square(double height) {
    return {{{-1, -1, height}, {1, -1, height}, {1, 1, height}, {-1, 1, height}},
            {{0, 1, 2}, {0, 2, 3}}};
}

TEST(GeneralizedWinding, OfASquareIsTheSolidAngleOfAPyramid) {
    for (const double height : {1e-9, 0.1, 1.0, 3.0, 1e3}) {
        const double expected =
            std::asin(1 / (1 + height * height)) / std::numbers::pi; // 4 asin(...) over 4 pi
        const auto numbers =
            numbers_of(square(height), {{0, 0, 0}, {0, 0, 2 * height}}, WindingMethod::Direct);
        EXPECT_NEAR(numbers[0], expected, 1e-12 + 1e-15 / height) << height;
        EXPECT_EQ(numbers[1], -numbers[0]) << "the other side sees as much of it";
    }
    // 1e-15 over the distance from the diagonal, and more
    EXPECT_NEAR(numbers_of(square(1e-9), {{0, 0, 0}}, WindingMethod::Direct)[0], 0.5, 1e-6)
        << "a wall fills half of all that is seen";
    EXPECT_EQ(numbers_of(square(0), {{0.25, 0.5, 0}}, WindingMethod::Direct)[0], 0)
        << "on it: the mean of both sides";
}

TEST(GeneralizedWinding, OfACubeThatLacksAFaceIsFiveSixthsInTheMiddle) {
    const Mesh lidless = meshed(without_face(cube({-1, -1, -1}, 2), 5));
    for (const WindingMethod method : {WindingMethod::Direct, WindingMethod::Tree}) {
        const auto numbers = numbers_of(lidless, {{0, 0, 0}, {50, 0, 0}}, method, 1e-9);
        EXPECT_NEAR(numbers[0], 5.0 / 6, 1e-12);
        EXPECT_NEAR(numbers[1], 0, 1e-3) << "far away nothing is left of it";
    }
}

/// Triangles of all sizes, some far away, some without area.
Mesh wild_soup(Random& random, std::size_t triangles) {
    Mesh soup;
    for (std::size_t i = 0; i < triangles; ++i) {
        const int kind = random.integer(0, 9);
        const double size = kind == 0 ? 1e-9 : kind == 1 ? 0.5 : 0.02;
        const double reach = kind == 2 ? 100 : 1;
        const Vec3d at = points_in(random, {{-reach, -reach, -reach}, {reach, reach, reach}}, 1)[0];
        auto corners = points_in(random, {{-size, -size, -size}, {size, size, size}}, 3);
        if (kind == 3) {
            corners[2] = corners[0];
        }
        const auto first = static_cast<std::uint32_t>(soup.positions.size());
        for (const Vec3d& corner : corners) {
            soup.positions.push_back(at + corner);
        }
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    return soup;
}

TEST(GeneralizedWinding, TreeKeepsItsBoundOnWildSoups) {
    Random random(2018);
    std::size_t expanded = 0;
    std::size_t all = 0;
    double worst = 0;
    for (std::size_t round = 0; round < scaled(12); ++round) {
        const Mesh soup = wild_soup(random, 500 + 500 * (round % 4));
        auto points = points_in(random, {{-1.2, -1.2, -1.2}, {1.2, 1.2, 1.2}}, 60);
        const auto far = points_in(random, {{-300, -300, -300}, {300, 300, 300}}, 20);
        points.insert(points.end(), far.begin(), far.end());
        points.push_back(soup.positions[0]); // on a corner
        const auto direct = numbers_of(soup, points, WindingMethod::Direct);
        for (const double accuracy : {1e-1, 1e-3, 1e-6}) {
            const auto tree = numbers_of(soup, points, WindingMethod::Tree, accuracy);
            for (std::size_t i = 0; i < points.size(); ++i) {
                const double error = std::abs(tree[i] - direct[i]);
                ASSERT_LE(error, accuracy + 1e-11) << points[i].x << " " << points[i].y;
                worst = std::max(worst, error / accuracy);
                expanded += error > 1e-13 ? 1 : 0;
                ++all;
            }
        }
    }
    EXPECT_GT(expanded, all / 3) << "nodes hardly ever stood for their triangles";
    EXPECT_GT(worst, 1e-5) << "the bound says nothing";
}

TEST(GeneralizedWinding, SameBitsForAnyNumberOfThreads) {
    Random random(5);
    const Mesh mesh = scenes::bumpy_sphere({.triangles = 5000, .seed = 3});
    const auto points = points_in(random, {{-2, -2, -2}, {2, 2, 2}}, 200);
    for (const WindingMethod method : {WindingMethod::Direct, WindingMethod::Tree}) {
        const auto one =
            generalized_winding_numbers(mesh.view(), points, {.method = method}, Context(1));
        const auto four =
            generalized_winding_numbers(mesh.view(), points, {.method = method}, Context(4));
        ASSERT_TRUE(one && four);
        EXPECT_EQ(one->values, four->values);
    }
}

TEST(GeneralizedWinding, SameBitsInAnyUnit) {
    const Mesh lidless = meshed(without_face(cube({-1, -1, -1}, 2), 5));
    const std::vector<Vec3d> points = {{0.25, 0.5, -0.75}, {0, 0, 3}, {-1, 0.5, 0}};
    for (const WindingMethod method : {WindingMethod::Direct, WindingMethod::Tree}) {
        const auto here = numbers_of(lidless, points, method);
        for (const int exponent : {-900, -300, -20, 20, 300, 900}) {
            const double unit = std::ldexp(1.0, exponent);
            Mesh scaled_mesh = lidless;
            std::vector<Vec3d> scaled_points = points;
            for (Vec3d& p : scaled_mesh.positions) {
                p = p * unit;
            }
            for (Vec3d& p : scaled_points) {
                p = p * unit;
            }
            EXPECT_EQ(numbers_of(scaled_mesh, scaled_points, method), here) << exponent;
        }
    }
}

TEST(GeneralizedWinding, OfWhatIsTooFarToSeeIsZero) {
    const Mesh cube_mesh = meshed(cube({0, 0, 0}, 1));
    for (const WindingMethod method : {WindingMethod::Direct, WindingMethod::Tree}) {
        for (const double far : {1e40, 1e100, 1e300, -1e308}) {
            EXPECT_NEAR(numbers_of(cube_mesh, {{far, 0.5, far}}, method)[0], 0, 1e-12) << far;
        }
    }
    EXPECT_EQ(numbers_of({}, {{1, 2, 3}}, WindingMethod::Tree)[0], 0);
    EXPECT_EQ(numbers_of({}, {{1, 2, 3}}, WindingMethod::Direct)[0], 0);
}

TEST(GeneralizedWinding, RefusesWhatMakesNoSense) {
    const Mesh mesh = meshed(cube({0, 0, 0}, 1));
    const double none = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Vec3d> good = {{0, 0, 0}};
    const std::vector<Vec3d> bad = {{0, 0, 0}, {0, none, 0}};
    EXPECT_EQ(generalized_winding_numbers(mesh.view(), bad).error().message,
              "point 1 is not finite");
    for (const double accuracy : {0.0, 1e-12, 2.0, none}) {
        EXPECT_FALSE(generalized_winding_numbers(mesh.view(), good, {.accuracy = accuracy}));
    }
    Mesh broken = mesh;
    broken.triangles[0][0] = 99;
    EXPECT_FALSE(generalized_winding_numbers(broken.view(), good));
}

TEST(GeneralizedWinding, CancelledSaysSo) {
    const Mesh mesh = scenes::bumpy_sphere({.triangles = 5000, .seed = 3});
    const std::vector<Vec3d> points(100, Vec3d{0, 0, 0});
    for (const WindingMethod method : {WindingMethod::Direct, WindingMethod::Tree}) {
        Context context(1);
        context.cancel();
        const auto found =
            generalized_winding_numbers(mesh.view(), points, {.method = method}, context);
        ASSERT_TRUE(found);
        EXPECT_TRUE(found->partial);
    }
}

TEST(GeneralizedWinding, ChoosesATreeForManyPointsOfALargeMesh) {
    const Mesh large = scenes::bumpy_sphere({.triangles = 5000, .seed = 3});
    const std::vector<Vec3d> many(20, Vec3d{0, 0, 0});
    const std::vector<Vec3d> one(1, Vec3d{0, 0, 0});
    EXPECT_EQ(generalized_winding_numbers(large.view(), many)->method, WindingMethod::Tree);
    EXPECT_EQ(generalized_winding_numbers(large.view(), one)->method, WindingMethod::Direct);
}

} // namespace
} // namespace impinge::tests
