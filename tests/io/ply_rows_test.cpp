// SPDX-License-Identifier: Apache-2.0
//
// Rows of one size are read a quicker way than others. Whatever the layout, the mesh is the same.
#include "base/random.hpp"
#include "impinge/files.hpp"
#include "mesh_files.hpp"

#include <functional>
#include <gmock/gmock.h>
#include <limits>

namespace impinge::io_test {
namespace {

struct Layout {
    bool big_endian = false;
    bool doubles = false;
    bool list_in_vertex = false; ///< makes rows of vertices uneven
    bool short_count = false;    ///< the length of a face in two bytes
    int columns_before = 0;      ///< of the coordinates, and of the corners of a face
    int columns_after = 0;
};

class PlyWriter {
  public:
    explicit PlyWriter(const Layout& layout) : layout_(layout) {}

    std::string header(std::size_t vertices, std::size_t faces) const {
        const std::string real = layout_.doubles ? "double " : "float ";
        std::string out = std::string("ply\nformat binary_") +
                          (layout_.big_endian ? "big" : "little") + "_endian 1.0\nelement vertex " +
                          std::to_string(vertices) + "\n" + columns(layout_.columns_before, "b");
        for (const char* axis : {"z", "x", "y"}) {
            out += "property " + real + axis + "\n";
        }
        out += columns(layout_.columns_after, "a");
        out += layout_.list_in_vertex ? "property list uchar short tags\n" : "";
        return out + "element face " + std::to_string(faces) + "\n" +
               columns(layout_.columns_before, "b") + "property list " +
               (layout_.short_count ? "ushort" : "uchar") + " int vertex_indices\n" +
               columns(layout_.columns_after, "a") + "end_header\n";
    }

    std::string vertex(Vec3d p, int tags) const {
        std::string out = filling(layout_.columns_before);
        for (const double value : {p.z, p.x, p.y}) {
            out += layout_.doubles ? number(value) : number(static_cast<float>(value));
        }
        out += filling(layout_.columns_after);
        if (layout_.list_in_vertex) {
            out += number(static_cast<std::uint8_t>(tags)) +
                   std::string(2 * static_cast<std::size_t>(tags), '\7');
        }
        return out;
    }

    std::string face(const std::vector<std::int32_t>& corners) const {
        std::string out = filling(layout_.columns_before);
        out += layout_.short_count ? number(static_cast<std::uint16_t>(corners.size()))
                                   : number(static_cast<std::uint8_t>(corners.size()));
        for (const std::int32_t corner : corners) {
            out += number(corner);
        }
        return out + filling(layout_.columns_after);
    }

  private:
    template <typename T> std::string number(T value) const {
        return layout_.big_endian ? big(value) : little(value);
    }
    static std::string columns(int count, const std::string& name) {
        std::string out;
        for (int i = 0; i < count; ++i) {
            out += "property " + std::string(i % 2 == 0 ? "uchar " : "float ") + name +
                   std::to_string(i) + "\n";
        }
        return out;
    }
    static std::string filling(int count) {
        std::string out;
        for (int i = 0; i < count; ++i) {
            out += std::string(i % 2 == 0 ? 1 : 4, '\xff'); // as a float not a number
        }
        return out;
    }

    Layout layout_;
};

void for_each_layout(const std::function<void(const Layout&)>& work) {
    for (unsigned bits = 0; bits < 64; ++bits) {
        const auto bit = [&](unsigned index) { return (bits >> index & 1u) != 0; };
        work({bit(0), bit(1), bit(2), bit(3), bit(4) ? 2 : 0, bit(5) ? 3 : 0});
    }
}

TEST(PlyRows, EveryLayoutGivesTheSameMesh) {
    Random random(11);
    for_each_layout([&](const Layout& layout) {
        const PlyWriter writer(layout);
        Mesh expected;
        std::string rows;
        for (int i = 0; i < 40; ++i) {
            expected.positions.push_back({random.integer(-99, 99) * 0.5, i * 0.25, -1.0 * i});
            rows += writer.vertex(expected.positions.back(), i % 3);
        }
        for (int i = 0; i < 60; ++i) {
            const std::size_t corners = random.below(3) == 0 ? 3 + random.below(4) : 3;
            std::vector<std::int32_t> face;
            for (std::size_t k = 0; k < corners; ++k) {
                face.push_back(static_cast<std::int32_t>(random.below(40)));
            }
            for (std::size_t k = 2; k < corners; ++k) {
                expected.triangles.push_back({static_cast<std::uint32_t>(face[0]),
                                              static_cast<std::uint32_t>(face[k - 1]),
                                              static_cast<std::uint32_t>(face[k])});
            }
            rows += writer.face(face);
        }
        const std::string bytes = writer.header(40, 60) + rows;
        const auto mesh = parse_mesh(bytes_of(bytes), "part.ply");
        ASSERT_TRUE(mesh) << mesh.error().message;
        ASSERT_TRUE(same_bits(*mesh, expected));
        ASSERT_FALSE(parse_mesh(bytes_of(bytes).first(bytes.size() - 1), "part.ply"));
    });
}

TEST(PlyRows, EveryLayoutRefusesTheSameMistakes) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for_each_layout([&](const Layout& layout) {
        const PlyWriter writer(layout);
        const std::string start = writer.header(3, 2) + writer.vertex({0, 0, 0}, 0);
        const std::string two = writer.vertex({1, 0, 0}, 0) + writer.vertex({0, 1, 0}, 0);
        for (const std::int32_t bad : {3, -1, std::numeric_limits<std::int32_t>::min()}) {
            const auto index = parse_mesh(
                bytes_of(start + two + writer.face({0, 1, 2}) + writer.face({0, bad, 2})),
                "part.ply");
            ASSERT_FALSE(index);
            EXPECT_EQ(index.error().code, ErrorCode::IndexOutOfRange);
            EXPECT_THAT(index.error().message, ::testing::EndsWith(": face 1 names vertex " +
                                                                   std::to_string(bad) + " of 3"));
        }
        // y is stored last of the three.
        const std::string bad_vertex = writer.vertex({1, nan, 0}, 0);
        const std::string filling = writer.vertex({1, 1, 0}, 0);
        const std::size_t real = layout.doubles ? 8 : 4;
        const std::size_t before = layout.columns_before == 0 ? 0 : 5;
        const auto number = parse_mesh(bytes_of(start + bad_vertex + filling +
                                                writer.face({0, 1, 2}) + writer.face({0, 1, 2})),
                                       "part.ply");
        ASSERT_FALSE(number);
        EXPECT_EQ(number.error().message, "part.ply: byte " +
                                              std::to_string(start.size() + before + 2 * real) +
                                              ": a coordinate is not finite");
    });
}

} // namespace
} // namespace impinge::io_test
