// SPDX-License-Identifier: Apache-2.0
#include "exact/world_mesh.hpp"

#include "base/parallel.hpp"
#include "exact/shared_facts.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
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

/// A chunk of whole runs.
std::size_t run_chunk_size(std::size_t count, std::size_t per_run) {
    return runs_of(chunk_size_for(count), per_run) * per_run;
}

/// What is to be known of all vertices.
struct SeenVertices {
    std::vector<Box3> boxes; ///< of the chunks of run_chunk_size()
    bool finite = true;
};

/// One pass over the vertices: where they stand in the world, and the boxes of their runs.
SeenVertices see_vertices(const Body& body, const Context& context, WorldMesh& world) {
    const MeshView& mesh = body.mesh;
    const std::size_t count = mesh.vertex_count();
    const bool in_place = usable_in_place(body);
    if (!in_place) {
        world.storage.resize(count);
    }
    world.vertices = in_place ? std::span(reinterpret_cast<const Vec3d*>(mesh.data()), count)
                              : std::span<const Vec3d>(world.storage);
    world.runs.boxes = make_kept_array<Box3>(runs_of(count, vertices_per_run));
    const std::size_t chunk_size = run_chunk_size(count, vertices_per_run);
    SeenVertices seen{std::vector<Box3>(chunk_count(count, chunk_size))};
    std::atomic<bool> finite = true;
    for_each_chunk(context, count, chunk_size, [&](const Chunk& chunk) {
        if (!in_place && mesh.scalar() == Scalar::Float32) {
            place<float>(mesh, body.pose, chunk, world.storage);
        } else if (!in_place) {
            place<double>(mesh, body.pose, chunk, world.storage);
        }
        const auto vertices = world.vertices.subspan(chunk.begin, chunk.end - chunk.begin);
        Box3* const runs = world.runs.boxes.get() + chunk.begin / vertices_per_run;
        if (!box_runs(vertices, runs)) {
            finite = false;
        }
        for (const Box3& run : std::span(runs, runs_of(vertices.size(), vertices_per_run))) {
            seen.boxes[chunk.index] = united(seen.boxes[chunk.index], run);
        }
    });
    seen.finite = finite;
    return seen;
}

Box3 united_box(const std::vector<Box3>& chunks) {
    Box3 box;
    for (const Box3& chunk : chunks) {
        box = united(box, chunk);
    }
    return box;
}

/// Vertices at the ends of the box: lowest and highest along x, y and z.
using Ends = std::array<std::uint32_t, 6>;

/// The first vertex whose coordinate along the axis is the lowest, or the highest, of all.
std::uint32_t vertex_at_end(const WorldMesh& world, int axis, double value, Vec3d Box3::*end) {
    const std::size_t runs = runs_of(world.vertices.size(), vertices_per_run);
    for (std::size_t run = 0; run < runs; ++run) {
        if ((world.runs.boxes[run].*end)[axis] != value) {
            continue;
        }
        for (std::size_t i = run * vertices_per_run; i < world.vertices.size(); ++i) {
            if (world.vertices[i][axis] == value) {
                return static_cast<std::uint32_t>(i);
            }
        }
    }
    return 0;
}

Ends ends_of_box(const WorldMesh& world, const Box3& box) {
    Ends ends{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto place = static_cast<std::size_t>(2 * axis);
        ends[place] = vertex_at_end(world, axis, box.min[axis], &Box3::min);
        ends[place + 1] = vertex_at_end(world, axis, box.max[axis], &Box3::max);
    }
    return ends;
}

/// What is to be known of the indices of all triangles.
struct SeenIndices {
    std::uint32_t largest = 0;
    std::uint32_t ends = 0; ///< a bit for each vertex at an end that is a corner of some triangle

    static constexpr std::uint32_t all_ends = 0x3f;
};

/// Which of the ends are corners of the triangles.
std::uint32_t ends_among(std::span<const TriangleIndices> triangles, const Ends& ends) {
    std::uint32_t found = 0;
    for (const TriangleIndices& t : triangles) {
        for (std::size_t end = 0; end < ends.size(); ++end) {
            const bool is_end = t[0] == ends[end] || t[1] == ends[end] || t[2] == ends[end];
            found |= (is_end ? 1U : 0U) << end;
        }
    }
    return found;
}

/// One pass over the triangles. Only runs that may have a corner at an end that has not been found
/// are looked at closer.
SeenIndices see_triangles(WorldMesh& world, const Ends& ends, const Context& context) {
    const std::span<const TriangleIndices> triangles = world.triangles;
    world.runs.corners = make_kept_array<RunCorners>(runs_of(triangles.size(), triangles_per_run));
    const std::size_t chunk_size = run_chunk_size(triangles.size(), triangles_per_run);
    std::vector<SeenIndices> parts(chunk_count(triangles.size(), chunk_size));
    for_each_chunk(context, triangles.size(), chunk_size, [&](const Chunk& chunk) {
        SeenIndices& part = parts[chunk.index];
        RunCorners* corners = world.runs.corners.get() + chunk.begin / triangles_per_run;
        span_runs(triangles.subspan(chunk.begin, chunk.end - chunk.begin), corners);
        for (std::size_t begin = chunk.begin; begin < chunk.end; begin += triangles_per_run) {
            const RunCorners& run = *corners++;
            part.largest = std::max(part.largest, run.high.last);
            std::uint32_t open = 0;
            for (std::size_t end = 0; end < ends.size(); ++end) {
                open |= (run.low.holds(ends[end]) || run.high.holds(ends[end]) ? 1U : 0U) << end;
            }
            if ((open & ~part.ends) != 0) {
                part.ends |= ends_among(
                    triangles.subspan(begin, std::min(triangles_per_run, chunk.end - begin)), ends);
            }
        }
    });
    SeenIndices seen;
    for (const SeenIndices& part : parts) {
        seen.largest = std::max(seen.largest, part.largest);
        seen.ends |= part.ends;
    }
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
    const SeenVertices seen = see_vertices(body, context, world);
    const auto unseen = [&] { // what is not known once cancelled must not be looked at
        world.runs = {};
        return std::move(world);
    };
    if (context.cancelled()) {
        return unseen();
    }
    const Box3 box = united_box(seen.boxes);
    const SeenIndices indices = see_triangles(world, ends_of_box(world, box), context);
    if (context.cancelled()) {
        return unseen();
    }
    if (indices.largest >= world.vertices.size()) { // only a bad mesh pays for finding the place
        return about(name, validate(body.mesh).error());
    }
    if (!seen.finite) {
        return about(name, not_finite(body, world.vertices));
    }
    world.box = indices.ends == SeenIndices::all_ends ? box : box_of_triangles(world, context);
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
