// SPDX-License-Identifier: Apache-2.0
#include "impinge/files.hpp"
#include "mesh_files.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using Triangles = std::vector<TriangleIndices>;

Expected<Mesh> parse(const std::string& text, const char* name = "part.obj") {
    return parse_mesh(bytes_of(text), name);
}

const std::string four_vertices = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(Obj, PolygonsBecomeFansAboutTheirFirstCorner) {
    const auto mesh = parse(four_vertices + "v 0 2 0\nf 1 2 3 4 5\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(Obj, ErrorsCarryTheLine) {
    const auto mesh = parse(four_vertices + "f 1 2 9\n");
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().place, (ErrorPlace{ErrorPlace::Kind::Line, 5}));
    EXPECT_FALSE(mesh.error().body.has_value());
    EXPECT_EQ(mesh.error().reason(), mesh.error().message);
}

TEST(Obj, AllFormsOfACornerAreRead) {
    const auto mesh =
        parse(four_vertices + "vt 0 0\nvn 0 0 1\nf 1/1 2/1/1 3//1\nf 1/ 3 -1/-1/-1\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Obj, NegativeIndicesCountBackFromTheLatestVertex) {
    const auto mesh = parse("v 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1\nv 5 5 5\nf -4 -2 -1\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Obj, FacesMayComeBeforeTheirVertices) {
    const auto mesh = parse("f 1 2 3\n" + four_vertices);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}}));
}

TEST(Obj, OtherStatementsCommentsAndOddWhiteSpaceAreSkipped) {
    const auto mesh = parse("# made by hand\r\nmtllib x.mtl\r\no thing\r\n\tv  0 0 0 1.0\r\n"
                            "v 1e0 0 -0.0 0.5 0.5 0.5\r\nv 1 +1 0\r\nvn 0 0 1\r\nusemtl red\r\n"
                            "s off\r\ng part one\r\nl 1 2\r\n\r\n f 1\t2 \\\r\n 3 # done");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->positions, (std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}));
    EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}}));
}

TEST(Obj, EqualVerticesAreKeptAsStored) {
    const auto mesh = parse("v 0 0 0\nv 0 0 0\nv 1 0 0\nf 1 2 3\n");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->positions.size(), 3u);
}

TEST(Obj, DecimalsAreRoundedToTheNearestDouble) {
    const auto mesh = parse("v 0.1 1e-320 9007199254740993\nv 3.14159265358979311600 "
                            "0.30000000000000004 1e-400\nv 1 1 1\nf 1 2 3\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->positions[0], (Vec3d{0.1, 1e-320, 9007199254740992.0}));
    EXPECT_EQ(mesh->positions[1], (Vec3d{3.141592653589793, 0.1 + 0.2, 0}));
}

TEST(Obj, MistakesNameFileLineAndReason) {
    EXPECT_EQ(error_of(parse(four_vertices + "f 1 2 9\n")),
              "part.obj: line 5: a face names vertex 9, but the file holds 4 vertices");
    EXPECT_EQ(error_of(parse(four_vertices + "f 0 1 2\n")),
              "part.obj: line 5: a face names vertex 0 where there are 4 so far");
    EXPECT_EQ(error_of(parse(four_vertices + "f 1 2 -5\n")),
              "part.obj: line 5: a face names vertex -5 where there are 4 so far");
    EXPECT_EQ(error_of(parse(four_vertices + "f 1 2\n")),
              "part.obj: line 5: a face needs at least three corners");
    EXPECT_EQ(error_of(parse(four_vertices + "f 1 2 3x\n")),
              "part.obj: line 5: '3x' is not a corner of a face");
    EXPECT_EQ(error_of(parse(four_vertices + "f 1 2 99999999999999999999\n")),
              "part.obj: line 5: '99999999999999999999' is not a whole number in range");
    EXPECT_EQ(error_of(parse("v 1 2\n")), "part.obj: line 1: a vertex needs three coordinates");
    EXPECT_EQ(error_of(parse("v 1 nan 3\n")), "part.obj: line 1: 'nan' is not a finite number");
    EXPECT_EQ(error_of(parse("v 1 2 -inf\n")), "part.obj: line 1: '-inf' is not a finite number");
    EXPECT_EQ(error_of(parse("v 1 2 3,5\n")), "part.obj: line 1: '3,5' is not a number");
    EXPECT_EQ(error_of(parse(four_vertices)), "part.obj: holds no faces");
    EXPECT_EQ(error_of(parse("surf 0 1 0 1 1 2 3\n")),
              "part.obj: line 1: free-form surfaces are not supported");
    EXPECT_EQ(error_of(parse("")), "part.obj: is empty");
}

TEST(Obj, UnprintableWordsDoNotReachTheTerminal) {
    EXPECT_EQ(error_of(parse("v \x1b[31m 0 0\n")), "part.obj: line 1: '?[31m' is not a number");
}

TEST(Obj, TruncatedAnywhereGivesAnErrorOrAMeshWithIndicesInRange) {
    const std::string whole = four_vertices + "f 1/1/1 2/1/1 3/1/1 4/1/1\nf -4 -3 -2\n";
    std::size_t read = 0;
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const auto mesh = parse(whole.substr(0, size));
        if (mesh) {
            ++read;
            ASSERT_FALSE(mesh->triangles.empty());
            ASSERT_TRUE(validate(mesh->view()));
        }
    }
    EXPECT_GT(read, 10u);
    EXPECT_LT(read, whole.size() / 2);
}

} // namespace
} // namespace impinge::io_test
