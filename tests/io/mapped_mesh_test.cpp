// SPDX-License-Identifier: Apache-2.0
//
// Texture coordinates of mesh files. In nearly all files here a corner at (x, y, z) has the
// coordinates (x, y), so that any mix-up of corners shows.
#include "gltf_files.hpp"
#include "impinge/files.hpp"
#include "mesh_files.hpp"

#include <gmock/gmock.h>

#include <string>

namespace impinge::io_test {
namespace {

using testing::HasSubstr;

Expected<MappedMesh> mapped(const std::string& bytes, const std::string& name,
                            const ReadOptions& options = {}) {
    return parse_mapped_mesh(bytes_of(bytes), name, options);
}

/// How many corners are where x and y of their vertex say.
std::size_t corners_in_place(const MappedMesh& read) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < read.uv.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3d at = read.mesh.positions[read.mesh.triangles[i][k]];
            count += read.uv[i][k].x == at.x && read.uv[i][k].y == at.y ? 1 : 0;
        }
    }
    return count;
}

void expect_all_in_place(const Expected<MappedMesh>& read, std::size_t triangles) {
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->uv.size(), triangles);
    EXPECT_EQ(read->mesh.triangles.size(), triangles);
    EXPECT_EQ(read->mapped_triangles, triangles);
    EXPECT_EQ(corners_in_place(*read), 3 * triangles);
}

// OBJ

const std::string obj_vertices = "v 0 0 5\nv 1 0 5\nv 1 0.5 5\nv 0 0.5 5\n";

TEST(MappedObj, CornersNameTheirCoordinates) {
    // In another order than the vertices, with a third coordinate and a comment.
    const std::string text =
        obj_vertices + "vt 1 0.5\nvt 0 0 0\nvt 0 0.5 # here\nvt 1 0\nf 1/2 2/4/9 3/1 4/3\n";
    expect_all_in_place(mapped(text, "a.obj"), 2);
}

TEST(MappedObj, NegativeAndLaterCoordinates) {
    expect_all_in_place(
        mapped(obj_vertices + "vt 0 0\nvt 1 0\nvt 1 .5\nf -4/-3 -3/-2 -2/-1\n", "a.obj"), 1);
    expect_all_in_place(mapped(obj_vertices + "f 1/1 2/2 3/3\nvt 0 0\nvt 1 0\nvt 1 .5\n", "a.obj"),
                        1);
}

TEST(MappedObj, AMissingSecondCoordinateIsZero) {
    const auto read = mapped(obj_vertices + "vt 0.25\nf 1/1 2/1 3/1\n", "a.obj");
    ASSERT_TRUE(read);
    ASSERT_EQ(read->uv.size(), 1U);
    EXPECT_EQ(read->uv[0][2].x, 0.25);
    EXPECT_EQ(read->uv[0][2].y, 0);
}

TEST(MappedObj, AllTrianglesOrNone) {
    const auto read =
        mapped(obj_vertices + "vt 0 0\nf 1/1 2/1 3/1\nf 1/1 3//1 4/1\nf 1 2 4\n", "a.obj");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->mesh.triangles.size(), 3U);
    EXPECT_TRUE(read->uv.empty());
    EXPECT_EQ(read->mapped_triangles, 1U);
}

TEST(MappedObj, BadOnesAreErrorsForThoseWhoAskForThem) {
    const auto message = [](const std::string& text) {
        EXPECT_EQ(error_of(parse_mesh(bytes_of(text), "a.obj")), "no error") << text;
        return error_of(mapped(text, "a.obj"));
    };
    EXPECT_EQ(message(obj_vertices + "vt 0 0\nf 1/1 2/2 3/1\n"),
              "a.obj: line 6: a face names texture coordinate 2, but the file holds 1 texture "
              "coordinates");
    EXPECT_EQ(message(obj_vertices + "f 1/0 2/1 3/1\n"),
              "a.obj: line 5: a face names texture coordinate 0 where there are 0 so far");
    EXPECT_EQ(message(obj_vertices + "vt 0 0\nf 1/-2 2/1 3/1\n"),
              "a.obj: line 6: a face names texture coordinate -2 where there are 1 so far");
    EXPECT_THAT(message(obj_vertices + "vt\nf 1 2 3\n"),
                HasSubstr("line 5: a texture coordinate needs a number"));
    EXPECT_THAT(message(obj_vertices + "vt 0 nan\nf 1 2 3\n"), HasSubstr("a.obj: line 5: "));
    EXPECT_THAT(message(obj_vertices + "vt 0 0\nf 1/999999999999 2/1 3/1\n"),
                HasSubstr("names texture coordinate 999999999999"));
}

