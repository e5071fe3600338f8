// SPDX-License-Identifier: Apache-2.0
#include "exact/world_mesh.hpp"

#include "base/parallel.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t vertices_per_chunk = 1 << 15;

template <typename T> Vec3d load(const std::byte* address) {
    Vec3<T> p;
    std::memcpy(&p, address, sizeof p);
    return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

template <typename T>
void place(const MeshView& mesh, const Rigid& pose, const Chunk& chunk, std::span<Vec3d> world) {
    const std::byte* address = mesh.data() + chunk.begin * mesh.stride_bytes();
    const bool moved = !is_identity(pose);
    for (std::size_t i = chunk.begin; i < chunk.end; ++i, address += mesh.stride_bytes()) {
        const Vec3d local = load<T>(address);
        world[i] = moved ? apply(pose, local) : local;
    }
}

bool usable_in_place(const Body& body) {
    const auto address = reinterpret_cast<std::uintptr_t>(body.mesh.data());
    return is_identity(body.pose) && body.mesh.scalar() == Scalar::Float64 &&
           body.mesh.stride_bytes() == sizeof(Vec3d) && address % alignof(Vec3d) == 0;
}

std::span<const Vec3d> world_vertices(const Body& body, const Context& context,
                                      std::vector<Vec3d>& storage) {
    const MeshView& mesh = body.mesh;
    if (usable_in_place(body)) {
        return {reinterpret_cast<const Vec3d*>(mesh.data()), mesh.vertex_count()};
    }
    storage.resize(mesh.vertex_count());
    for_each_chunk(context, storage.size(), vertices_per_chunk, [&](const Chunk& chunk) {
        if (mesh.scalar() == Scalar::Float32) {
            place<float>(mesh, body.pose, chunk, storage);
        } else {
            place<double>(mesh, body.pose, chunk, storage);
        }
    });
    return storage;
}

bool all_finite(std::span<const Vec3d> vertices, const Context& context) {
    std::vector<std::uint8_t> finite(chunk_count(vertices.size(), vertices_per_chunk), 1);
    for_each_chunk(context, vertices.size(), vertices_per_chunk, [&](const Chunk& chunk) {
        double not_a_number = 0; // x - x is 0 for finite x and NaN otherwise
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const Vec3d p = vertices[i];
            not_a_number += (p.x - p.x) + (p.y - p.y) + (p.z - p.z);
        }
        finite[chunk.index] = not_a_number == 0 ? 1 : 0;
    });
    return std::ranges::all_of(finite, [](std::uint8_t part) { return part != 0; });
}

/// Of the triangles: a far vertex that none of them uses must not spread the codes of find_pairs
/// over a region in which nothing is.
Box3 box_of_triangles(const WorldMesh& world, const Context& context) {
    std::vector<Box3> parts(chunk_count(world.triangles.size(), triangles_per_chunk));
    for_each_chunk(context, world.triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        Box3 box;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            for (const std::uint32_t corner : world.triangles[i]) {
                box = extend(box, world.vertices[corner]);
            }
        }
        parts[chunk.index] = box;
    });
    Box3 box;
    for (const Box3& part : parts) {
        box = united(box, part);
    }
    return box;
}

Error not_finite(const Body& body, std::span<const Vec3d> vertices) {
    std::size_t vertex = 0;
    while (is_finite(vertices[vertex])) {
        ++vertex;
    }
    const bool by_pose = is_finite(body.mesh.position(vertex));
    return {.code = ErrorCode::NonFinite,
            .message = "vertex " + std::to_string(vertex) +
                       (by_pose ? " is not finite after applying the pose" : " is not finite"),
            .place = {ErrorPlace::Kind::Vertex, vertex}};
}

/// Index check by its largest index; only a bad mesh pays for finding the place.
Status indices_in_range(const MeshView& mesh, const Context& context) {
    const auto triangles = mesh.triangles();
    std::vector<std::uint32_t> largest(chunk_count(triangles.size(), triangles_per_chunk), 0);
    for_each_chunk(context, triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        std::uint32_t seen = 0;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            seen = std::max({seen, triangles[i][0], triangles[i][1], triangles[i][2]});
        }
        largest[chunk.index] = seen;
    });
    const bool good = std::all_of(largest.begin(), largest.end(),
                                  [&](std::uint32_t index) { return index < mesh.vertex_count(); });
    if (good) {
        return {};
    }
    return validate(mesh);
}

/// What can be told without reading the mesh.
Status check_body(const Body& body) {
    if (body.pose.scale <= 0) { // NaN shows in the vertices
        return Error{ErrorCode::InvalidArgument, "the scale of its pose must be positive"};
    }
    return check_layout(body.mesh);
}

} // namespace

Expected<WorldMesh> to_world(const Body& body, const BodyName& name, const Context& context) {
    if (const Status status = check_body(body); !status) {
        return about(name, status.error());
    }
    WorldMesh world;
    world.triangles = body.mesh.triangles();
    if (world.triangles.empty()) {
        return world;
    }
    if (const Status status = indices_in_range(body.mesh, context); !status) {
        return about(name, status.error());
    }
    world.vertices = world_vertices(body, context, world.storage);
    if (!all_finite(world.vertices, context)) {
        return about(name, not_finite(body, world.vertices));
    }
    world.box = box_of_triangles(world, context);
    return world;
}

Expected<WorldMeshes> to_world(const Body& a, const Body& b, const Context& context) {
    auto world_a = to_world(a, body_a(), context);
    if (!world_a) {
        return world_a.error();
    }
    auto world_b = to_world(b, body_b(), context);
    if (!world_b) {
        return world_b.error();
    }
    return WorldMeshes{std::move(*world_a), std::move(*world_b)};
}

} // namespace impinge::inline v0
