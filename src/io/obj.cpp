// SPDX-License-Identifier: Apache-2.0
//
// Wavefront OBJ: one statement a line, of which `v x y z` and `f corner corner corner...` matter
// here. A corner is v, v/t, v//n or v/t/n; v counts from 1, or backwards from the latest vertex
// when negative. A face may name a vertex that only follows later in the file. `o` and `g` name the
// faces that follow. Texture coordinates, `vt u v`, are looked at if they are asked for: t counts
// them as v counts vertices.
#include "impinge/files.hpp"
#include "io/mesh_format.hpp"
#include "io/parse_failure.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// The objects (`o`) and groups (`g`) of an OBJ file as bodies. Notes which triangles stand under
/// which name. A name is an object and a group in it; faces before any name belong to the body with
/// the empty name. The names stay in the caller's text.
class ObjGroups {
  public:
    /// To be split later, or only to tell how many names there are, up to `most_counted`.
    enum class Purpose : std::uint8_t { Split, Count };
    static constexpr std::size_t most_counted = 1000;

    explicit ObjGroups(Purpose purpose = Purpose::Split) : purpose_(purpose) {}

    /// A new object; its group is empty.
    void begin_object(std::string_view name) { begin({name, {}}); }
    void begin_group(std::string_view name) { begin({here_.first, name}); }
    /// The triangles from there on stand under the latest name. Throws a ParseFailure where there
    /// are more names than any assembly has parts: each takes many times the memory of its text.
    void note_face(std::size_t first_triangle) {
        if (!noted_) {
            note_run(first_triangle);
        }
    }

    /// One body for each name that has faces, in the order in which they first have some. A name
    /// that comes again continues its body. A body has the vertices that its faces use, in the
    /// order of the file. It is called OBJECT/GROUP where both are there and differ.
    [[nodiscard]] FileBodies split(const Mesh& mesh) const;
    /// Names that have faces.
    [[nodiscard]] std::size_t name_count() const { return names_.size(); }

  private:
    using Name = std::pair<std::string_view, std::string_view>; ///< object, group
    struct Run {
        std::size_t first_triangle = 0;
        std::size_t name = 0;
    };

    void begin(Name name) {
        here_ = name;
        noted_ = false;
    }
    void note_run(std::size_t first_triangle);

    Purpose purpose_;
    std::map<Name, std::size_t> index_of_;
    std::vector<Name> names_;
    std::vector<Run> runs_;
    Name here_;
    bool noted_ = false; ///< a run under the name `here_` has begun
};

constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();

/// Takes parts out of a mesh; what it notes per vertex is kept between parts, so that many small
/// parts of a large mesh cost no more than the parts together.
class PartTaker {
  public:
    explicit PartTaker(const Mesh& mesh) : mesh_(mesh), new_index_(mesh.positions.size(), unused) {}

    Mesh take(std::vector<TriangleIndices> triangles) {
        std::vector<std::uint32_t> vertices = used_vertices(triangles);
        std::sort(vertices.begin(), vertices.end());
        Mesh part;
        part.positions.reserve(vertices.size());
        for (const std::uint32_t vertex : vertices) {
            new_index_[vertex] = static_cast<std::uint32_t>(part.positions.size());
            part.positions.push_back(mesh_.positions[vertex]);
        }
        for (TriangleIndices& triangle : triangles) {
            for (std::uint32_t& corner : triangle) {
                corner = new_index_[corner];
            }
        }
        for (const std::uint32_t vertex : vertices) {
            new_index_[vertex] = unused;
        }
        part.triangles = std::move(triangles);
        return part;
    }

  private:
    std::vector<std::uint32_t> used_vertices(const std::vector<TriangleIndices>& triangles) {
        std::vector<std::uint32_t> vertices;
        for (const TriangleIndices& triangle : triangles) {
            for (const std::uint32_t corner : triangle) {
                if (new_index_[corner] == unused) {
                    new_index_[corner] = 0;
                    vertices.push_back(corner);
                }
            }
        }
        return vertices;
    }

    const Mesh& mesh_;
    std::vector<std::uint32_t> new_index_;
};

