// SPDX-License-Identifier: Apache-2.0
//
// STL, binary: 80 bytes of anything, the number of triangles, then 50 bytes for each: normal, three
// corners (all float, little-endian) and two bytes that some programs use for colour.
//
// ASCII: solid NAME, then for each triangle
//     facet normal x y z  outer loop  vertex x y z (three times)  endloop  endfacet
// and endsolid NAME. Keywords are taken in any case, white space in any amount.
#include "io/byte_order.hpp"
#include "io/file_bytes.hpp"
#include "io/mesh_format.hpp"
#include "io/parse_failure.hpp"
#include "io/point_index.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <array>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t triangle_block = 64; ///< triangles whose corners are looked up together

/// The triangles of at most `triangle_block` times three corners.
void append_triangles(std::span<const Vec3d> corners, PointIndex& points,
                      std::vector<TriangleIndices>& triangles) {
    std::array<std::uint32_t, 3 * triangle_block> indices;
    points.index(corners, std::span(indices).first(corners.size()));
    for (std::size_t i = 0; i < corners.size(); i += 3) {
        triangles.push_back({indices[i], indices[i + 1], indices[i + 2]});
    }
}

Vec3d load_corner(const char* bytes) {
    return {load_little<float>(bytes), load_little<float>(bytes + 4),
            load_little<float>(bytes + 8)};
}

std::size_t checked_count(std::span<const char> bytes) {
    if (bytes.size() < stl_header_bytes) {
        fail_at_byte(bytes.size(), "ends within the 84-byte header of a binary STL file");
    }
    const std::size_t count = load_little<std::uint32_t>(bytes.data() + stl_count_offset);
    const std::size_t wanted = stl_header_bytes + count * stl_triangle_bytes;
    if (wanted != bytes.size()) {
        fail_at_byte(stl_count_offset, "the header announces " + std::to_string(count) +
                                           " triangles, which take " + std::to_string(wanted) +
                                           " bytes, but the file has " +
                                           std::to_string(bytes.size()));
    }
    if (count == 0) {
        fail_at_byte(stl_count_offset, "holds no triangles");
    }
    return count;
}

std::size_t corner_offset(std::size_t triangle, std::size_t corner) {
    return stl_header_bytes + triangle * stl_triangle_bytes + 12 + 12 * corner;
}

[[noreturn]] void fail_not_finite(std::size_t triangle, std::size_t corner) {
    fail_at_byte(corner_offset(triangle, corner),
                 "triangle " + std::to_string(triangle) + " has a coordinate that is not finite",
                 ErrorCode::NonFinite);
}

/// The corners of triangles from `first` on.
void load_corners(std::span<const char> bytes, std::size_t first, std::span<Vec3d> corners) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
        corners[i] = load_corner(bytes.data() + corner_offset(first + i / 3, i % 3));
        if (!is_finite(corners[i])) {
            fail_not_finite(first + i / 3, i % 3);
        }
    }
}

} // namespace

Mesh parse_stl_binary(std::span<const char> bytes) {
    const std::size_t count = checked_count(bytes);
    Mesh mesh;
    reserve_large(mesh.triangles, count);
    PointIndex points(count / 2);
    std::array<Vec3d, 3 * triangle_block> corners;
    for (std::size_t first = 0; first < count; first += triangle_block) {
        const auto some = std::span(corners).first(3 * std::min(triangle_block, count - first));
        load_corners(bytes, first, some);
        append_triangles(some, points, mesh.triangles);
    }
    mesh.positions = points.take_points();
    return mesh;
}

namespace {

bool same_keyword(std::string_view word, std::string_view keyword) {
    if (word == keyword) {
        return true;
    }
    return word.size() == keyword.size() &&
           std::equal(word.begin(), word.end(), keyword.begin(), [](char c, char lower) {
               return (c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) == lower;
           });
}

class StlAsciiParser {
  public:
    explicit StlAsciiParser(std::span<const char> text)
        : cursor_(text), points_(text.size() / usual_facet_bytes / 2) {
        reserve_large(triangles_, text.size() / usual_facet_bytes);
        corners_.reserve(3 * triangle_block);
    }

    Mesh parse() {
        for (cursor_.skip_whitespace(); !cursor_.at_end(); cursor_.skip_whitespace()) {
            parse_solid();
        }
        index_corners();
        if (triangles_.empty()) {
            fail_whole("holds no triangles");
        }
        return {points_.take_points(), std::move(triangles_)};
    }

  private:
    static constexpr std::size_t usual_facet_bytes = 250;

    std::string_view next_word() {
        cursor_.skip_whitespace();
        return cursor_.word();
    }

    void expect(std::string_view keyword) {
        const std::string_view word = next_word();
        if (!same_keyword(word, keyword)) {
            cursor_.fail("expected '" + std::string(keyword) + "' but found " + word_or_end(word));
        }
    }

    void parse_solid() {
        expect("solid");
        cursor_.skip_line();
        for (;;) {
            const std::string_view word = next_word();
            if (same_keyword(word, "facet")) {
                parse_facet();
            } else if (same_keyword(word, "endsolid")) {
                cursor_.skip_line();
                return;
            } else {
                cursor_.fail("expected 'facet' or 'endsolid' but found " + word_or_end(word));
            }
        }
    }

    /// What follows the word "facet". The normal is not looked at: some programs write nan there.
    void parse_facet() {
        expect("normal");
        for (int i = 0; i < 3; ++i) {
            next_word();
        }
        expect("outer");
        expect("loop");
        for (int i = 0; i < 3; ++i) {
            expect("vertex");
            const double x = next_number();
            const double y = next_number();
            corners_.push_back({x, y, next_number()});
        }
        expect("endloop");
        expect("endfacet");
        if (corners_.size() == 3 * triangle_block) {
            index_corners();
        }
    }

    double next_number() {
        cursor_.skip_whitespace();
        return cursor_.number();
    }

    void index_corners() {
        append_triangles(corners_, points_, triangles_);
        corners_.clear();
    }

    TextCursor cursor_;
    PointIndex points_;
    std::vector<Vec3d> corners_; ///< of the latest triangles, not yet indexed
    std::vector<TriangleIndices> triangles_;
};

} // namespace

Mesh parse_stl_ascii(std::span<const char> text) { return StlAsciiParser(text).parse(); }

} // namespace impinge::inline v0
