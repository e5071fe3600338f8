// SPDX-License-Identifier: Apache-2.0
#include "impinge/files.hpp"
#include "mesh_files.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <limits>

namespace impinge::io_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Expected<Mesh> parse(const std::string& bytes, const char* name = "part.stl") {
    return parse_mesh(bytes_of(bytes), name);
}

/// Two triangles that share an edge, written with `unusual` white space and case.
std::string ascii_square() {
    return "solid a square\n"
           "  facet normal 0 0 1\n    outer loop\n"
           "      vertex 0 0 0\n      vertex 1 0 0\n      vertex 1 1 0\n"
           "    endloop\n  endfacet\n"
           "FACET NORMAL nan nan nan outer loop vertex 0 0 -0 Vertex +1.0 1E0 0 vertex 0 1 0 "
           "endloop endfacet\r\n"
           "endsolid a square\n";
}

TEST(StlBinary, EqualCornersBecomeOneVertexInOrderOfAppearance) {
    const Mesh source = tetrahedron();
    const auto mesh = parse(binary_stl(source, 4));
    ASSERT_TRUE(mesh) << mesh.error().message;
    const std::vector<Vec3d> expected = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
    EXPECT_EQ(mesh->positions, expected);
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {1, 0, 3}};
    EXPECT_EQ(mesh->triangles, triangles);
}

TEST(StlBinary, NearlyEqualCornersStayApart) {
    Mesh source = tetrahedron();
    source.positions.push_back({std::nextafter(1.0f, 2.0f), 0, 0});
    source.triangles[0] = {0, 2, 4};
    const auto mesh = parse(binary_stl(source, 4));
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->positions.size(), 5u);
}

TEST(StlBinary, MinusZeroAndZeroAreOneVertex) {
    Mesh source = tetrahedron();
    source.positions.push_back({-0.0, -0.0, -0.0});
    source.triangles[3] = {2, 4, 3};
    const auto mesh = parse(binary_stl(source, 4));
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->positions.size(), 4u);
}

TEST(StlBinary, ManyVerticesAreWeldedLikeAPlainSearchDoes) {
    Mesh source;
    for (std::uint32_t i = 0; i < 3000; ++i) {
        const auto k = static_cast<float>((i * 7919u) % 997u);
        source.positions.push_back({k * 0.37f, static_cast<float>(i % 5), k});
    }
    for (std::uint32_t i = 0; i + 2 < 3000; ++i) {
        source.triangles.push_back({i, i + 1, i + 2});
    }
    const auto mesh = parse(binary_stl(source, 2998));
    ASSERT_TRUE(mesh);
    for (std::size_t i = 0; i < source.triangles.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_EQ(mesh->positions[mesh->triangles[i][k]],
                      source.positions[source.triangles[i][k]]);
        }
    }
    std::vector<Vec3d> distinct = source.positions;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    EXPECT_LT(distinct.size(), source.positions.size() * 2);
    EXPECT_EQ(mesh->positions.size(), distinct.size());
}

TEST(StlBinary, HeaderBeginningWithSolidIsStillBinary) {
    std::string bytes = binary_stl(tetrahedron(), 4);
    bytes.replace(0, 6, "solid ");
    const auto mesh = parse(bytes);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), 4u);
}

TEST(StlBinary, FourBillionTrianglesInAHeaderAreRefused) {
    const auto mesh = parse(std::string(80, 'x') + little(0xFFFFFFFFu));
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().code, ErrorCode::FileMalformed);
    EXPECT_THAT(mesh.error().message,
                AllOf(StartsWith("part.stl: byte 80: "), HasSubstr("4294967295 triangles")));
}

TEST(StlBinary, TrailingTrianglesThatTheHeaderDoesNotAnnounceAreRefused) {
    const auto mesh = parse(binary_stl(tetrahedron(), 3));
    ASSERT_FALSE(mesh);
    EXPECT_THAT(mesh.error().message, HasSubstr("3 triangles"));
}

TEST(StlBinary, NoTrianglesIsAnError) {
    const auto mesh = parse(std::string(80, 'x') + little(0u));
    ASSERT_FALSE(mesh);
    EXPECT_THAT(mesh.error().message, HasSubstr("holds no triangles"));
}

TEST(StlBinary, NotANumberIsReportedWithItsPlace) {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        std::string bytes = binary_stl(tetrahedron(), 4);
        bytes.replace(84 + 50 + 12 + 12 + 4, 4, little(bad));
        const auto mesh = parse(bytes);
        ASSERT_FALSE(mesh);
        EXPECT_EQ(mesh.error().code, ErrorCode::NonFinite);
        EXPECT_THAT(mesh.error().message, AllOf(HasSubstr("byte 158: "), HasSubstr("triangle 1 ")));
    }
}

TEST(StlBinary, TruncatedAtAnyByteIsAnError) {
    const std::string whole = binary_stl(tetrahedron(), 4);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(parse(whole.substr(0, size))) << size;
    }
    EXPECT_TRUE(parse(whole));
}

TEST(StlAscii, KeywordsInAnyCaseAndOddNormalsAreRead) {
    const auto mesh = parse(ascii_square());
    ASSERT_TRUE(mesh) << mesh.error().message;
    const std::vector<Vec3d> expected = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    EXPECT_EQ(mesh->positions, expected);
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {0, 2, 3}};
    EXPECT_EQ(mesh->triangles, triangles);
}

TEST(StlAscii, SeveralSolidsBecomeOneMesh) {
    const auto mesh = parse(ascii_square() + ascii_square());
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), 4u);
    EXPECT_EQ(mesh->positions.size(), 4u);
}

TEST(StlAscii, TruncatedBeforeTheLastWordIsAnError) {
    const std::string whole = ascii_square();
    const std::size_t last_word = whole.rfind("endsolid") + 8;
    for (std::size_t size = 0; size < last_word; ++size) {
        EXPECT_FALSE(parse(whole.substr(0, size))) << size;
    }
    for (std::size_t size = last_word; size <= whole.size(); ++size) {
        EXPECT_TRUE(parse(whole.substr(0, size))) << size;
    }
}

TEST(StlAscii, MistakesAreReportedWithTheirLine) {
    std::string text = ascii_square();
    text.replace(text.find("1 1 0"), 5, "1 x 0");
    const auto word = parse(text);
    ASSERT_FALSE(word);
    EXPECT_EQ(word.error().message, "part.stl: line 6: 'x' is not a number");

    text = ascii_square();
    text.replace(text.find("1 1 0"), 5, "1 1e999 0");
    const auto huge = parse(text);
    ASSERT_FALSE(huge);
    EXPECT_EQ(huge.error().code, ErrorCode::NonFinite);
    EXPECT_EQ(huge.error().message, "part.stl: line 6: '1e999' is not a finite number");
}

TEST(StlAscii, NoFacetsIsAnError) {
    const auto mesh = parse("solid nothing\nendsolid nothing\n");
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().message, "part.stl: holds no triangles");
}

} // namespace
} // namespace impinge::io_test
