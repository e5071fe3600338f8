// SPDX-License-Identifier: Apache-2.0
#include "io/write_mesh.hpp"

#include "base/random.hpp"
#include "impinge/files.hpp"
#include "mesh_files.hpp"

#include <gmock/gmock.h>
#include <limits>

namespace impinge::io_test {
namespace {

using ::testing::HasSubstr;

class WriteMesh : public TemporaryFolder {};

/// Any finite double, of any size, denormals and -0 included.
double any_double(Random& random) {
    for (;;) {
        const auto value = std::bit_cast<double>(random.next());
        if (std::isfinite(value)) {
            return random.below(10) == 0 ? -0.0 : value;
        }
    }
}

Mesh random_mesh(std::uint64_t seed) {
    Random random(seed);
    Mesh mesh;
    for (int i = 0; i < 300; ++i) {
        mesh.positions.push_back({any_double(random), any_double(random), any_double(random)});
    }
    for (int i = 0; i < 500; ++i) {
        mesh.triangles.push_back({static_cast<std::uint32_t>(random.below(300)),
                                  static_cast<std::uint32_t>(random.below(300)),
                                  static_cast<std::uint32_t>(random.below(300))});
    }
    return mesh;
}

TEST(SameBits, TellsMeshesThatDifferInOneBit) {
    const Mesh mesh = tetrahedron();
    Mesh other = mesh;
    EXPECT_TRUE(same_bits(mesh, other));
    other.positions[0].x = -0.0;
    EXPECT_FALSE(same_bits(mesh, other));
}

TEST_F(WriteMesh, PlyObjAndOffReadBackBitForBit) {
    for (const std::string name : {"a.ply", "a.obj", "a.off"}) {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const Mesh mesh = random_mesh(seed);
            const Status status = write_mesh(file(name), mesh);
            ASSERT_TRUE(status) << status.error().message;
            const auto read = read_mesh(file(name));
            ASSERT_TRUE(read) << read.error().message;
            ASSERT_TRUE(same_bits(mesh, *read)) << name << " seed " << seed;
        }
    }
    EXPECT_EQ(files_present(), 3u);
}

TEST_F(WriteMesh, StlReadsBackTheSameTrianglesWhenCoordinatesAreFloats) {
    Mesh mesh = random_mesh(3);
    Random random(4);
    for (Vec3d& p : mesh.positions) {
        p = {random.integer(-1000, 1000) * 0x1p-10, random.integer(0, 9) * 0x1p-100, 0.25};
    }
    ASSERT_TRUE(survives_as_stl(mesh));
    ASSERT_TRUE(write_mesh(file("a.STL"), mesh));
    const auto read = read_mesh(file("a.STL"));
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->triangles.size(), mesh.triangles.size());
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_EQ(read->positions[read->triangles[i][k]], mesh.positions[mesh.triangles[i][k]]);
        }
    }
}

TEST_F(WriteMesh, StlHasTheLayoutThatOtherProgramsExpect) {
    const Mesh mesh = tetrahedron();
    std::string expected = binary_stl(mesh, 4);
    const std::string bytes = stl_bytes(mesh);
    ASSERT_EQ(bytes.size(), expected.size());
    EXPECT_FALSE(bytes.starts_with("solid"));
    EXPECT_EQ(bytes.substr(84, 12), stl_corner(0, 0, -1)); // outward normal of the bottom
    for (std::size_t triangle = 0; triangle < 4; ++triangle) {
        const std::size_t corners = 84 + 50 * triangle + 12;
        EXPECT_EQ(bytes.substr(corners, 38), expected.substr(corners, 38));
    }
}

TEST(SurvivesAsStl, TellsDoublesFromFloats) {
    EXPECT_TRUE(survives_as_stl(tetrahedron(0.5)));
    EXPECT_TRUE(survives_as_stl(tetrahedron(0x1.8p-149 * 2)));
    EXPECT_FALSE(survives_as_stl(tetrahedron(0.1)));
    EXPECT_FALSE(survives_as_stl(tetrahedron(0x1p-150)));
    EXPECT_FALSE(survives_as_stl(tetrahedron(1e300)));
}

TEST_F(WriteMesh, OffHasTheLayoutThatOtherProgramsExpect) {
    EXPECT_EQ(off_bytes(tetrahedron(0.1)), "OFF\n# written by impinge\n4 4 0\n0 0 0\n0.1 0 0\n"
                                           "0 0.1 0\n0 0 0.1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n"
                                           "3 2 0 3\n");
}

