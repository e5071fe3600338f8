// SPDX-License-Identifier: Apache-2.0
#include "io/obj_groups.hpp"

#include "io/parse_failure.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0 {
namespace {

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

} // namespace

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

} // namespace impinge::inline v0
