// SPDX-License-Identifier: Apache-2.0
//
// Files made by other programs (data/README.md says how) hold what their makers were given: an
// octahedron pulled out of shape, here once more in numbers.
#include "impinge/files.hpp"
#include "tests/support/test_files.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utility>

namespace impinge::io_test {
namespace {

using Corners = std::array<Vec3d, 3>;

const std::vector<Vec3d> points = {{3.5, 0.25, -0.5},  {0.125, 2.75, 0}, {-1.5, -0.25, 0.5},
                                   {0.0625, -2, 0.25}, {0.5, 0.5, 4.25}, {-0.5, 0.125, -8.375}};
const std::vector<TriangleIndices> faces = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4},
                                            {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}};

/// Each triangle with its least corner first, which keeps its sense of turning; sorted.
std::vector<Corners> shape_of(const std::vector<Vec3d>& positions,
                              const std::vector<TriangleIndices>& triangles) {
    std::vector<Corners> shape;
    for (const auto& [a, b, c] : triangles) {
        Corners corners = {positions.at(a), positions.at(b), positions.at(c)};
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()),
                    corners.end());
        shape.push_back(corners);
    }
    std::sort(shape.begin(), shape.end());
    return shape;
}

std::filesystem::path data(const std::string& name) { return tests::test_file("io/data") / name; }

/// A file, and how many vertices it stores.
using Reference = std::pair<std::string, std::size_t>;

class ReferenceFiles : public ::testing::TestWithParam<Reference> {};

TEST_P(ReferenceFiles, HoldTheKnownShape) {
    const auto mesh = read_mesh(data(GetParam().first));
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->positions.size(), GetParam().second);
    EXPECT_EQ(shape_of(mesh->positions, mesh->triangles), shape_of(points, faces));
}

TEST_P(ReferenceFiles, HaveSixVerticesWhenWelded) {
    const auto mesh = read_mesh(data(GetParam().first), {.weld = Weld::Equal});
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_THAT(mesh->positions, ::testing::UnorderedElementsAreArray(points));
    EXPECT_EQ(shape_of(mesh->positions, mesh->triangles), shape_of(points, faces));
}

// assimp writes PLY and 3MF corner by corner.
INSTANTIATE_TEST_SUITE_P(
    Made, ReferenceFiles,
    ::testing::Values(Reference{"by_hand.obj", 6}, Reference{"assimp.obj", 6},
                      Reference{"cgal.obj", 6}, Reference{"assimp_ascii.stl", 6},
                      Reference{"assimp_binary.stl", 6}, Reference{"admesh_ascii.stl", 6},
                      Reference{"admesh_binary.stl", 6}, Reference{"cgal_ascii.stl", 6},
                      Reference{"cgal_binary.stl", 6}, Reference{"assimp_ascii.ply", 24},
                      Reference{"assimp_binary.ply", 24}, Reference{"cgal_ascii.ply", 6},
                      Reference{"cgal_binary.ply", 6}, Reference{"admesh.off", 6},
                      Reference{"cgal.off", 6}, Reference{"assimp.gltf", 6},
                      Reference{"assimp.glb", 6}, Reference{"assimp.3mf", 24}),
    [](const auto& test) {
        std::string name = test.param.first;
        std::replace(name.begin(), name.end(), '.', '_');
        return name;
    });

TEST(ReferenceShape, TellsATurnedTriangleAndAMovedPoint) {
    auto turned = faces;
    std::swap(turned[3][0], turned[3][1]);
    EXPECT_NE(shape_of(points, turned), shape_of(points, faces));
    auto moved = points;
    moved[2].y = 0.25;
    EXPECT_NE(shape_of(moved, faces), shape_of(points, faces));
}

} // namespace
} // namespace impinge::io_test
