// SPDX-License-Identifier: Apache-2.0
//
// OFF as text: a header word [ST][C][N][4][n]OFF, which may be missing, the numbers of vertices,
// faces and (not needed) edges, then one vertex a line and one face a line. The letters announce
// further columns behind x, y, z: texture coordinates, a colour, a normal. A face is the number of
// its corners, the corners, and perhaps a colour up to the end of the line. # begins a comment.
#include "io/file_bytes.hpp"
#include "io/mesh_format.hpp"
#include "io/text_cursor.hpp"

#include <array>
#include <limits>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// How many words may follow the coordinates of a vertex.
struct FurtherColumns {
    std::size_t least = 0;
    std::size_t most = 0;
};

class OffParser {
  public:
    explicit OffParser(std::span<const char> text) : cursor_(text) {}

    Mesh parse() {
        parse_header();
        const std::uint64_t vertices = count("vertices");
        const std::uint64_t faces = count("faces");
        skip_rest_of_line();
        check_announced(vertices, faces);
        reserve_large(mesh_.positions, vertices);
        for (std::uint64_t i = 0; i < vertices; ++i) {
            parse_vertex();
        }
        reserve_large(mesh_.triangles, faces);
        for (std::uint64_t i = 0; i < faces; ++i) {
            parse_face(i);
        }
        to_next_row();
        if (!cursor_.at_end()) {
            cursor_.fail(in_quotes(cursor_.word()) + " follows the last face that was announced");
        }
        return std::move(mesh_);
    }

  private:
    void parse_header() {
        to_next_row();
        TextCursor ahead = cursor_;
        std::string_view word = ahead.word();
        const std::size_t at = word.find("OFF");
        if (at == std::string_view::npos) {
            if (word.empty() || word[0] < '0' || word[0] > '9') {
                cursor_.fail("expected 'OFF' but found " + word_or_end(word));
            }
            return;
        }
        word = word.substr(0, at);
        further_ = parse_letters(word);
        cursor_.jump(cursor_.offset() + at + 3); // some programs write no space before the counts
        to_next_row();
        ahead = cursor_;
        if (ahead.word() == "BINARY") {
            cursor_.fail("binary OFF is not supported", ErrorCode::Unsupported);
        }
    }

    [[nodiscard]] FurtherColumns parse_letters(std::string_view letters) const {
        constexpr std::array<std::pair<std::string_view, FurtherColumns>, 3> known{
            {{"ST", {2, 2}}, {"C", {1, 4}}, {"N", {3, 3}}}};
        FurtherColumns further;
        for (const auto& [name, columns] : known) {
            if (letters.starts_with(name)) {
                letters.remove_prefix(name.size());
                further.least += columns.least;
                further.most += columns.most;
            }
        }
        if (letters == "4" || letters == "n" || letters == "4n") {
            cursor_.fail("only points of three coordinates are supported", ErrorCode::Unsupported);
        }
        if (!letters.empty()) {
            cursor_.fail("unknown letters " + in_quotes(letters) + " before 'OFF'");
        }
        return further;
    }

    std::uint64_t count(std::string_view what) {
        to_next_row();
        const std::int64_t number = whole_number();
        if (number <= 0) {
            cursor_.fail("holds no " + std::string(what));
        }
        if (number > std::int64_t{std::numeric_limits<std::uint32_t>::max()}) {
            cursor_.fail("more than 4294967295 " + std::string(what), ErrorCode::Unsupported);
        }
        return static_cast<std::uint64_t>(number);
    }

    /// Before anything is reserved: could that many rows be in the rest of the file at all?
    void check_announced(std::uint64_t vertices, std::uint64_t faces) const {
        constexpr std::size_t least_vertex_bytes = 6; // "0 0 0" and a line end
        constexpr std::size_t least_face_bytes = 8;   // "3 0 1 2" and a line end
        if (vertices * least_vertex_bytes + faces * least_face_bytes > cursor_.remaining() + 1) {
            cursor_.fail("the header announces " + std::to_string(vertices) + " vertices and " +
                         std::to_string(faces) + " faces, but only " +
                         std::to_string(cursor_.remaining()) + " bytes follow");
        }
    }

    void parse_vertex() {
        to_next_row();
        const double x = coordinate();
        const double y = coordinate();
        mesh_.positions.push_back({x, y, coordinate()});
        std::size_t further = 0;
        for (cursor_.skip_blanks(); !at_row_end(); cursor_.skip_blanks(), ++further) {
            if (cursor_.word().empty()) { // a vertical tab or a form feed
                cursor_.fail("vertex " + std::to_string(mesh_.positions.size() - 1) +
                             " holds white space that is neither a blank nor a tab");
            }
        }
        if (further < further_.least || further > further_.most) {
            cursor_.fail("vertex " + std::to_string(mesh_.positions.size() - 1) + " has " +
                         std::to_string(3 + further) + " columns");
        }
    }

    double coordinate() {
        cursor_.skip_blanks();
        if (at_row_end()) {
            cursor_.fail(cursor_.at_end() ? "the file ends within its vertices"
                                          : "a vertex needs three coordinates");
        }
        return cursor_.number();
    }

    void parse_face(std::uint64_t face) {
        to_next_row();
        if (cursor_.at_end()) {
            cursor_.fail("the file ends within its faces");
        }
        const std::int64_t corners = whole_number();
        if (corners < 3) {
            cursor_.fail("face " + std::to_string(face) + " has " + std::to_string(corners) +
                         " corners");
        }
        const std::uint32_t first = corner(face);
        std::uint32_t previous = corner(face);
        for (std::int64_t i = 2; i < corners; ++i) {
            const std::uint32_t next = corner(face);
            mesh_.triangles.push_back({first, previous, next});
            previous = next;
        }
        skip_rest_of_line();
    }

    std::uint32_t corner(std::uint64_t face) {
        cursor_.skip_blanks();
        if (at_row_end()) {
            cursor_.fail("face " + std::to_string(face) + " has fewer corners than it says");
        }
        const std::int64_t vertex = whole_number();
        if (vertex < 0 || static_cast<std::uint64_t>(vertex) >= mesh_.positions.size()) {
            cursor_.fail("face " + std::to_string(face) + " names vertex " +
                             std::to_string(vertex) + " of " +
                             std::to_string(mesh_.positions.size()),
                         ErrorCode::IndexOutOfRange);
        }
        return static_cast<std::uint32_t>(vertex);
    }

    std::int64_t whole_number() {
        const TextCursor start = cursor_;
        const std::int64_t number = cursor_.integer();
        if (!TextCursor::is_whitespace(cursor_.peek()) && cursor_.peek() != '#') {
            TextCursor again = start;
            start.fail(in_quotes(again.word()) + " is not a whole number in range");
        }
        return number;
    }

    [[nodiscard]] bool at_row_end() const { return cursor_.at_line_end() || cursor_.peek() == '#'; }

    void skip_rest_of_line() {
        while (!cursor_.at_line_end()) {
            cursor_.advance();
        }
    }

    /// Over white space and comments.
    void to_next_row() {
        for (cursor_.skip_whitespace(); cursor_.peek() == '#'; cursor_.skip_whitespace()) {
            skip_rest_of_line();
        }
    }

    TextCursor cursor_;
    FurtherColumns further_;
    Mesh mesh_;
};

} // namespace

Mesh parse_off(std::span<const char> text) { return OffParser(text).parse(); }

} // namespace impinge::inline v0
