// SPDX-License-Identifier: Apache-2.0
#include "raster/local_mesh.hpp"

#include "mesh/positions.hpp"
#include "mesh/vertex_normals.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0::raster {
namespace {

/// Ascending.
std::vector<std::uint32_t> unused_vertices(std::size_t vertices,
                                           std::span<const TriangleIndices> triangles) {
    std::vector<std::uint8_t> used(vertices, 0);
    for (const TriangleIndices& triangle : triangles) {
        for (const std::uint32_t corner : triangle) {
            used[corner] = 1;
        }
    }
    std::vector<std::uint32_t> unused;
    for (std::uint32_t vertex = 0; vertex < used.size(); ++vertex) {
        if (used[vertex] == 0) {
            unused.push_back(vertex);
        }
    }
    return unused;
}

/// Calls visit(vertex) for every vertex that a triangle uses.
template <typename Visit>
void for_each_used(std::span<const std::uint32_t> unused, std::size_t vertices, Visit visit) {
    std::size_t vertex = 0;
    for (std::size_t i = 0; i <= unused.size(); ++i) {
        const std::size_t end = i < unused.size() ? unused[i] : vertices;
        for (; vertex < end; ++vertex) {
            visit(vertex);
        }
        ++vertex;
    }
}

Vec3f rounded(Vec3d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Status place(LocalMesh& local, std::span<const Vec3d> positions) {
    Box3 box;
    for_each_used(local.unused, positions.size(),
                  [&](std::size_t vertex) { box = extend(box, positions[vertex]); });
    const Vec3d half = is_empty(box) ? Vec3d{} : box.max * 0.5 - box.min * 0.5;
    if (std::max({half.x, half.y, half.z}) > std::numeric_limits<float>::max()) {
        return Error{ErrorCode::InvalidArgument, "mesh: too large for 32-bit floats"};
    }
    local.origin = is_empty(box) ? Vec3d{} : box.min * 0.5 + box.max * 0.5;
    local.positions.assign(positions.size(), Vec3f{});
    for_each_used(local.unused, positions.size(), [&](std::size_t vertex) {
        local.positions[vertex] = rounded(positions[vertex] - local.origin);
    });
    return {};
}

void set_normals(LocalMesh& local, std::span<const Vec3d> positions) {
    const std::vector<Vec3d> normals =
        vertex_normals(positions, local.triangles, weld_map(positions));
    local.normals.resize(normals.size());
    std::transform(normals.begin(), normals.end(), local.normals.begin(), rounded);
}

} // namespace

Expected<LocalMesh> local_mesh(const MeshView& mesh, Parts parts) {
    if (const Status status = impinge::validate(mesh); !status) {
        return status.error();
    }
    LocalMesh local;
    const std::vector<Vec3d> positions = gather_positions(mesh);
    local.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    local.unused = unused_vertices(positions.size(), local.triangles);
    if (const Status status = place(local, positions); !status) {
        return status.error();
    }
    if (parts == Parts::TrianglesAndEdges) {
        auto edges = unique_edges(mesh);
        if (!edges) {
            return edges.error();
        }
        local.edges = std::move(*edges);
        set_normals(local, positions);
    }
    return local;
}

Status replace_positions(LocalMesh& local, const MeshView& mesh) {
    if (const Status status = impinge::validate(mesh); !status) {
        return status.error();
    }
    if (mesh.vertex_count() != local.positions.size() ||
        !std::ranges::equal(mesh.triangles(), local.triangles)) {
        return Error{ErrorCode::InvalidArgument,
                     "mesh: new positions need the vertices and triangles they replace"};
    }
    const std::vector<Vec3d> positions = gather_positions(mesh);
    if (const Status status = place(local, positions); !status) {
        return status.error();
    }
    if (!local.normals.empty()) {
        set_normals(local, positions);
    }
    return {};
}

} // namespace impinge::inline v0::raster
