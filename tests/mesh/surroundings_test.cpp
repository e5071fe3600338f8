// SPDX-License-Identifier: Apache-2.0
//
// Winding numbers beside points that are given as weighted means, against those of the same points
// as doubles, and against what an offset small enough to change nothing else gives.
#include "mesh/surroundings.hpp"

#include "base/random.hpp"
#include "mesh/winding.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

WeightedPoint weighted(const Vec3d& p, double weight_p, const Vec3d& q, double weight_q) {
    return WeightedPoint::between(WeightedPoint(p), ExactNumber(weight_p), WeightedPoint(q),
                                  ExactNumber(weight_q));
}

/// A body of cubes of side 8, so that means with weights 1 and 3 of its vertices are integers.
Mesh random_body(const PolycubeGrid& grid, Random& random) {
    Mesh mesh = meshed(joined({grid.mesh(grid.random_set(random), random, 0.2),
                               grid.mesh(grid.random_set(random), random, 0.2)}),
                       {.seed = random.next()});
    for (Vec3d& p : mesh.positions) {
        p = p * 8.0;
    }
    return mesh;
}

Vec3d random_corner(const Mesh& mesh, Random& random) {
    return mesh.positions[random.below(mesh.positions.size())];
}

TEST(Surroundings, AgreeWithTheWindingNumberOfThePointOrOfOneBesideIt) {
    const PolycubeGrid grid(3);
    Random random(70710);
    std::size_t asked = 0;
    std::size_t on_surface = 0;
    std::size_t inside = 0;
    for (std::size_t round = 0; round < scaled(300); ++round) {
        const Mesh mesh = random_body(grid, random);
        std::vector<WeightedPoint> points;
        std::vector<Vec3d> places;
        for (int i = 0; i < 20; ++i) {
            const Vec3d p = random_corner(mesh, random);
            const Vec3d q = random_corner(mesh, random);
            points.push_back(weighted(p, 1, q, 3));
            places.push_back((p + q * 3.0) * 0.25);
        }
        const auto found = surroundings(points, mesh.positions, mesh.triangles, Context(1));
        for (std::size_t i = 0; i < points.size(); ++i) {
            EXPECT_EQ(points[i].position(), places[i]);
            std::vector<std::uint32_t> holding;
            for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
                if (triangles_intersect(mesh.view().triangle(t),
                                        {{places[i], places[i], places[i]}})) {
                    holding.push_back(t);
                }
            }
            ASSERT_EQ(found[i].holding, holding);
            // Coordinates are integers up to 24: nothing but the faces through the point itself is
            // as near as this.
            const Vec3d beside = places[i] + Vec3d{0x1p-36, 0x1p-12, 0x1p-24};
            const auto number = winding_number(holding.empty() ? places[i] : beside, mesh.positions,
                                               mesh.triangles);
            ASSERT_TRUE(number);
            ASSERT_EQ(found[i].winding, *number) << "round " << round;
            ++asked;
            on_surface += holding.empty() ? 0U : 1U;
            inside += *number >= 1 ? 1U : 0U;
        }
    }
    if (is_full_run()) {
        EXPECT_GT(on_surface, asked * 3 / 10);
        EXPECT_LT(on_surface, asked * 9 / 10);
        EXPECT_GT(inside, asked * 3 / 10);
        EXPECT_LT(inside, asked * 9 / 10);
    }
}

TEST(Surroundings, AreTheSameForAnyNumberOfThreads) {
    const PolycubeGrid grid(3);
    Random random(5);
    Mesh mesh = random_body(grid, random);
    const std::vector<TriangleIndices> once = mesh.triangles;
    while (mesh.triangles.size() < 40000) { // several chunks
        mesh.triangles.insert(mesh.triangles.end(), once.begin(), once.end());
    }
    std::vector<WeightedPoint> points;
    for (int i = 0; i < 10; ++i) {
        points.push_back(weighted(random_corner(mesh, random), 1, random_corner(mesh, random), 2));
    }
    const auto one = surroundings(points, mesh.positions, mesh.triangles, Context(1));
    const auto four = surroundings(points, mesh.positions, mesh.triangles, Context(4));
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(one[i].winding, four[i].winding);
        EXPECT_EQ(one[i].holding, four[i].holding);
    }
}

TEST(SurroundingsFinder, FindsTheSameByItsTree) {
    const PolycubeGrid grid(3);
    Random random(6);
    const Mesh mesh = random_body(grid, random);
    SurroundingsFinder finder(mesh.positions, mesh.triangles);
    for (const std::size_t count : {5U, 300U, 7U}) { // without a tree, with one, with the one kept
        std::vector<WeightedPoint> points;
        for (std::size_t i = 0; i < count; ++i) {
            const Vec3d p = random_corner(mesh, random);
            points.push_back(weighted(p, 1, random_corner(mesh, random), random.integer(0, 3)));
        }
        const auto expected = surroundings(points, mesh.positions, mesh.triangles, Context(1));
        const auto found = finder.around(points, Context(2));
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_EQ(found[i].winding, expected[i].winding);
            EXPECT_EQ(found[i].holding, expected[i].holding);
        }
    }
}

TEST(WeightedPoint, SignsAreThoseOfTheExactPointWhereRoundingHidesThem) {
    // A third of the way from 0 to 1 is no double: the point lies beside its rounded position.
    const WeightedPoint third = weighted({0, 0, 0}, 2, {1, 1, 1}, 1);
    const double rounded = third.position().x;
    EXPECT_EQ(rounded, 1.0 / 3.0);
    // The double nearest to a third is smaller than a third.
    EXPECT_EQ(orient3d({rounded, 0, 0}, {rounded, 1, 0}, {rounded, 0, 1}, third), 1);
    // The plane through a third exactly: x + y + z = 1.
    EXPECT_EQ(orient3d({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, third), 0);
    const Triangle plane{{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}};
    EXPECT_EQ(place_in_triangle(plane, third), 1);
    EXPECT_TRUE(equal(third, weighted({0, 0, 0}, 4, {1, 1, 1}, 2)));
    EXPECT_FALSE(equal(third, WeightedPoint(third.position())));
}

} // namespace
} // namespace impinge::tests
