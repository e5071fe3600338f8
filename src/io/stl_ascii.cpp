// SPDX-License-Identifier: Apache-2.0
//
// ASCII STL: solid NAME, then for each triangle
//     facet normal x y z  outer loop  vertex x y z (three times)  endloop  endfacet
// and endsolid NAME. Keywords are taken in any case, white space in any amount.
#include "io/large_pages.hpp"
#include "io/parsers.hpp"
#include "io/point_index.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <array>

namespace impinge::inline v0 {
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

std::string shown(std::string_view word) {
    return word.empty() ? "the end of the file" : in_quotes(word);
}

class StlAsciiParser {
  public:
    explicit StlAsciiParser(std::span<const char> text)
        : cursor_(text), points_(text.size() / usual_facet_bytes / 2) {
        reserve_large(triangles_, text.size() / usual_facet_bytes);
        corners_.reserve(3 * block);
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
    static constexpr std::size_t block = 64; ///< triangles whose corners are looked up together

    std::string_view next_word() {
        cursor_.skip_whitespace();
        return cursor_.word();
    }

    void expect(std::string_view keyword) {
        const std::string_view word = next_word();
        if (!same_keyword(word, keyword)) {
            cursor_.fail("expected '" + std::string(keyword) + "' but found " + shown(word));
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
                cursor_.fail("expected 'facet' or 'endsolid' but found " + shown(word));
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
        if (corners_.size() == 3 * block) {
            index_corners();
        }
    }

    double next_number() {
        cursor_.skip_whitespace();
        return cursor_.number();
    }

    void index_corners() {
        std::array<std::uint32_t, 3 * block> indices;
        points_.index(corners_, std::span(indices).first(corners_.size()));
        for (std::size_t i = 0; i < corners_.size(); i += 3) {
            triangles_.push_back({indices[i], indices[i + 1], indices[i + 2]});
        }
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
