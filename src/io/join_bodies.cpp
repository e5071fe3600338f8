// SPDX-License-Identifier: Apache-2.0
#include "io/join_bodies.hpp"

#include "io/parse_failure.hpp"
#include "io/point_index.hpp"
#include "predicates/mirrors.hpp"

#include <limits>
#include <map>
#include <set>
#include <utility>

namespace impinge::inline v0 {
namespace {

struct MeshSize {
    std::uint64_t vertices = 0;
    std::uint64_t triangles = 0;

    void add(const Mesh& mesh) {
        vertices += mesh.positions.size();
        triangles += mesh.triangles.size();
    }
    [[nodiscard]] std::uint64_t bytes() const {
        return vertices * sizeof(Vec3d) + triangles * sizeof(TriangleIndices);
    }
};

/// A few kilobytes can name one mesh in thousands of places.
void check_proportion(const MeshSize& joined, const MeshSize& stored) {
    constexpr std::uint64_t always_allowed = std::uint64_t{1} << 28;
    constexpr std::uint64_t largest_factor = 64;
    constexpr std::uint64_t largest_index = std::numeric_limits<std::uint32_t>::max();
    if (joined.vertices > largest_index || joined.triangles > largest_index ||
        (joined.bytes() > always_allowed && joined.bytes() / largest_factor > stored.bytes())) {
        fail_whole("its bodies as one mesh would have " + std::to_string(joined.triangles) +
                       " triangles, from the " + std::to_string(stored.triangles) + " it holds",
                   ErrorCode::Unsupported);
    }
}

MeshSize checked_size(const FileBodies& bodies) {
    MeshSize joined;
    MeshSize stored;
    std::set<const Mesh*> seen;
    for (const FileBody& body : bodies.bodies) {
        joined.add(*body.mesh);
        if (seen.insert(body.mesh.get()).second) {
            stored.add(*body.mesh);
        }
    }
    check_proportion(joined, stored);
    return joined;
}

void append_positions(Mesh& joined, const FileBody& body) {
    if (is_identity(body.pose)) { // keeps -0, which apply() would not
        const std::vector<Vec3d>& positions = body.mesh->positions;
        joined.positions.insert(joined.positions.end(), positions.begin(), positions.end());
        return;
    }
    for (const Vec3d& position : body.mesh->positions) {
        joined.positions.push_back(apply(body.pose, position));
        if (!is_finite(joined.positions.back())) {
            fail_whole("the pose of " + (body.name.empty() ? "a body" : "'" + body.name + "'") +
                           " takes a vertex out of the range of numbers",
                       ErrorCode::NonFinite);
        }
    }
}

void append(Mesh& joined, const FileBody& body) {
    const auto base = static_cast<std::uint32_t>(joined.positions.size());
    append_positions(joined, body);
    const bool turned = mirrors(body.pose);
    for (const TriangleIndices& triangle : body.mesh->triangles) {
        const auto [a, b, c] = triangle;
        joined.triangles.push_back(turned ? TriangleIndices{base + a, base + c, base + b}
                                          : TriangleIndices{base + a, base + b, base + c});
    }
}

} // namespace

Mesh join_bodies(const FileBodies& bodies) {
    const MeshSize size = checked_size(bodies);
    Mesh joined;
    joined.positions.reserve(size.vertices);
    joined.triangles.reserve(size.triangles);
    for (const FileBody& body : bodies.bodies) {
        append(joined, body);
    }
    return joined;
}

MeshUv join_uv(const FileBodies& bodies, const std::map<const Mesh*, MeshUv>& of_meshes) {
    MeshUv joined;
    for (const FileBody& body : bodies.bodies) {
        const bool turned = mirrors(body.pose);
        for (const auto& [a, b, c] : of_meshes.at(body.mesh.get())) {
            joined.push_back(turned ? TriangleUv{a, c, b} : TriangleUv{a, b, c});
        }
    }
    return joined;
}

Mesh welded(const Mesh& mesh) {
    PointIndex points(mesh.positions.size());
    std::vector<std::uint32_t> new_index(mesh.positions.size());
    points.index(mesh.positions, new_index);
    Mesh result;
    result.triangles.reserve(mesh.triangles.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        result.triangles.push_back({new_index[a], new_index[b], new_index[c]});
    }
    result.positions = points.take_points();
    return result;
}

void weld_bodies(FileBodies& bodies) {
    std::map<std::shared_ptr<const Mesh>, std::shared_ptr<const Mesh>> welded_meshes;
    for (FileBody& body : bodies.bodies) {
        auto& mesh = welded_meshes[body.mesh];
        if (mesh == nullptr) {
            mesh = std::make_shared<const Mesh>(welded(*body.mesh));
        }
        body.mesh = mesh;
    }
}

} // namespace impinge::inline v0
