// SPDX-License-Identifier: Apache-2.0
#include "exact/world_mesh.hpp"

#include "base/clones.hpp"
#include "base/parallel.hpp"
#include "exact/shared_facts.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string>

namespace impinge::inline v0 {
namespace {

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

/// Of some vertices.
struct Seen {
    Box3 box;
    bool finite = true;
};

using Doubles [[gnu::vector_size(32)]] = double;

/// Four points at a time fill three registers, in which the coordinates follow each other as in
/// memory.
IMPINGE_CLONES void see_points(const Vec3d* points, std::size_t count, Seen& seen) {
    constexpr double endless = std::numeric_limits<double>::infinity();
    constexpr Doubles all_endless{endless, endless, endless, endless};
    std::array<Doubles, 3> low{all_endless, all_endless, all_endless};
    std::array<Doubles, 3> high{-all_endless, -all_endless, -all_endless};
    Doubles not_a_number{}; // x - x is 0 for finite x and NaN otherwise
    const std::size_t whole = count / 4 * 4;
    for (std::size_t i = 0; i < whole; i += 4) {
        for (std::size_t k = 0; k < 3; ++k) {
            Doubles values;
            std::memcpy(&values, reinterpret_cast<const double*>(points + i) + 4 * k,
                        sizeof values);
            low[k] = values < low[k] ? values : low[k];
            high[k] = values > high[k] ? values : high[k];
            not_a_number += values - values;
        }
    }
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const auto axis = static_cast<int>((4 * k + lane) % 3);
            seen.box.min[axis] = std::min(seen.box.min[axis], low[k][lane]);
            seen.box.max[axis] = std::max(seen.box.max[axis], high[k][lane]);
        }
    }
    double sum = not_a_number[0] + not_a_number[1] + not_a_number[2] + not_a_number[3];
    for (std::size_t i = whole; i < count; ++i) {
        seen.box = extend(seen.box, points[i]);
        sum +=
            (points[i].x - points[i].x) + (points[i].y - points[i].y) + (points[i].z - points[i].z);
    }
    seen.finite = sum == 0;
}

/// One pass over the vertices: where they stand in the world, and their box, chunk by chunk.
std::vector<Seen> see_vertices(const Body& body, const Context& context, WorldMesh& world) {
    const MeshView& mesh = body.mesh;
    const std::size_t count = mesh.vertex_count();
    const bool in_place = usable_in_place(body);
    if (!in_place) {
        world.storage.resize(count);
    }
    world.vertices = in_place ? std::span(reinterpret_cast<const Vec3d*>(mesh.data()), count)
                              : std::span<const Vec3d>(world.storage);
    std::vector<Seen> seen(chunk_count(count, chunk_size_for(count)));
    for_each_chunk(context, count, chunk_size_for(count), [&](const Chunk& chunk) {
        if (!in_place && mesh.scalar() == Scalar::Float32) {
            place<float>(mesh, body.pose, chunk, world.storage);
        } else if (!in_place) {
            place<double>(mesh, body.pose, chunk, world.storage);
        }
        see_points(world.vertices.data() + chunk.begin, chunk.end - chunk.begin, seen[chunk.index]);
    });
    return seen;
}

Box3 united_box(const std::vector<Seen>& chunks) {
    Box3 box;
    for (const Seen& chunk : chunks) {
        box = united(box, chunk.box);
    }
    return box;
}

/// Vertices at the ends of the box: lowest and highest along x, y and z.
using Ends = std::array<std::uint32_t, 6>;

Ends ends_of_box(const Box3& box, const std::vector<Seen>& chunks,
                 std::span<const Vec3d> vertices) {
    const std::size_t chunk_size = chunk_size_for(vertices.size());
    const auto vertex_at = [&](int axis, double value) {
        for (std::size_t k = 0; k < chunks.size(); ++k) {
            if (value < chunks[k].box.min[axis] || value > chunks[k].box.max[axis]) {
                continue;
            }
            const std::size_t end = std::min(vertices.size(), (k + 1) * chunk_size);
            for (std::size_t i = k * chunk_size; i < end; ++i) {
                if (vertices[i][axis] == value) {
                    return static_cast<std::uint32_t>(i);
                }
            }
        }
        return std::uint32_t{0};
    };
    return {vertex_at(0, box.min.x), vertex_at(0, box.max.x), vertex_at(1, box.min.y),
            vertex_at(1, box.max.y), vertex_at(2, box.min.z), vertex_at(2, box.max.z)};
}