std::string body_name(std::string_view object, std::string_view group) {
    if (object.empty() || object == group) {
        return std::string(group);
    }
    return group.empty() ? std::string(object) : std::string(object) + "/" + std::string(group);
}

void ObjGroups::note_run(std::size_t first_triangle) {
    constexpr std::size_t most_names = 100000;
    noted_ = true;
    if (purpose_ == Purpose::Count && names_.size() == most_counted) {
        return;
    }
    const auto [known, is_new] = index_of_.try_emplace(here_, names_.size());
    if (is_new) {
        if (names_.size() == most_names) {
            fail_whole("has more than 100000 groups", ErrorCode::Unsupported);
        }
        names_.push_back(here_);
    }
    if (purpose_ == Purpose::Split) {
        runs_.push_back({first_triangle, known->second});
    }
}

FileBodies ObjGroups::split(const Mesh& mesh) const {
    std::vector<std::vector<TriangleIndices>> triangles_of(names_.size());
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        const std::size_t end =
            i + 1 < runs_.size() ? runs_[i + 1].first_triangle : mesh.triangles.size();
        auto& triangles = triangles_of[runs_[i].name];
        triangles.insert(triangles.end(), mesh.triangles.data() + runs_[i].first_triangle,
                         mesh.triangles.data() + end);
    }
    PartTaker taker(mesh);
    FileBodies bodies;
    bodies.bodies.reserve(names_.size());
    for (std::size_t i = 0; i < names_.size(); ++i) {
        Mesh part = taker.take(std::move(triangles_of[i]));
        bodies.bodies.push_back({body_name(names_[i].first, names_[i].second),
                                 std::make_shared<const Mesh>(std::move(part)),
                                 {}});
    }
    return bodies;
}

} // namespace

namespace {

class ObjParser {
  public:
    /// `uv` may be null.
    ObjParser(std::span<const char> text, ObjGroups& groups, MeshUv* uv)
        : cursor_(text), groups_(groups), uv_(uv) {}

    Mesh parse() {
        while (!cursor_.at_end()) {
            cursor_.skip_blanks();
            parse_statement();
            cursor_.skip_line();
        }
        check_range(highest_vertex_, "vertex", "vertices", mesh_.positions.size());
        check_range(highest_place_, "texture coordinate", "texture coordinates", places_.size());
        if (mesh_.triangles.empty()) {
            fail_whole("holds no faces");
        }
        if (uv_ != nullptr) {
            give_uv();
        }
        return std::move(mesh_);
    }

  private:
    struct Mention {
        std::uint64_t index = 0;
        TextCursor place;
    };
    struct Corner {
        std::uint32_t vertex = 0;
        std::uint32_t place = unused; ///< in places_, of texture coordinates
    };
    static constexpr std::uint64_t most_indices = std::numeric_limits<std::uint32_t>::max();

