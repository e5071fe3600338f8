// SPDX-License-Identifier: Apache-2.0
#include "tests/raster/reference_shapes.hpp"

#include "base/random.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/stored_mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impinge::tests {
namespace {

std::vector<raster::EdgeIndices> edges_of(const MeshView& mesh) {
    auto edges = raster::unique_edges(mesh);
    return edges ? *edges : std::vector<raster::EdgeIndices>{{~0U, ~0U}};
}

TEST(UniqueEdges, OfRandomSoupsAreThoseOfBruteForce) {
    Random random(41);
    std::size_t found = 0;
    for (std::size_t i = 0; i < scaled(300); ++i) {
        // On a small grid many vertices coincide and many triangles are degenerate.
        const Mesh soup = grid_soup(random, 1 + random.below(12), 3 + random.below(12), 2);
        const auto expected = brute_force_edges(soup);
        EXPECT_EQ(edges_of(soup.view()), expected) << i;
        found += expected.size();
    }
    EXPECT_GT(found, scaled(300) * 4);
}

TEST(UniqueEdges, OfAClosedMeshAreThreeForTwoTriangles) {
    const Mesh knot = scenes::torus_knot({.triangles = 1000});
    EXPECT_EQ(edges_of(knot.view()).size() * 2, knot.triangles.size() * 3);
    const StoredMesh unwelded(knot, Layout::Unwelded);
    EXPECT_EQ(edges_of(unwelded.view()).size() * 2, knot.triangles.size() * 3);
}

TEST(UniqueEdges, TakeBothZerosForOne) {
    const Mesh mesh{{{0.0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-0.0, -0.0, 0}, {1, 1, 1}},
                    {{0, 1, 2}, {3, 1, 4}}};
    const std::vector<raster::EdgeIndices> expected{{0, 1}, {0, 2}, {0, 4}, {1, 2}, {1, 4}};
    EXPECT_EQ(edges_of(mesh.view()), expected);
}

TEST(UniqueEdges, WithoutLengthAreLeftOut) {
    const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 2, 0}, {0, 1, 2}}};
    EXPECT_EQ(edges_of(mesh.view()), (std::vector<raster::EdgeIndices>{{0, 1}}));
    EXPECT_TRUE(edges_of(Mesh{}.view()).empty());
}

TEST(UniqueEdges, OfABrokenMeshAreAnError) {
    const Mesh beyond{{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}};
    EXPECT_FALSE(raster::unique_edges(beyond.view()));
    const Mesh nowhere{{{0, 0, 0}, {1, std::nan(""), 0}, {0, 1, 0}}, {{0, 1, 2}}};
    EXPECT_FALSE(raster::unique_edges(nowhere.view()));
}

} // namespace
} // namespace impinge::tests