// PLY

struct PlyPair {
    const char* u;
    const char* v;
};

class MappedPly : public testing::TestWithParam<PlyPair> {};

std::string ply_header(const std::string& encoding, const PlyPair& names) {
    return "ply\nformat " + encoding + " 1.0\nelement vertex 4\nproperty float x\nproperty float " +
           std::string(names.u) + "\nproperty float y\nproperty float z\nproperty double " +
           names.v + "\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n";
}

TEST_P(MappedPly, OfVerticesInAllEncodings) {
    expect_all_in_place(mapped(ply_header("ascii", GetParam()) +
                                   "0 0 0 5 0\n1 1 0 5 0\n1 1 .5 5 .5\n0 0 .5 5 .5\n"
                                   "3 0 1 2\n3 3 0 2\n",
                               "a.ply"),
                        2);
    const auto binary = [&](const std::string& encoding, auto number) {
        std::string bytes = ply_header(encoding, GetParam());
        for (const auto& [x, y] : {std::pair{0.F, 0.F}, {1.F, 0.F}, {1.F, .5F}, {0.F, .5F}}) {
            bytes += number(x) + number(x) + number(y) + number(5.F) + number(double{y});
        }
        for (const auto& [a, b, c] : {TriangleIndices{0, 1, 2}, TriangleIndices{3, 0, 2}}) {
            bytes += '\x03' + number(a) + number(b) + number(c);
        }
        return bytes;
    };
    expect_all_in_place(
        mapped(binary("binary_little_endian", [](auto n) { return little(n); }), "a.ply"), 2);
    expect_all_in_place(mapped(binary("binary_big_endian", [](auto n) { return big(n); }), "a.ply"),
                        2);
}

INSTANTIATE_TEST_SUITE_P(Every, MappedPly,
                         testing::Values(PlyPair{"s", "t"}, PlyPair{"u", "v"},
                                         PlyPair{"texture_u", "texture_v"},
                                         PlyPair{"texture_s", "texture_t"}),
                         [](const auto& row) { return std::string(row.param.u); });

const std::string ply_with_texcoord =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float "
    "z\nelement face 2\nproperty uchar red\nproperty list uchar int vertex_indices\n"
    "property list uchar float texcoord\nend_header\n0 0 5\n1 0 5\n1 .5 5\n0 .5 5\n";

TEST(MappedPlyFaces, HaveCoordinatesOfTheirCorners) {
    expect_all_in_place(
        mapped(ply_with_texcoord + "9 4 0 1 2 3 8 0 0 1 0 1 .5 0 .5\n9 3 3 0 2 6 0 .5 0 0 1 .5\n",
               "a.ply"),
        3);
}

TEST(MappedPlyFaces, WithoutSomeOrWithTooMany) {
    const auto read =
        mapped(ply_with_texcoord + "9 3 0 1 2 6 0 0 1 0 1 .5\n9 3 3 0 2 0\n", "a.ply");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->uv.empty());
    EXPECT_EQ(read->mapped_triangles, 1U);
    const std::string wrong = ply_with_texcoord + "9 3 0 1 2 6 0 0 1 0 1 .5\n9 3 3 0 2 2 0 0\n";
    EXPECT_THAT(error_of(mapped(wrong, "a.ply")),
                HasSubstr("face 1 has 2 texture coordinates for 3 corners"));
    EXPECT_TRUE(parse_mesh(bytes_of(wrong), "a.ply"));
    EXPECT_THAT(error_of(mapped(ply_with_texcoord + "9 3 0 1 2 -1\n9 3 3 0 2 0\n", "a.ply")),
                HasSubstr("a list has -1 values"));
}

// glTF, in which v goes down.