    void parse_statement() {
        const std::string_view word = cursor_.word();
        if (word == "v") {
            parse_vertex();
        } else if (word == "f" || word == "fo") {
            parse_face();
        } else if (word == "vt" && uv_ != nullptr) {
            parse_place();
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
        if (mesh_.positions.size() > most_indices) {
            cursor_.fail("more than 4294967295 vertices", ErrorCode::Unsupported);
        }
    }

    /// Texture coordinates; the second may be missing and is 0 then.
    void parse_place() {
        cursor_.skip_blanks();
        if (cursor_.at_line_end()) {
            cursor_.fail("a texture coordinate needs a number");
        }
        Vec2d place{cursor_.number(), 0};
        cursor_.skip_blanks();
        if (!at_statement_end()) {
            place.y = cursor_.number();
        }
        places_.push_back(place);
        if (places_.size() >= most_indices) {
            cursor_.fail("more than 4294967294 texture coordinates", ErrorCode::Unsupported);
        }
    }

    void parse_face() {
        groups_.note_face(mesh_.triangles.size());
        std::array<Corner, 3> fan{};
        std::size_t corners = 0;
        for (cursor_.skip_blanks(); !at_statement_end(); cursor_.skip_blanks(), ++corners) {
            fan[std::min<std::size_t>(corners, 2)] = corner();
            if (corners < 2) {
                continue;
            }
            mesh_.triangles.push_back({fan[0].vertex, fan[1].vertex, fan[2].vertex});
            if (uv_ != nullptr) {
                places_of_corners_.push_back({fan[0].place, fan[1].place, fan[2].place});
            }
            fan[1] = fan[2];
        }
        if (corners < 3) {
            cursor_.fail("a face needs at least three corners");
        }
    }

    [[nodiscard]] bool at_statement_end() const {
        return cursor_.at_line_end() || cursor_.peek() == '#';
    }

    Corner corner() {
        const TextCursor place = cursor_;
        const std::int64_t vertex = cursor_.integer();
        const TextCursor after = cursor_;
        std::optional<std::int64_t> texture;
        for (bool first = true; cursor_.peek() == '/'; first = false) {
            const std::optional<std::int64_t> number = next_attribute();
            texture = first ? number : texture;
        }
        if (!TextCursor::is_whitespace(cursor_.peek()) && cursor_.peek() != '\\') {
            TextCursor again = place;
            place.fail(in_quotes(again.word()) + " is not a corner of a face");
        }
        Corner corner{index("vertex", vertex, place, mesh_.positions.size(), highest_vertex_)};
        if (texture && uv_ != nullptr) {
            corner.place =
                index("texture coordinate", *texture, after, places_.size(), highest_place_);
        }
        return corner;
    }

    /// What a number in a file stands for, counted from 0. What is not there yet is remembered.
    static std::uint32_t index(const char* what, std::int64_t number, const TextCursor& place,
                               std::size_t count, std::optional<Mention>& highest) {
        const auto known = static_cast<std::int64_t>(count);
        const std::int64_t index = number > 0 ? number - 1 : known + number;
        if (number == 0 || index < 0) {
            place.fail("a face names " + std::string(what) + " " + std::to_string(number) +
                           " where there are " + std::to_string(known) + " so far",
                       ErrorCode::IndexOutOfRange);
        }
        // Beyond what a file can hold, all are the same mistake.
        const auto found = std::min(static_cast<std::uint64_t>(index), most_indices);
        if (index >= known && (!highest || static_cast<std::uint64_t>(index) > highest->index)) {
            highest = Mention{static_cast<std::uint64_t>(index), place};
        }
        return static_cast<std::uint32_t>(found);
    }

    /// A texture coordinate or a normal, which may be left out: `/`, `/7`, `/-1`.
    std::optional<std::int64_t> next_attribute() {
        cursor_.advance();
        if (cursor_.peek() == '-' || (cursor_.peek() >= '0' && cursor_.peek() <= '9')) {
            return cursor_.integer();
        }
        return std::nullopt;
    }

    static void check_range(const std::optional<Mention>& highest, const std::string& what,
                            const char* many, std::size_t count) {
        if (highest && highest->index >= count) {
            highest->place.fail("a face names " + what + " " + std::to_string(highest->index + 1) +
                                    ", but the file holds " + std::to_string(count) + " " + many,
                                ErrorCode::IndexOutOfRange);
        }
    }

    void give_uv() {
        uv_->reserve(places_of_corners_.size());
        const auto place = [&](std::uint32_t index) {
            return index == unused ? no_uv : places_[index];
        };
        for (const auto& [a, b, c] : places_of_corners_) {
            uv_->push_back({place(a), place(b), place(c)});
        }
    }

    TextCursor cursor_;
    Mesh mesh_;
    ObjGroups& groups_;
    std::optional<Mention> highest_vertex_; ///< of those named before they came
    std::optional<Mention> highest_place_;
    MeshUv* uv_;
    std::vector<Vec2d> places_;
    std::vector<TriangleIndices> places_of_corners_; ///< of each triangle, into places_
};

} // namespace

ObjMesh parse_obj(std::span<const char> text, MeshUv* uv) {
    ObjGroups groups(ObjGroups::Purpose::Count);
    Mesh mesh = ObjParser(text, groups, uv).parse();
    return {std::move(mesh), groups.name_count()};
}

FileBodies parse_obj_groups(std::span<const char> text) {
    ObjGroups groups;
    const Mesh mesh = ObjParser(text, groups, nullptr).parse();
    return groups.split(mesh);
}

} // namespace impinge::inline v0
