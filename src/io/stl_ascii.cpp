// SPDX-License-Identifier: Apache-2.0
//
// ASCII STL: solid NAME, then for each triangle
//     facet normal x y z  outer loop  vertex x y z (three times)  endloop  endfacet
// and endsolid NAME. Keywords are taken in any case, white space in any amount.
#include "io/parsers.hpp"
#include "io/point_index.hpp"
#include "io/text_cursor.hpp"

namespace impinge {
namespace {

bool same_keyword(std::string_view word, std::string_view keyword) {
    if (word.size() != keyword.size()) {
        return false;
    }
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char lower =
            word[i] >= 'A' && word[i] <= 'Z' ? static_cast<char>(word[i] + 32) : word[i];
        if (lower != keyword[i]) {
            return false;
        }
    }
    return true;
}

std::string_view next_word(TextCursor& cursor) {
    cursor.skip_whitespace();
    return cursor.word();
}

void expect(TextCursor& cursor, std::string_view keyword) {
    const std::string_view word = next_word(cursor);
    if (!same_keyword(word, keyword)) {
        cursor.fail("expected '" + std::string(keyword) + "' but found " +
                    (word.empty() ? "the end of the file" : quoted(word)));
    }
}

double next_number(TextCursor& cursor) {
    cursor.skip_whitespace();
    return cursor.number();
}

Vec3d parse_vertex(TextCursor& cursor) {
    expect(cursor, "vertex");
    const double x = next_number(cursor);
    const double y = next_number(cursor);
    return {x, y, next_number(cursor)};
}

/// What follows the word "facet". The normal is not looked at: some programs write nan there.
TriangleIndices parse_facet(TextCursor& cursor, PointIndex& points) {
    expect(cursor, "normal");
    for (int i = 0; i < 3; ++i) {
        next_word(cursor);
    }
    expect(cursor, "outer");
    expect(cursor, "loop");
    TriangleIndices triangle;
    for (std::uint32_t& corner : triangle) {
        corner = points.index_of(parse_vertex(cursor));
    }
    expect(cursor, "endloop");
    expect(cursor, "endfacet");
    return triangle;
}

void parse_solid(TextCursor& cursor, PointIndex& points, std::vector<TriangleIndices>& triangles) {
    expect(cursor, "solid");
    cursor.skip_line();
    for (;;) {
        const std::string_view word = next_word(cursor);
        if (same_keyword(word, "facet")) {
            triangles.push_back(parse_facet(cursor, points));
        } else if (same_keyword(word, "endsolid")) {
            cursor.skip_line();
            return;
        } else {
            cursor.fail("expected 'facet' or 'endsolid' but found " +
                        (word.empty() ? "the end of the file" : quoted(word)));
        }
    }
}

} // namespace

Mesh parse_stl_ascii(std::span<const char> text) {
    constexpr std::size_t usual_facet_bytes = 250;
    TextCursor cursor(text);
    PointIndex points(text.size() / usual_facet_bytes / 2);
    Mesh mesh;
    for (cursor.skip_whitespace(); !cursor.at_end(); cursor.skip_whitespace()) {
        parse_solid(cursor, points, mesh.triangles);
    }
    if (mesh.triangles.empty()) {
        fail_whole("holds no triangles");
    }
    mesh.positions = points.take_points();
    return mesh;
}

} // namespace impinge
