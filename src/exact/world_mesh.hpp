// SPDX-License-Identifier: Apache-2.0
//
// First stage of every query: the vertices where they stand in the world. From here on all
// coordinates are fixed doubles, and everything said about them is exact.
#pragma once

#include "base/body_name.hpp"
#include "exact/mesh_runs.hpp"
#include "impinge/collide.hpp"

#include <memory>
#include <string_view>

namespace impinge::inline v0 {

/// For loops over all triangles of a body.
inline constexpr std::size_t triangles_per_chunk = 1 << 16;

struct SharedFacts;

struct WorldMesh {
    /// The caller's own array when the pose is the identity and the array is plain doubles,
    /// otherwise `storage`.
    std::span<const Vec3d> vertices;
    std::span<const TriangleIndices> triangles;
    Box3 box; ///< of the triangles; empty when there are none
    std::vector<Vec3d> storage;
    MeshRuns runs; ///< known of what to_world() has placed
    /// Set for a mesh that many queries ask about: what they find out for each other.
    std::unique_ptr<const SharedFacts> shared;

    [[nodiscard]] Triangle triangle(std::size_t index) const {
        const TriangleIndices& t = triangles[index];
        return {{vertices[t[0]], vertices[t[1]], vertices[t[2]]}};
    }

    WorldMesh();
    WorldMesh(WorldMesh&&) noexcept;
    WorldMesh& operator=(WorldMesh&&) noexcept;
    WorldMesh(const WorldMesh&) = delete; // `vertices` may point into `storage`
    WorldMesh& operator=(const WorldMesh&) = delete;
    ~WorldMesh();
};

/// `name` stands for the body in errors: "body A: vertex 3 is not finite".
Expected<WorldMesh> to_world(const Body& body, const BodyName& name, const Context& context);

/// Both bodies of a query, called "body A" and "body B".
struct WorldMeshes {
    WorldMesh a;
    WorldMesh b;
};
Expected<WorldMeshes> to_world(const Body& a, const Body& b, const Context& context);

} // namespace impinge::inline v0
