// SPDX-License-Identifier: Apache-2.0
#include "mesh/weld.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

namespace impinge {
namespace {

using Map = std::vector<std::uint32_t>;

TEST(WeldMap, IsTheIdentityForDistinctPoints) {
    EXPECT_EQ(weld_map(std::vector<Vec3d>{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}}),
              (Map{0, 1, 2, 3}));
}

TEST(WeldMap, NamesTheSmallestVertexAtAPlace) {
    EXPECT_EQ(weld_map(std::vector<Vec3d>{{5, 5, 5}, {1, 2, 3}, {5, 5, 5}, {1, 2, 3}, {5, 5, 5}}),
              (Map{0, 1, 0, 1, 0}));
}

TEST(WeldMap, TakesMinusZeroForZero) {
    EXPECT_EQ(weld_map(std::vector<Vec3d>{{0, -0.0, 1}, {-0.0, 0, 1}, {0, 0, -1}}), (Map{0, 0, 2}));
}

TEST(WeldMap, TellsNeighbouringDoublesApart) {
    EXPECT_EQ(weld_map(std::vector<Vec3d>{{1, 0, 0}, {1 + 0x1p-52, 0, 0}, {1, 5e-324, 0}}),
              (Map{0, 1, 2}));
}

TEST(WeldMap, OfNothingIsEmpty) { EXPECT_TRUE(weld_map({}).empty()); }

TEST(WeldMap, AgreesWithAnOrderedMapOnCrowdedPoints) {
    Random random(7);
    std::vector<Vec3d> points(20000);
    for (Vec3d& point : points) {
        point = {random.integer(-12, 12) * 0.1, random.integer(-12, 12) * 1e-200,
                 random.integer(-12, 12) * 1e200};
    }
    std::map<std::tuple<double, double, double>, std::uint32_t> first;
    Map expected;
    std::size_t repeated = 0;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const auto [at, fresh] = first.try_emplace({points[i].x, points[i].y, points[i].z}, i);
        expected.push_back(at->second);
        repeated += fresh ? 0 : 1;
    }
    EXPECT_EQ(weld_map(points), expected);
    EXPECT_GT(repeated, points.size() * 3 / 10);
    EXPECT_LT(repeated, points.size() * 7 / 10);
}

TEST(WeldedTriangles, ReplaceEveryCorner) {
    const std::vector<TriangleIndices> triangles{{0, 1, 2}, {3, 4, 5}};
    const Map map{0, 1, 2, 1, 0, 5};
    EXPECT_EQ(welded_triangles(triangles, map),
              (std::vector<TriangleIndices>{{0, 1, 2}, {1, 0, 5}}));
}

} // namespace
} // namespace impinge