/// What is to be known of the indices of all triangles.
struct SeenIndices {
    std::uint32_t largest = 0;
    bool all_ends = true; ///< every vertex at an end of the box is a corner of some triangle
};

using Indices [[gnu::vector_size(32)]] = std::uint32_t;
using Truths [[gnu::vector_size(32)]] = std::int32_t;

IMPINGE_CLONES void see_indices(const std::uint32_t* indices, std::size_t count, const Ends& ends,
                                std::uint32_t& largest, Ends& used) {
    Indices most{};
    std::array<Truths, 6> hit{};
    const Indices zero{};
    const std::size_t whole = count / 8 * 8;
    for (std::size_t i = 0; i < whole; i += 8) {
        Indices values;
        std::memcpy(&values, indices + i, sizeof values);
        most = values > most ? values : most;
        for (std::size_t k = 0; k < hit.size(); ++k) {
            hit[k] |= values == zero + ends[k];
        }
    }
    for (std::size_t lane = 0; lane < 8; ++lane) {
        largest = std::max(largest, most[lane]);
        for (std::size_t k = 0; k < hit.size(); ++k) {
            used[k] |= hit[k][lane] != 0 ? 1U : 0U;
        }
    }
    for (std::size_t i = whole; i < count; ++i) {
        largest = std::max(largest, indices[i]);
        for (std::size_t k = 0; k < hit.size(); ++k) {
            used[k] |= indices[i] == ends[k] ? 1U : 0U;
        }
    }
}

SeenIndices see_triangles(std::span<const TriangleIndices> triangles, const Ends& ends,
                          const Context& context) {
    struct OfChunk {
        std::uint32_t largest = 0;
        Ends used{};
    };
    const std::size_t chunk_size = chunk_size_for(triangles.size());
    std::vector<OfChunk> parts(chunk_count(triangles.size(), chunk_size));
    for_each_chunk(context, triangles.size(), chunk_size, [&](const Chunk& chunk) {
        OfChunk& part = parts[chunk.index];
        see_indices(triangles[chunk.begin].data(), 3 * (chunk.end - chunk.begin), ends,
                    part.largest, part.used);
    });
    SeenIndices seen;
    Ends used{};
    for (const OfChunk& part : parts) {
        seen.largest = std::max(seen.largest, part.largest);
        for (std::size_t k = 0; k < used.size(); ++k) {
            used[k] |= part.used[k];
        }
    }
    seen.all_ends = std::ranges::all_of(used, [](std::uint32_t end) { return end != 0; });
    return seen;
}

/// Where a vertex that no triangle uses lies at an end of the box of all. It must not spread the
/// codes of find_pairs over a region in which nothing is.
Box3 box_of_triangles(const WorldMesh& world, const Context& context) {
    const std::size_t chunk_size = chunk_size_for(world.triangles.size());
    std::vector<Box3> parts(chunk_count(world.triangles.size(), chunk_size));
    for_each_chunk(context, world.triangles.size(), chunk_size, [&](const Chunk& chunk) {
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

/// What can be told without reading the mesh.
Status check_body(const Body& body) {
    if (body.pose.scale <= 0) { // NaN shows in the vertices
        return Error{ErrorCode::InvalidArgument, "the scale of its pose must be positive"};
    }
    return check_layout(body.mesh);
}

} // namespace

WorldMesh::WorldMesh() = default;
WorldMesh::WorldMesh(WorldMesh&&) noexcept = default;
WorldMesh& WorldMesh::operator=(WorldMesh&&) noexcept = default;
WorldMesh::~WorldMesh() = default;

Expected<WorldMesh> to_world(const Body& body, const BodyName& name, const Context& context) {
    if (const Status status = check_body(body); !status) {
        return about(name, status.error());
    }
    WorldMesh world;
    world.triangles = body.mesh.triangles();
    if (world.triangles.empty()) {
        return world;
    }
    const std::vector<Seen> seen = see_vertices(body, context, world);
    const Box3 box = united_box(seen);
    const Ends ends = ends_of_box(box, seen, world.vertices);
    const SeenIndices indices = see_triangles(world.triangles, ends, context);
    if (indices.largest >= world.vertices.size()) { // only a bad mesh pays for finding the place
        return about(name, validate(body.mesh).error());
    }
    if (!std::ranges::all_of(seen, [](const Seen& chunk) { return chunk.finite; })) {
        return about(name, not_finite(body, world.vertices));
    }
    world.box = indices.all_ends ? box : box_of_triangles(world, context);
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
