// SPDX-License-Identifier: Apache-2.0
//
// The objects (`o`) and groups (`g`) of an OBJ file as bodies.
#pragma once

#include "impinge/files.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace impinge::inline v0 {

/// Notes which triangles stand under which name. A name is an object and a group in it; faces
/// before any name belong to the body with the empty name. The names stay in the caller's text.
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

} // namespace impinge::inline v0
