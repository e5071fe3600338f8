// SPDX-License-Identifier: Apache-2.0
#include "impinge/files.hpp"
#include "mesh_files.hpp"

#include <gmock/gmock.h>
#include <limits>

namespace impinge::io_test {
namespace {

using ::testing::HasSubstr;
using Triangles = std::vector<TriangleIndices>;

Expected<Mesh> parse(const std::string& bytes) { return parse_mesh(bytes_of(bytes), "part.ply"); }

std::string header(const std::string& format, const std::string& rest) {
    return "ply\nformat " + format + " 1.0\ncomment by hand\n" + rest + "end_header\n";
}

const std::string square_elements =
    "element vertex 4\nproperty double x\nproperty double y\nproperty double z\n"
    "element face 2\nproperty list uchar int vertex_indices\n";

/// A square as a triangle and a quadrilateral folded onto it, in any encoding.
std::string square_ascii() {
    return header("ascii", square_elements) + "0 0 0\n1 0 0\n1 1 0\n0 1 0.5\n3 0 1 2\n4 0 1 2 3\n";
}

template <typename Number> std::string square_binary(const std::string& format, Number number) {
    std::string out = header(format, square_elements);
    for (const double value : {0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.5}) {
        out += number(value);
    }
    out += '\3';
    for (const std::int32_t index : {0, 1, 2}) {
        out += number(index);
    }
    out += '\4';
    for (const std::int32_t index : {0, 1, 2, 3}) {
        out += number(index);
    }
    return out;
}
std::string square_little() {
    return square_binary("binary_little_endian", [](auto value) { return little(value); });
}
std::string square_big() {
    return square_binary("binary_big_endian", [](auto value) { return big(value); });
}

TEST(Ply, AllEncodingsGiveTheSameMesh) {
    for (const std::string& bytes : {square_ascii(), square_little(), square_big()}) {
        const auto mesh = parse(bytes);
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->positions,
                  (std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0.5}}));
        EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}}));
    }
}

TEST(Ply, TruncatedAtAnyByteIsAnError) {
    for (const std::string& whole : {square_little(), square_big()}) {
        for (std::size_t size = 0; size < whole.size(); ++size) {
            EXPECT_FALSE(parse(whole.substr(0, size))) << size;
        }
    }
    const std::string text = square_ascii();
    for (std::size_t size = 0; size < text.size() - 2; ++size) {
        EXPECT_FALSE(parse(text.substr(0, size))) << size;
    }
}

TEST(Ply, ExtraPropertiesAndElementsAreSkipped) {
    const std::string elements =
        "element camera 1\nproperty float focus\nproperty list short double lens\n"
        "element vertex 3\nproperty uchar red\nproperty float x\nproperty list uchar float s\n"
        "property float y\nproperty float z\nproperty double quality\n"
        "element face 1\nproperty int flags\nproperty list uchar uint vertex_index\n"
        "property list uchar float texcoord\nelement edge 1\nproperty int a\nproperty int b\n";
    std::string bytes = header("binary_little_endian", elements);
    bytes += little(35.0f) + little(std::int16_t{2}) + little(1.0) + little(2.0);
    for (int i = 0; i < 3; ++i) {
        bytes += '\7' + little(static_cast<float>(i));
        bytes += '\1' + little(9.0f) + little(static_cast<float>(i * i)) + little(0.5f);
        bytes += little(std::numeric_limits<double>::quiet_NaN());
    }
    bytes += little(std::int32_t{-1}) + '\3' + little(0u) + little(1u) + little(2u);
    bytes += '\2' + little(0.0f) + little(0.0f);
    bytes += little(std::int32_t{0}) + little(std::int32_t{1});
    const auto mesh = parse(bytes);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->positions, (std::vector<Vec3d>{{0, 0, 0.5}, {1, 1, 0.5}, {2, 4, 0.5}}));
    EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}}));
}

TEST(Ply, FacesMayComeBeforeVertices) {
    const auto mesh =
        parse(header("ascii", "element face 1\nproperty list uint8 int32 vertex_index\n"
                              "element vertex 3\nproperty float64 z\n"
                              "property int16 x\nproperty float32 y\n") +
              "3 0 1 2  0 1 2  3 4 5  6 7 9");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->positions, (std::vector<Vec3d>{{1, 2, 0}, {4, 5, 3}, {7, 9, 6}}));
}

