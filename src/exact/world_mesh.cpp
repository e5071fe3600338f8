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

Box3 united_box(const std::vector<Box3>& chunks) {
    Box3 box;
    for (const Box3& chunk : chunks) {
        box = united(box, chunk);
    }
    return box;
}

/// Vertices at the ends of the box: lowest and highest along x, y and z.
using Ends = std::array<std::uint32_t, 6>;

/// A first vertex whose coordinate along the axis is the lowest, or the highest, of all: by chunk,
/// then by run, then by vertex. One of the chunks has the value.
std::uint32_t vertex_at_end(const WorldMesh& world, const std::vector<Box3>& chunks, int axis,
                            double value, Vec3d Box3::*end) {
    const auto has_value = [&](const Box3& box) { return (box.*end)[axis] == value; };
    const auto chunk = std::find_if(chunks.begin(), chunks.end(), has_value);
    const std::size_t per_chunk = run_chunk_size(world.vertices.size(), vertices_per_run);
    const auto first = static_cast<std::size_t>(chunk - chunks.begin()) * per_chunk;
    const Box3* run = world.runs.boxes.get() + first / vertices_per_run;
    std::size_t i = first;
    for (; i < world.vertices.size() && !has_value(*run); i += vertices_per_run) {
        ++run;
    }
    while (i < world.vertices.size() && world.vertices[i][axis] != value) {
        ++i;
    }
    return static_cast<std::uint32_t>(i < world.vertices.size() ? i : 0);
}

