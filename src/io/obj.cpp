// SPDX-License-Identifier: Apache-2.0
//
// Wavefront OBJ: one statement a line, of which `v x y z` and `f corner corner corner...` matter
// here. A corner is v, v/t, v//n or v/t/n; v counts from 1, or backwards from the latest vertex
// when negative. A face may name a vertex that only follows later in the file. `o` and `g` name the
// faces that follow.
#include "io/obj_groups.hpp"
#include "io/parsers.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace impinge::inline v0 {
namespace {

class ObjParser {
  public:
    ObjParser(std::span<const char> text, ObjGroups& groups) : cursor_(text), groups_(groups) {}

    Mesh parse() {
        while (!cursor_.at_end()) {
            cursor_.skip_blanks();
            parse_statement();
            cursor_.skip_line();
        }
        if (highest_forward_ && highest_forward_->vertex >= mesh_.positions.size()) {
            fail_out_of_range(*highest_forward_);
        }
        if (mesh_.triangles.empty()) {
            fail_whole("holds no faces");
        }
        return std::move(mesh_);
    }

  private:
    struct Mention {
        std::uint64_t vertex = 0;
        TextCursor place;
    };

    void parse_statement() {
        const std::string_view word = cursor_.word();
        if (word == "v") {
            parse_vertex();
        } else if (word == "f" || word == "fo") {
            parse_face();
        } else if (word == "o") {
            groups_.begin_object(rest_of_line());
        } else if (word == "g") {
            groups_.begin_group(rest_of_line());
        } else if (word == "surf") {
            cursor_.fail("free-form surfaces are not supported", ErrorCode::Unsupported);
        }
    }

    /// Without the white space around it.
    std::string_view rest_of_line() {
        cursor_.skip_blanks();
        std::string_view rest = cursor_.line();
        while (!rest.empty() && TextCursor::is_whitespace(rest.back())) {
            rest.remove_suffix(1);
        }
        return rest;
    }

    double coordinate() {
        cursor_.skip_blanks();
        if (cursor_.at_line_end()) {
            cursor_.fail("a vertex needs three coordinates");
        }
        return cursor_.number();
    }

    void parse_vertex() {
        const double x = coordinate();
        const double y = coordinate();
        mesh_.positions.push_back({x, y, coordinate()});
        if (mesh_.positions.size() > std::numeric_limits<std::uint32_t>::max()) {
            cursor_.fail("more than 4294967295 vertices", ErrorCode::Unsupported);
        }
    }

    void parse_face() {
        groups_.note_face(mesh_.triangles.size());
        TriangleIndices fan{};
        std::size_t corners = 0;
        for (cursor_.skip_blanks(); !at_statement_end(); cursor_.skip_blanks(), ++corners) {
            const std::uint32_t vertex = corner();
            if (corners < 2) {
                fan[corners] = vertex;
                continue;
            }
            fan[2] = vertex;
            mesh_.triangles.push_back(fan);
            fan[1] = vertex;
        }
        if (corners < 3) {
            cursor_.fail("a face needs at least three corners");
        }
    }

    [[nodiscard]] bool at_statement_end() const {
        return cursor_.at_line_end() || cursor_.peek() == '#';
    }

    std::uint32_t corner() {
        const TextCursor place = cursor_;
        const std::int64_t number = cursor_.integer();
        while (cursor_.peek() == '/') {
            skip_attribute();
        }
        if (!TextCursor::is_whitespace(cursor_.peek()) && cursor_.peek() != '\\') {
            TextCursor again = place;
            place.fail(in_quotes(again.word()) + " is not a corner of a face");
        }
        const auto known = static_cast<std::int64_t>(mesh_.positions.size());
        const std::int64_t vertex = number > 0 ? number - 1 : known + number;
        if (number == 0 || vertex < 0) {
            place.fail("a face names vertex " + std::to_string(number) + " where there are " +
                           std::to_string(known) + " so far",
                       ErrorCode::IndexOutOfRange);
        }
        const Mention mention{static_cast<std::uint64_t>(vertex), place};
        if (vertex > std::int64_t{std::numeric_limits<std::uint32_t>::max()}) {
            fail_out_of_range(mention);
        }
        if (vertex >= known && (!highest_forward_ || mention.vertex > highest_forward_->vertex)) {
            highest_forward_ = mention;
        }
        return static_cast<std::uint32_t>(vertex);
    }

    /// A texture coordinate or a normal, which may be left out: `/`, `/7`, `/-1`.
    void skip_attribute() {
        cursor_.advance();
        if (cursor_.peek() == '-' || (cursor_.peek() >= '0' && cursor_.peek() <= '9')) {
            cursor_.integer();
        }
    }

    [[noreturn]] void fail_out_of_range(const Mention& mention) const {
        mention.place.fail("a face names vertex " + std::to_string(mention.vertex + 1) +
                               ", but the file holds " + std::to_string(mesh_.positions.size()) +
                               " vertices",
                           ErrorCode::IndexOutOfRange);
    }

    TextCursor cursor_;
    Mesh mesh_;
    ObjGroups& groups_;
    std::optional<Mention> highest_forward_;
};

} // namespace

ObjMesh parse_obj(std::span<const char> text) {
    ObjGroups groups(ObjGroups::Purpose::Count);
    Mesh mesh = ObjParser(text, groups).parse();
    return {std::move(mesh), groups.name_count()};
}

FileBodies parse_obj_groups(std::span<const char> text) {
    ObjGroups groups;
    const Mesh mesh = ObjParser(text, groups).parse();
    return groups.split(mesh);
}

} // namespace impinge::inline v0
