// SPDX-License-Identifier: Apache-2.0
#include "mesh/topology.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <map>

namespace impinge {
namespace {

using Faces = std::vector<TriangleIndices>;

EdgeCensus census_of(const Faces& faces, std::size_t vertices) {
    return edge_census(EdgeTable(faces, vertices));
}

std::vector<std::uint32_t> components_of(const Faces& faces, std::size_t vertices) {
    return triangle_components(EdgeTable(faces, vertices)).of_triangle;
}

const Faces tetrahedron{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

TEST(EdgeCensus, FindsNothingWrongWithATetrahedron) {
    EXPECT_EQ(census_of(tetrahedron, 4), (EdgeCensus{0, 0, 0}));
}

TEST(EdgeCensus, CountsTheRimOfATriangle) {
    EXPECT_EQ(census_of({{0, 1, 2}}, 3), (EdgeCensus{3, 0, 0}));
}

TEST(EdgeCensus, CountsEdgesRunThroughTwiceTheSameWay) {
    EXPECT_EQ(census_of({{0, 1, 2}, {0, 1, 3}}, 4), (EdgeCensus{4, 0, 1}));
    EXPECT_EQ(census_of({{0, 1, 2}, {1, 0, 3}}, 4), (EdgeCensus{4, 0, 0}));
}

TEST(EdgeCensus, CallsThreeFacesNonManifoldAndMisoriented) {
    EXPECT_EQ(census_of({{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}, 5), (EdgeCensus{6, 1, 1}));
}

TEST(EdgeCensus, CallsFourBalancedFacesNonManifoldOnly) {
    EXPECT_EQ(census_of({{0, 1, 2}, {1, 0, 3}, {0, 1, 4}, {1, 0, 5}}, 6), (EdgeCensus{8, 1, 0}));
}

TEST(EdgeCensus, IgnoresTrianglesWithRepeatedCorners) {
    for (const TriangleIndices extra :
         {TriangleIndices{0, 0, 1}, TriangleIndices{1, 0, 0}, TriangleIndices{0, 1, 0},
          TriangleIndices{1, 1, 0}, TriangleIndices{2, 2, 2}}) {
        Faces faces = tetrahedron;
        faces.insert(faces.begin() + 2, extra);
        EXPECT_EQ(census_of(faces, 4), (EdgeCensus{0, 0, 0}));
        EXPECT_EQ(census_of({extra}, 4), (EdgeCensus{0, 0, 0}));
    }
    EXPECT_EQ(census_of({{0, 1, 2}, {0, 1, 1}}, 3), (EdgeCensus{3, 0, 0}));
}

TEST(EdgeCensus, AgreesWithAMapOfHalfEdgesOnRandomSoup) {
    Random random(11);
    for (int round = 0; round < 200; ++round) {
        const auto vertices = static_cast<std::uint32_t>(random.integer(3, 9));
        Faces faces(static_cast<std::size_t>(random.integer(1, 30)));
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<int, int>> edges;
        for (TriangleIndices& face : faces) {
            for (std::uint32_t& corner : face) {
                corner = static_cast<std::uint32_t>(random.below(vertices));
            }
            const auto& [a, b, c] = face;
            if (a == b || b == c || c == a) {
                continue;
            }
            for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
                ++(from < to ? edges[{from, to}].first : edges[{to, from}].second);
            }
        }
        EdgeCensus expected;
        for (const auto& [edge, count] : edges) {
            const auto [forward, backward] = count;
            expected.open += forward + backward == 1 ? 1 : 0;
            expected.non_manifold += forward + backward > 2 ? 1 : 0;
            expected.misoriented += forward != backward && forward + backward > 1 ? 1 : 0;
        }
        EXPECT_EQ(census_of(faces, vertices), expected) << "round " << round;
    }
}

TEST(TriangleComponents, AreNumberedByTheirFirstTriangles) {
    EXPECT_EQ(components_of({{5, 6, 7}, {0, 1, 2}, {6, 5, 8}, {1, 0, 3}, {10, 11, 12}}, 13),
              (std::vector<std::uint32_t>{0, 1, 0, 1, 2}));
}

TEST(TriangleComponents, AreNotJoinedByASharedCorner) {
    EXPECT_EQ(components_of({{0, 1, 2}, {2, 3, 4}}, 5), (std::vector<std::uint32_t>{0, 1}));
}

TEST(TriangleComponents, AreJoinedByAnEdgeOfEitherOrientation) {
    EXPECT_EQ(components_of({{0, 1, 2}, {0, 1, 3}}, 4), (std::vector<std::uint32_t>{0, 0}));
}

TEST(TriangleComponents, TakeATriangleWithTwoEqualCornersToItsEdge) {
    EXPECT_EQ(components_of({{4, 5, 6}, {0, 1, 2}, {1, 1, 0}, {3, 3, 3}}, 7),
              (std::vector<std::uint32_t>{0, 1, 1, 2}));
}

TEST(TriangleComponents, JoinALongStripWhateverItsOrder) {
    Faces strip;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        strip.push_back({i, i + 1, i + 2});
    }
    Random random(3);
    for (std::size_t i = strip.size(); i > 1; --i) {
        std::swap(strip[i - 1], strip[random.below(i)]);
    }
    EXPECT_EQ(triangle_components(EdgeTable(strip, 5002)).count, 1U);
    strip.push_back({5010, 5011, 5012});
    EXPECT_EQ(triangle_components(EdgeTable(strip, 5013)).count, 2U);
}

TEST(BalancedComponents, LeaveOutTheOpenAndTheMisoriented) {
    Faces faces = tetrahedron;
    faces.push_back({4, 5, 6});
    faces.push_back({5, 4, 7});
    const EdgeTable table(faces, 8);
    EXPECT_EQ(balanced_components(table, triangle_components(table)),
              (std::vector<std::uint8_t>{1, 0}));
}

TEST(CountDuplicates, DoesNotCareAboutTheOrderOfCorners) {
    EXPECT_EQ(count_duplicates(Faces{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {0, 1, 3}}, 4), 2U);
    EXPECT_EQ(count_duplicates(tetrahedron, 4), 0U);
    EXPECT_EQ(count_duplicates(Faces{{0, 0, 1}, {0, 1, 1}}, 2), 0U);
    EXPECT_EQ(count_duplicates(Faces{{0, 0, 1}, {0, 1, 0}}, 2), 1U);
}

} // namespace
} // namespace impinge