TEST(Ply, LineEndsOfOtherSystemsAreRead) {
    std::string windows;
    for (const char c : square_ascii()) {
        windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    }
    EXPECT_TRUE(parse(windows));
    // After a lone carriage return a line feed is data: here the first byte of a coordinate.
    std::string old_macintosh = square_little();
    const std::size_t data = old_macintosh.find("end_header\n") + 11;
    std::replace(old_macintosh.begin(), old_macintosh.begin() + static_cast<std::ptrdiff_t>(data),
                 '\n', '\r');
    old_macintosh[data] = '\n';
    const auto mesh = parse(old_macintosh);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->positions[0].x, 10 * std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(error_of(parse("ply\rformat ascii 1.0\r\r\n")),
              "part.ply: line 1: the header mixes kinds of line ends");
}

TEST(Ply, LyingCountsAreRefusedBeforeAnythingIsReserved) {
    for (const std::string format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
        const std::string vertices =
            header(format, "element vertex 4000000000\nproperty float x\nproperty float y\n"
                           "property float z\nelement face 1\n"
                           "property list uchar int vertex_indices\n");
        EXPECT_THAT(error_of(parse(vertices)), HasSubstr("announces 4000000000 rows of 'vertex'"));
        const std::string extra =
            header(format, "element junk 999999999999999999\nproperty list uchar int a\n" +
                               square_elements);
        EXPECT_THAT(error_of(parse(extra)),
                    HasSubstr("announces 999999999999999999 rows of 'junk'"));
    }
    std::string bytes = square_little();
    bytes.replace(bytes.find("face 2"), 6, "face 9");
    EXPECT_THAT(error_of(parse(bytes)), HasSubstr("the file ends within its rows"));
    bytes.replace(bytes.find("face 9"), 6, "face 1");
    EXPECT_THAT(error_of(parse(bytes)), HasSubstr("17 bytes follow the last row"));
}

TEST(Ply, AListThatClaimsToBeLongIsRefused) {
    std::string bytes =
        header("binary_little_endian", "element vertex 3\nproperty float x\nproperty float y\n"
                                       "property float z\nelement face 1\n"
                                       "property list uint int vertex_indices\n");
    bytes += std::string(36, '\0') + little(0xFFFFFFFFu) + std::string(12, '\0');
    EXPECT_THAT(error_of(parse(bytes)), HasSubstr("the file ends within its rows"));
}

TEST(Ply, MistakesNameFilePlaceAndReason) {
    const auto changed = [](std::string text, const std::string& from, const std::string& to) {
        text.replace(text.rfind(from), from.size(), to);
        return error_of(parse(text));
    };
    EXPECT_EQ(changed(square_ascii(), "3 0 1 2", "3 0 1 4"),
              "part.ply: line 15: face 0 names vertex 4 of 4");
    EXPECT_EQ(changed(square_ascii(), "3 0 1 2", "3 0 -1 2"),
              "part.ply: line 15: face 0 names vertex -1 of 4");
    EXPECT_EQ(changed(square_ascii(), "3 0 1 2", "2 0 1"),
              "part.ply: line 15: face 0 has 2 corners");
    EXPECT_EQ(changed(square_ascii(), "0.5", "nan"),
              "part.ply: line 14: 'nan' is not a finite number");
    EXPECT_EQ(changed(square_ascii(), "vertex_indices", "corners"),
              "part.ply: its faces have no list 'vertex_indices' of whole numbers");
    EXPECT_EQ(changed(square_ascii(), "double z", "double w"),
              "part.ply: its vertices have no coordinate 'z'");
    EXPECT_EQ(changed(square_ascii(), "double z", "quad z"),
              "part.ply: line 7: unknown type 'quad'");
    EXPECT_EQ(changed(square_ascii(), "uchar int", "float int"),
              "part.ply: line 9: the length of a list must be a whole number");
    EXPECT_EQ(changed(square_ascii(), "format ascii", "format utf8"),
              "part.ply: line 2: unknown PLY format 'utf8'");
    EXPECT_EQ(changed(square_ascii(), "ply", "p1y"), "part.ply: line 1: does not begin with 'ply'");
    EXPECT_EQ(changed(square_ascii(), "element face 2", "element face 0"),
              "part.ply: holds no faces");
    EXPECT_EQ(changed(square_ascii(), "element face 2", "element face -2"),
              "part.ply: line 8: an element cannot have -2 rows");
}

TEST(Ply, BinaryNotANumberIsReportedWithItsByte) {
    std::string bytes = square_little();
    const std::size_t data = bytes.find("end_header\n") + 11;
    bytes.replace(data + 8, 8, little(std::numeric_limits<double>::infinity()));
    const auto mesh = parse(bytes);
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().code, ErrorCode::NonFinite);
    EXPECT_EQ(mesh.error().message,
              "part.ply: byte " + std::to_string(data + 8) + ": a coordinate is not finite");
}

} // namespace
} // namespace impinge::io_test