Ends ends_of_box(const WorldMesh& world, const std::vector<Box3>& chunks, const Box3& box) {
    Ends ends{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto place = static_cast<std::size_t>(2 * axis);
        ends[place] = vertex_at_end(world, chunks, axis, box.min[axis], &Box3::min);
        ends[place + 1] = vertex_at_end(world, chunks, axis, box.max[axis], &Box3::max);
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

/// A body on its way into the world.
class Placing {
  public:
    explicit Placing(const Body& body) : body_(body) { world_.triangles = body.mesh.triangles(); }

    /// First: where the vertices stand in the world, and the boxes of their runs.
    ChunkedWork over_vertices();
    /// Second: the corners of runs. Only runs that may have a corner at an end that has not been
    /// found are looked at closer.
    ChunkedWork over_triangles();
    /// Last. `name` as in to_world().
    Expected<WorldMesh> placed(const BodyName& name, const Context& context);

  private:
    void see_vertices(const Chunk& chunk, bool in_place);
    void see_triangles(const Chunk& chunk);

    const Body& body_;
    WorldMesh world_;
    std::vector<Box3> boxes_; // of chunks of vertices
    std::atomic<bool> finite_ = true;
    Box3 box_; // of all vertices
    Ends ends_{};
    std::vector<SeenIndices> seen_; // of chunks of triangles
};

ChunkedWork Placing::over_vertices() {
    if (world_.triangles.empty()) {
        return {};
    }
    const MeshView& mesh = body_.mesh;
    const std::size_t count = mesh.vertex_count();
    const bool in_place = usable_in_place(body_);
    if (!in_place) {
        world_.storage.resize(count);
    }
    world_.vertices = in_place ? std::span(reinterpret_cast<const Vec3d*>(mesh.data()), count)
                               : std::span<const Vec3d>(world_.storage);
    world_.runs.boxes = make_kept_array<Box3>(runs_of(count, vertices_per_run));
    const std::size_t chunk_size = run_chunk_size(count, vertices_per_run);
    boxes_.resize(chunk_count(count, chunk_size));
    return {count, chunk_size,
            [this, in_place](const Chunk& chunk) { see_vertices(chunk, in_place); }};
}

void Placing::see_vertices(const Chunk& chunk, bool in_place) {
    if (!in_place && body_.mesh.scalar() == Scalar::Float32) {
        place<float>(body_.mesh, body_.pose, chunk, world_.storage);
    } else if (!in_place) {
        place<double>(body_.mesh, body_.pose, chunk, world_.storage);
    }
    const auto vertices = world_.vertices.subspan(chunk.begin, chunk.end - chunk.begin);
    Box3* const runs = world_.runs.boxes.get() + chunk.begin / vertices_per_run;
    if (!box_runs(vertices, runs)) {
        finite_ = false;
    }
    Box3 box;
    for (const Box3& run : std::span(runs, runs_of(vertices.size(), vertices_per_run))) {
        box = united(box, run);
    }
    boxes_[chunk.index] = box;
}

ChunkedWork Placing::over_triangles() {
    const std::size_t count = world_.triangles.size();
    if (count == 0) {
        return {};
    }
    box_ = united_box(boxes_);
    ends_ = ends_of_box(world_, boxes_, box_);
    world_.runs.corners = make_kept_array<RunCorners>(runs_of(count, triangles_per_run));
    const std::size_t chunk_size = run_chunk_size(count, triangles_per_run);
    seen_.resize(chunk_count(count, chunk_size));
    return {count, chunk_size, [this](const Chunk& chunk) { see_triangles(chunk); }};
}

void Placing::see_triangles(const Chunk& chunk) {
    const std::span<const TriangleIndices> triangles = world_.triangles;
    SeenIndices seen;
    RunCorners* corners = world_.runs.corners.get() + chunk.begin / triangles_per_run;
    span_runs(triangles.subspan(chunk.begin, chunk.end - chunk.begin), corners);
    for (std::size_t begin = chunk.begin; begin < chunk.end; begin += triangles_per_run) {
        const RunCorners& run = *corners++;
        seen.largest = std::max(seen.largest, run.high.last);
        std::uint32_t open = 0;
        for (std::size_t end = 0; end < ends_.size(); ++end) {
            open |= (run.low.holds(ends_[end]) || run.high.holds(ends_[end]) ? 1U : 0U) << end;
        }
        if ((open & ~seen.ends) != 0) {
            seen.ends |= ends_among(
                triangles.subspan(begin, std::min(triangles_per_run, chunk.end - begin)), ends_);
        }
    }
    seen_[chunk.index] = seen;
}

Expected<WorldMesh> Placing::placed(const BodyName& name, const Context& context) {
    if (world_.triangles.empty()) {
        return std::move(world_);
    }
    if (context.cancelled()) { // what is not known must not be looked at
        world_.runs = {};
        return std::move(world_);
    }
    SeenIndices seen;
    for (const SeenIndices& part : seen_) {
        seen.largest = std::max(seen.largest, part.largest);
        seen.ends |= part.ends;
    }
    if (seen.largest >= world_.vertices.size()) { // only a bad mesh pays for finding the place
        return about(name, validate(body_.mesh).error());
    }
    if (!finite_) {
        return about(name, not_finite(body_, world_.vertices));
    }
    world_.box = seen.ends == SeenIndices::all_ends ? box_ : box_of_triangles(world_, context);
    return std::move(world_);
}

void run_passes(std::span<Placing* const> bodies, const Context& context) {
    std::vector<ChunkedWork> works;
    for (Placing* body : bodies) {
        works.push_back(body->over_vertices());
    }
    for_each_chunk(context, works);
    if (context.cancelled()) {
        return;
    }
    works.clear();
    for (Placing* body : bodies) {
        works.push_back(body->over_triangles());
    }
    for_each_chunk(context, works);
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
    Placing placing(body);
    run_passes(std::array{&placing}, context);
    return placing.placed(name, context);
}

Expected<WorldMeshes> to_world(const Body& a, const Body& b, const Context& context) {
    if (const Status status = check_body(a); !status) {
        return about(body_a(), status.error());
    }
    if (const Status status = check_body(b); !status) { // errors of A come first
        const auto world_a = to_world(a, body_a(), context);
        return world_a ? about(body_b(), status.error()) : world_a.error();
    }
    Placing placing_a(a);
    Placing placing_b(b);
    run_passes(std::array{&placing_a, &placing_b}, context);
    auto world_a = placing_a.placed(body_a(), context);
    if (!world_a) {
        return world_a.error();
    }
    auto world_b = placing_b.placed(body_b(), context);
    if (!world_b) {
        return world_b.error();
    }
    return WorldMeshes{std::move(*world_a), std::move(*world_b)};
}

} // namespace impinge::inline v0
