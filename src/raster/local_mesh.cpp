// SPDX-License-Identifier: Apache-2.0
#include "raster/local_mesh.hpp"

#include "mesh/positions.hpp"
#include "mesh/vertex_normals.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0::raster {
namespace {

Box3 box_of(std::span<const Vec3d> positions) {
    Box3 box;
    for (const Vec3d& position : positions) {
        box = extend(box, position);
    }
    return box;
}

Vec3f rounded(Vec3d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Status place(LocalMesh& local, std::span<const Vec3d> positions) {
    const Box3 box = box_of(positions);
    const Vec3d half = positions.empty() ? Vec3d{} : box.max * 0.5 - box.min * 0.5;
    if (std::max({half.x, half.y, half.z}) > std::numeric_limits<float>::max()) {
        return Error{ErrorCode::InvalidArgument, "mesh: too large for 32-bit floats"};
    }
    local.origin = positions.empty() ? Vec3d{} : box.min * 0.5 + box.max * 0.5;
    local.positions.resize(positions.size());
    std::transform(positions.begin(), positions.end(), local.positions.begin(),
                   [&](const Vec3d& position) { return rounded(position - local.origin); });
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
    if (const Status refused = impinge::validate(mesh)) {
        return *refused;
    }
    LocalMesh local;
    const std::vector<Vec3d> positions = gather_positions(mesh);
    if (const Status refused = place(local, positions)) {
        return *refused;
    }
    local.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
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
    if (const Status refused = impinge::validate(mesh)) {
        return *refused;
    }
    if (mesh.vertex_count() != local.positions.size() ||
        !std::ranges::equal(mesh.triangles(), local.triangles)) {
        return Error{ErrorCode::InvalidArgument,
                     "mesh: new positions need the vertices and triangles they replace"};
    }
    const std::vector<Vec3d> positions = gather_positions(mesh);
    if (const Status refused = place(local, positions)) {
        return *refused;
    }
    if (!local.normals.empty()) {
        set_normals(local, positions);
    }
    return {};
}

} // namespace impinge::inline v0::raster
