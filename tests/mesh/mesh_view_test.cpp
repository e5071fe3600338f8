// SPDX-License-Identifier: Apache-2.0
#include "mesh/positions.hpp"
#include "tests/mesh/hand_made.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace impinge {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(MeshView, ReadsDoublesAsTheyAre) {
    const std::vector<Vec3d> positions{{0.1, -0.2, 1e300}, {5e-324, 3, 4}};
    const std::vector<TriangleIndices> triangles{{1, 0, 1}};
    const MeshView view(positions, triangles);
    EXPECT_EQ(view.position(1), positions[1]);
    EXPECT_EQ(view.triangle(0)[0], positions[1]);
    EXPECT_EQ(view.triangle(0)[1], positions[0]);
    EXPECT_EQ(gather_positions(view), positions);
}

TEST(MeshView, WidensFloatsWithoutChange) {
    const std::vector<Vec3f> positions{{0.1F, -0.2F, 3e38F}, {1, 2, 3}};
    const MeshView view(positions, {});
    EXPECT_EQ(view.position(0), (Vec3d{0.1F, -0.2F, 3e38F}));
    EXPECT_NE(view.position(0).x, 0.1);
    EXPECT_EQ(view.position(1), (Vec3d{1, 2, 3}));
}

TEST(MeshView, StepsOverOtherDataBetweenVertices) {
    struct Vertex {
        float colour;
        Vec3f position;
        float shine;
    };
    const std::vector<Vertex> vertices{{9, {1, 2, 3}, 9}, {9, {4, 5, 6}, 9}, {9, {7, 8, 9}, 9}};
    const MeshView view(&vertices[0].position, Scalar::Float32, vertices.size(), sizeof(Vertex),
                        {});
    EXPECT_EQ(view.position(2), (Vec3d{7, 8, 9}));
    EXPECT_EQ(gather_positions(view)[1], (Vec3d{4, 5, 6}));
}

TEST(Validate, AcceptsABoxAndTheEmptyMesh) {
    EXPECT_TRUE(validate(unit_box().view()));
    EXPECT_TRUE(validate(MeshView{}));
}

TEST(Validate, NamesTheFirstTriangleWithAnIndexOutOfRange) {
    Mesh mesh = unit_box();
    mesh.triangles[7][1] = 99;
    mesh.triangles[9][0] = 8;
    const Status status = validate(mesh.view());
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::IndexOutOfRange);
    EXPECT_EQ(status.error().message, "triangle 7 names vertex 99, but there are 8 vertices");
}

TEST(Validate, CountsASingleVertexInTheSingular) {
    const Mesh mesh{{{0, 0, 0}}, {{0, 0, 1}}};
    EXPECT_EQ(validate(mesh.view()).error().message,
              "triangle 0 names vertex 1, but there is 1 vertex");
}

TEST(Validate, RefusesTrianglesWithoutVertices) {
    const Mesh mesh{{}, {{0, 0, 0}}};
    EXPECT_EQ(validate(mesh.view()).error().message,
              "triangle 0 names vertex 0, but there are 0 vertices");
}

TEST(Validate, NamesTheFirstVertexThatIsNotFinite) {
    for (const double bad : {nan, infinity, -infinity}) {
        for (int axis = 0; axis < 3; ++axis) {
            Mesh mesh = unit_box();
            mesh.positions[3][axis] = bad;
            mesh.positions[6][axis] = bad;
            const Status status = validate(mesh.view());
            ASSERT_FALSE(status);
            EXPECT_EQ(status.error().code, ErrorCode::NonFinite);
            EXPECT_EQ(status.error().message, "vertex 3 is not finite");
        }
    }
}

TEST(Validate, RefusesAVertexThatNoTriangleNames) {
    Mesh mesh = unit_box();
    mesh.positions.push_back({0, nan, 0});
    EXPECT_EQ(validate(mesh.view()).error().message, "vertex 8 is not finite");
}

} // namespace
} // namespace impinge