/// Two primitives that share their positions; the second's coordinates only if asked for.
std::string gltf_square(const std::string& nodes, bool second = true,
                        const std::vector<float>& uv = {0, 1, 1, 1, 1, 0.5F, 0, 0.5F}) {
    GltfMaker maker;
    maker.floats({0, 0, 5, 1, 0, 5, 1, 0.5F, 5, 0, 0.5F, 5});
    maker.indices(std::vector<std::uint16_t>{2, 0, 1}, uint16_code);
    maker.indices(std::vector<std::uint16_t>{0, 2, 3}, uint16_code);
    maker.accessor(maker.view(packed(uv)), float_code, uv.size() / 2, "VEC2");
    const std::string last =
        second ? R"({"POSITION":0,"TEXCOORD_0":3})" : R"({"POSITION":0,"TEXCOORD_1":3})";
    return maker.glb(R"("meshes":[{"primitives":[)"
                     R"({"attributes":{"POSITION":0,"TEXCOORD_0":3},"indices":1},)"
                     R"({"attributes":)" +
                     last + R"(,"indices":2}]}],"nodes":[)" + nodes + "]");
}

TEST(MappedGltf, IsTurnedUpsideDown) {
    expect_all_in_place(mapped(gltf_square(R"({"mesh":0})"), "a.glb"), 2);
}

TEST(MappedGltf, InstancesAndMirrors) {
    // Neither changes x or y of a vertex; the mirror turns the corners of its triangles round.
    const auto read = mapped(
        gltf_square(R"({"mesh":0},{"mesh":0,"translation":[0,0,3]},{"mesh":0,"scale":[1,1,-1]})"),
        "a.glb");
    expect_all_in_place(read, 6);
    EXPECT_EQ(read->mesh.triangles[0], (TriangleIndices{2, 0, 1}));
    EXPECT_EQ(read->mesh.triangles[4], (TriangleIndices{10, 9, 8}));
}

TEST(MappedGltf, FractionsOfIntegers) {
    GltfMaker maker;
    maker.floats({0, 0, 5, 1, 0, 5, 1, 1, 5});
    maker.accessor(maker.view(packed(std::vector<std::uint16_t>{0, 65535, 65535, 65535, 65535, 0})),
                   uint16_code, 3, "VEC2", R"(,"normalized":true)");
    expect_all_in_place(
        mapped(maker.glb(R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1}}]
                         }],"nodes":[{"mesh":0}])"),
               "a.glb"),
        1);
}

TEST(MappedGltf, PrimitivesWithoutAndTooFew) {
    const auto read = mapped(gltf_square(R"({"mesh":0})", false), "a.glb");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->uv.empty());
    EXPECT_EQ(read->mapped_triangles, 1U);
    EXPECT_EQ(read->mesh.triangles.size(), 2U);
    const std::string few = gltf_square(R"({"mesh":0})", true, {0, 1, 1, 1});
    EXPECT_THAT(error_of(mapped(few, "a.glb")),
                HasSubstr("has 2 elements, but a triangle names vertex 2"));
    EXPECT_TRUE(parse_mesh(bytes_of(few), "a.glb"));
}

// All

TEST(MappedMeshes, AreThoseOfReadMeshOtherwise) {
    const std::string text = obj_vertices + "v 0 0 5\nvt 0 0\nf 1/1 2/1 3/1\nf 5/1 3/1 4/1\n";
    for (const Weld weld : {Weld::AsFormat, Weld::Equal}) {
        const auto plain = parse_mesh(bytes_of(text), "a.obj", {.weld = weld});
        const auto read = mapped(text, "a.obj", {.weld = weld});
        ASSERT_TRUE(plain);
        ASSERT_TRUE(read);
        EXPECT_TRUE(same_bits(*plain, read->mesh));
        EXPECT_EQ(read->uv.size(), 2U);
    }
}

TEST(MappedMeshes, OfOtherFormatsHaveNoCoordinates) {
    const auto read = mapped(binary_stl(tetrahedron(), 4), "a.stl");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->uv.empty());
    EXPECT_EQ(read->mapped_triangles, 0U);
    EXPECT_EQ(error_of(mapped("", "a.obj")), "a.obj: is empty");
    EXPECT_THAT(error_of(read_mapped_mesh("/no/such/file.obj")), HasSubstr("/no/such/file.obj: "));
}

} // namespace
} // namespace impinge::io_test