TEST_F(WriteMesh, ValuesStandBehindTheCoordinatesOfTheirVertex) {
    const Mesh mesh = tetrahedron(0.1);
    const std::vector<double> depth = {0.5, -1, 1e300, std::numeric_limits<double>::infinity()};
    const std::vector<double> index = {0, 1, 2, 3};
    const std::vector<VertexValues> values = {{"depth", depth}, {"quality", index}};
    const Status status = write_mesh_with_values(file("v.ply"), mesh, values);
    ASSERT_TRUE(status) << status.error().message;
    const std::string bytes = content(file("v.ply"));
    EXPECT_THAT(bytes, HasSubstr("property double z\nproperty double depth\n"
                                 "property double quality\nelement face 4\n"));
    const std::size_t rows = bytes.find("end_header\n") + 11;
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3d p = mesh.positions[i];
        EXPECT_EQ(bytes.substr(rows + i * 40, 40),
                  little(p.x) + little(p.y) + little(p.z) + little(depth[i]) + little(index[i]));
    }
    const auto read = read_mesh(file("v.ply"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(same_bits(*read, mesh));
}

TEST_F(WriteMesh, ColoursStandBehindTheValues) {
    const Mesh mesh = tetrahedron(0.1);
    const std::vector<double> quality = {0.5, -1, 2, 3};
    const std::vector<VertexValues> values = {{"quality", quality, Scalar::Float32}};
    const std::vector<VertexColour> colours = {{1, 2, 3}, {255, 0, 128}, {0, 0, 0}, {9, 8, 7}};
    const Status status = write_mesh_with_values(file("c.ply"), mesh, values, colours);
    ASSERT_TRUE(status) << status.error().message;
    const std::string bytes = content(file("c.ply"));
    EXPECT_THAT(bytes, HasSubstr("property float quality\nproperty uchar red\n"
                                 "property uchar green\nproperty uchar blue\nelement face 4\n"));
    const std::size_t rows = bytes.find("end_header\n") + 11;
    EXPECT_EQ(bytes.substr(rows + 31 + 24, 7), little(-1.0F) + "\xff" + std::string(1, 0) + "\x80");
    const auto read = read_mesh(file("c.ply"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(same_bits(*read, mesh));
    const std::vector<VertexColour> three(3);
    EXPECT_THAT(write_mesh_with_values(file("d.ply"), mesh, values, three).error().message,
                HasSubstr("3 colours for 4 vertices"));
    const std::vector<VertexValues> red = {{"red", quality}};
    EXPECT_FALSE(write_mesh_with_values(file("d.ply"), mesh, red, colours));
    EXPECT_TRUE(write_mesh_with_values(file("d.ply"), mesh, red));
}

TEST_F(WriteMesh, ValuesThatDoNotFitAreRefused) {
    const Mesh mesh = tetrahedron();
    const std::vector<double> four(4);
    const std::vector<double> three(3);
    const auto refusal = [&](const char* name, const std::vector<VertexValues>& values) {
        const Status status = write_mesh_with_values(file(name), mesh, values);
        return !status ? status.error().message : "no error";
    };
    EXPECT_THAT(refusal("v.obj", {{"a", four}}), HasSubstr("must end in .ply"));
    EXPECT_THAT(refusal("v.ply", {{"a", three}}), HasSubstr("'a' has 3 values for 4 vertices"));
    EXPECT_THAT(refusal("v.ply", {{"a b", four}}), HasSubstr("cannot be the name"));
    EXPECT_THAT(refusal("v.ply", {{"", four}}), HasSubstr("cannot be the name"));
    EXPECT_THAT(refusal("v.ply", {{"x", four}}), HasSubstr("two properties 'x'"));
    EXPECT_THAT(refusal("v.ply", {{"a", four}, {"a", four}}), HasSubstr("two properties 'a'"));
    EXPECT_EQ(files_present(), 0u);
}

TEST_F(WriteMesh, WhatCannotBeWrittenLeavesNothingBehind) {
    Mesh bad_index = tetrahedron();
    bad_index.triangles[1][2] = 4;
    EXPECT_FALSE(write_mesh(file("a.ply"), bad_index));
    Mesh not_finite = tetrahedron();
    not_finite.positions[2].y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(write_mesh(file("a.obj"), not_finite));
    const Status huge = write_mesh(file("a.stl"), tetrahedron(1e300));
    ASSERT_FALSE(huge);
    EXPECT_THAT(huge.error().message, HasSubstr("too large for STL"));
    for (const char* name : {"a.step", "a.glb", "a.gltf", "a.3mf", "a"}) {
        const Status format = write_mesh(file(name), tetrahedron());
        ASSERT_FALSE(format) << name;
        EXPECT_EQ(format.error().code, ErrorCode::Unsupported);
    }
    EXPECT_EQ(files_present(), 0u);
}

} // namespace
} // namespace impinge::io_test
