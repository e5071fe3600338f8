// SPDX-License-Identifier: Apache-2.0
#include "mesh/vertex_normals.hpp"

#include "mesh/weld.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/shapes.hpp"
#include "tests/support/stored_mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impinge::tests {
namespace {

std::vector<Vec3d> normals_of(const Mesh& mesh) {
    return vertex_normals(mesh.positions, mesh.triangles, weld_map(mesh.positions));
}

TEST(VertexNormals, OfACubePointAlongItsDiagonalsHoweverItIsTriangulated) {
    for (const std::uint64_t seed : {0U, 1U, 2U, 3U}) {
        const Mesh cube = fanned(tests::cube({-1, -1, -1}, 2), seed);
        const std::vector<Vec3d> normals = normals_of(cube);
        for (std::size_t i = 0; i < cube.positions.size(); ++i) {
            EXPECT_LT(length(normals[i] - cube.positions[i] * (1 / std::sqrt(3.0))), 1e-14);
        }
    }
}

TEST(VertexNormals, AreOutwardAndOfLengthOne) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 2000, .amplitude = 0.05});
    const std::vector<Vec3d> normals = normals_of(ball);
    for (std::size_t i = 0; i < ball.positions.size(); ++i) {
        EXPECT_NEAR(length(normals[i]), 1, 1e-14);
        EXPECT_GT(dot(normals[i], ball.positions[i]), 0.3);
    }
}

TEST(VertexNormals, AreSharedByVerticesWithEqualCoordinates) {
    Mesh soup;
    for (const TriangleIndices& t : fanned(tests::cube({0, 0, 0}, 1), 0).triangles) {
        const Mesh cube = fanned(tests::cube({0, 0, 0}, 1), 0);
        const auto first = static_cast<std::uint32_t>(soup.positions.size());
        for (const std::uint32_t corner : t) {
            soup.positions.push_back(cube.positions[corner]);
        }
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    const std::vector<Vec3d> normals = normals_of(soup);
    for (std::size_t i = 0; i < soup.positions.size(); ++i) {
        const Vec3d outward = (soup.positions[i] - Vec3d{0.5, 0.5, 0.5}) * (2 / std::sqrt(3.0));
        EXPECT_LT(length(normals[i] - outward), 1e-14);
    }
}

TEST(VertexNormals, DoNotDependOnTheSizeOfTheMesh) {
    for (const double scale : {1e-300, 1e-30, 1e30, 1e150}) {
        Mesh cube = fanned(tests::cube({-1, -1, -1}, 2), 0);
        const std::vector<Vec3d> expected = normals_of(cube);
        for (Vec3d& p : cube.positions) {
            p = p * scale;
        }
        const std::vector<Vec3d> normals = normals_of(cube);
        for (std::size_t i = 0; i < normals.size(); ++i) {
            EXPECT_LT(length(normals[i] - expected[i]), 1e-12) << scale;
        }
    }
}

TEST(VertexNormals, AreZeroWhereThereIsNoDirection) {
    // A vertex of no triangle, one of a triangle without area, and a sheet seen from both sides.
    const Mesh mesh{{{5, 5, 5}, {0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {9, 0, 0}, {9, 1, 0}, {9, 0, 1}},
                    {{1, 2, 3}, {4, 5, 6}, {4, 6, 5}}};
    for (const Vec3d& normal : normals_of(mesh)) {
        EXPECT_EQ(normal, Vec3d{});
    }
}

} // namespace
} // namespace impinge::tests
