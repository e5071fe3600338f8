// SPDX-License-Identifier: Apache-2.0
#include "impinge/files.hpp"
#include "mesh_files.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using ::testing::HasSubstr;
using Points = std::vector<Vec3d>;
using Triangles = std::vector<TriangleIndices>;

Expected<Mesh> parse(const std::string& text, const char* name = "part.off") {
    return parse_mesh(bytes_of(text), name);
}

const Points square_points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0.5}};
const Triangles square_triangles = {{0, 1, 2}, {0, 1, 2}, {0, 2, 3}};

std::string square() { return "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0.5\n3 0 1 2\n4 0 1 2 3\n"; }

void expect_square(const std::string& text) {
    const auto mesh = parse(text);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->positions, square_points) << text;
    EXPECT_EQ(mesh->triangles, square_triangles) << text;
}

TEST(Off, PolygonsBecomeFansAboutTheirFirstCorner) {
    expect_square(square());
    const auto mesh = parse("OFF 5 1 0\n0 0 0\n1 0 0\n2 1 0\n1 2 0\n0 1 0\n5 4 3 2 1 0\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles, (Triangles{{4, 3, 2}, {4, 2, 1}, {4, 1, 0}}));
}

TEST(Off, HeaderMayTakeManyForms) {
    const std::string rows = square().substr(square().find("0 0 0"));
    for (const char* header :
         {"OFF 4 2 0\n", "OFF4 2 0\n", "4 2 0\n", "OFF\n4 2\n", "OFF\n\n4\n2 7\n",
          "OFF\r\n4 2 0\r\n", "# first\nOFF # second\n# third\n\n4 2 5 # fourth\n"}) {
        expect_square(header + rows);
    }
}

TEST(Off, CommentsBlankLinesAndOddWhiteSpaceAreSkipped) {
    expect_square("OFF\n4 2 0\n\n\t0  0\t0\v\f\r\n1 0 0 # corner\n# more\n\n1e0 +1 0\n 0 1 .5\n"
                  "3 0 1 2 # first\n#\n  4 0 1 2 3  \n\n# end\n");
}

TEST(Off, ColumnsThatTheHeaderAnnouncesAreSkipped) {
    const std::string faces = "3 0 1 2\n4 0 1 2 3\n";
    const auto text = [&](const std::string& word, const std::string& columns) {
        return word + "\n4 2 0\n0 0 0 " + columns + "\n1 0 0 " + columns + "\n1 1 0 " + columns +
               "\n0 1 0.5 " + columns + "\n" + faces;
    };
    expect_square(text("COFF", "255 0 0 255"));
    expect_square(text("COFF", "0.5 0.5 0.5"));
    expect_square(text("NOFF", "0 0 1"));
    expect_square(text("CNOFF", "0 0 1 255 0 0 255"));
    expect_square(text("STOFF", "0.5 0.25"));
    expect_square(text("STCNOFF", "0 0 1 255 0 0 255 0.5 0.25"));
    EXPECT_EQ(error_of(parse(text("OFF", "1 2 3"))), "part.off: line 3: vertex 0 has 6 columns");
    EXPECT_EQ(error_of(parse(text("NOFF", "1 2"))), "part.off: line 3: vertex 0 has 5 columns");
    EXPECT_EQ(error_of(parse(text("NOFF", "1 2 3 4"))), "part.off: line 3: vertex 0 has 7 columns");
}

TEST(Off, ColoursOfFacesAreSkipped) {
    expect_square("OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0.5\n"
                  "3 0 1 2 0.5 0.5 0.5 1\n4 0 1 2 3 255 0 0\n");
}

TEST(Off, IsToldByItsContentWhateverItsName) {
    for (const char* name : {"a", "a.stl", "a.obj", "a.ply", "a.glb"}) {
        EXPECT_TRUE(parse(square(), name)) << name;
    }
}

TEST(Off, TruncatedBeforeTheLastDigitIsAnError) {
    const std::string whole = square();
    const std::size_t last_digit = whole.size() - 2;
    for (std::size_t size = 0; size <= last_digit; ++size) {
        EXPECT_FALSE(parse(whole.substr(0, size))) << size;
    }
    EXPECT_TRUE(parse(whole.substr(0, last_digit + 1)));
}

TEST(Off, LyingCountsAreRefusedBeforeAnythingIsReserved) {
    for (const char* counts : {"4294967295 1 0", "4 4294967295 0", "400000000 200000000 0"}) {
        const auto mesh = parse("OFF\n" + std::string(counts) + "\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
        ASSERT_FALSE(mesh);
        EXPECT_EQ(mesh.error().code, ErrorCode::FileMalformed);
        EXPECT_THAT(mesh.error().message, HasSubstr("line 2: the header announces "));
    }
    EXPECT_EQ(error_of(parse("OFF\n4294967296 1 0\n")),
              "part.off: line 2: more than 4294967295 vertices");
    EXPECT_EQ(error_of(parse("OFF\n3 99999999999999999999 0\n")),
              "part.off: line 2: '99999999999999999999' is not a whole number in range");
    EXPECT_EQ(error_of(parse("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2000000000 0 1 2\n")),
              "part.off: line 6: face 0 has fewer corners than it says");
}

TEST(Off, MistakesNameFilePlaceAndReason) {
    const std::string three = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n";
    EXPECT_EQ(error_of(parse(three + "3 0 1 3\n")), "part.off: line 6: face 0 names vertex 3 of 3");
    EXPECT_EQ(error_of(parse(three + "3 0 1 -1\n")),
              "part.off: line 6: face 0 names vertex -1 of 3");
    EXPECT_EQ(error_of(parse(three + "2 0 1\n")), "part.off: line 6: face 0 has 2 corners");
    EXPECT_EQ(error_of(parse(three + "3 0 1\n")),
              "part.off: line 6: face 0 has fewer corners than it says");
    EXPECT_EQ(error_of(parse(three + "3 0 1.5 2\n")),
              "part.off: line 6: '1.5' is not a whole number in range");
    EXPECT_EQ(error_of(parse(three + "# nothing more there\n")),
              "part.off: line 7: the file ends within its faces");
    EXPECT_EQ(error_of(parse(three + "3 0 1 2\n3 0 1 2\n")),
              "part.off: line 7: '3' follows the last face that was announced");
    EXPECT_EQ(error_of(parse("OFF\n3 1 0\n0 0\n1 0 0\n0 1 0\n3 0 1 2\n")),
              "part.off: line 3: a vertex needs three coordinates");
    EXPECT_EQ(error_of(parse("OFF\n0 0 0\n")), "part.off: line 2: holds no vertices");
    EXPECT_EQ(error_of(parse("OFF\n3 0 0\n0 0 0\n1 0 0\n0 1 0\n")),
              "part.off: line 2: holds no faces");
    EXPECT_EQ(error_of(parse("XOFF\n3 1 0\n")),
              "part.off: line 1: unknown letters 'X' before 'OFF'");
    EXPECT_EQ(error_of(parse("FOO\n3 1 0\n")), "part.off: line 1: expected 'OFF' but found 'FOO'");
    EXPECT_EQ(error_of(parse("# nothing\n")),
              "part.off: line 2: expected 'OFF' but found the end of the file");
}

TEST(Off, NumbersThatAreNotFiniteAreReported) {
    for (const std::string bad : {"nan", "inf", "-inf", "1e999"}) {
        const auto mesh = parse("OFF\n3 1 0\n0 0 0\n1 " + bad + " 0\n0 1 0\n3 0 1 2\n");
        ASSERT_FALSE(mesh);
        EXPECT_EQ(mesh.error().code, ErrorCode::NonFinite);
        EXPECT_EQ(mesh.error().message, "part.off: line 4: '" + bad + "' is not a finite number");
    }
}

TEST(Off, WhatIsNotSupportedSaysSo) {
    const auto binary = parse("OFF BINARY\n" + std::string(60, '\0'));
    ASSERT_FALSE(binary);
    EXPECT_EQ(binary.error().code, ErrorCode::Unsupported);
    EXPECT_EQ(binary.error().message, "part.off: line 1: binary OFF is not supported");
    for (const char* word : {"4OFF", "nOFF", "C4OFF", "4nOFF"}) {
        const auto mesh = parse(std::string(word) + "\n3 1 0\n");
        ASSERT_FALSE(mesh);
        EXPECT_EQ(mesh.error().code, ErrorCode::Unsupported) << mesh.error().message;
    }
}

} // namespace
} // namespace impinge::io_test
