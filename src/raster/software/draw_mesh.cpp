// SPDX-License-Identifier: Apache-2.0
#include "raster/software/draw_mesh.hpp"

#include "base/parallel.hpp"
#include "raster/software/scalar_triangle.hpp"
#include "raster/software/tiles.hpp"
#include "raster/software/vertex_stage.hpp"

#include <limits>
#include <numeric>

namespace impinge::inline v0::raster {
namespace {

/// Vectors address vertices and triangles with signed 32-bit numbers.
bool fits_vectors(const LocalMesh& mesh) {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max() - 2 * lane_padding;
    return mesh.positions.size() < most && mesh.triangles.size() < most && mesh.edges.size() < most;
}

void transform(const Context& context, const PrimitiveJob& job, WindowVertices& window) {
    constexpr std::size_t vertices_per_chunk = 1 << 15;
    window.reserve(job.lanes->vertices);
    for_each_chunk(context, job.lanes->vertices, vertices_per_chunk, [&](const Chunk& chunk) {
        transform_vertices(job.placed, *job.lanes, chunk.begin, chunk.end, window);
    });
}

PixelBox whole(const Planes& planes) { return {0, 0, planes.width - 1, planes.height - 1}; }

/// Whether several threads would gain more than sorting into tiles and their start cost. One thread
/// alone was slower with tiles for triangles of 16, 64 and 1024 pixels.
bool worth_tiling(const Context& context, const Planes& planes, std::size_t primitives) {
    constexpr std::size_t many_primitives = 4096;
    constexpr std::size_t many_pixels = 1 << 17;
    const std::size_t pixels = planes.stride * static_cast<std::size_t>(planes.height);
    return context.threads() != 1 && (pixels >= many_pixels || primitives >= many_primitives);
}

} // namespace

std::uint64_t draw_primitive_scalar(const PrimitiveJob& job, std::uint32_t primitive,
                                    const PixelBox& box) {
    const Pass& pass = job.stage.pass;
    const PrimitiveTriangles parts = in_window(job.placed, pass.primitive, primitive);
    TriangleFragments fragments{
        .ids = {id_of(job, pass.ids[0], primitive), id_of(job, pass.ids[1], primitive)},
        .plane = parts.plane};
    if (pass.primitive == Primitive::Edges) {
        fragments.face = Face::Front;
    }
    return draw_scalar(job.stage,
                       std::span(parts.triangles).first(static_cast<std::size_t>(parts.count)),
                       fragments, box);
}

std::uint64_t draw_mesh(const Context& context, PrimitiveJob job, WindowVertices& window) {
    const Pass& pass = job.stage.pass;
    if (!fits_vectors(*job.placed.mesh)) {
        return draw_mesh_scalar(job);
    }
    transform(context, job, window);
    job.window = &window;
    const std::size_t count = primitive_count(job.placed, pass.primitive);
    if (worth_tiling(context, job.stage.target, count)) {
        return draw_in_pieces(context, job, count);
    }
    return draw_primitives(job, {.begin = 0, .end = static_cast<std::uint32_t>(count)},
                           whole(job.stage.target));
}

std::uint64_t draw_mesh_scalar(const PrimitiveJob& job) {
    const std::size_t count = primitive_count(job.placed, job.stage.pass.primitive);
    std::uint64_t passed = 0;
    for (std::size_t primitive = 0; primitive < count; ++primitive) {
        passed += draw_primitive_scalar(job, static_cast<std::uint32_t>(primitive),
                                        whole(job.stage.target));
    }
    return passed;
}

std::uint64_t cover_pixels(const Context& context, const FragmentStage& stage,
                           const Fragment& fragment) {
    const auto rows = static_cast<std::size_t>(stage.target.height);
    constexpr std::size_t rows_per_chunk = 64;
    std::vector<std::uint64_t> passed(chunk_count(rows, rows_per_chunk));
    for_each_chunk(context, rows, rows_per_chunk, [&](const Chunk& chunk) {
        passed[chunk.index] = cover_box(stage, fragment,
                                        {0, static_cast<int>(chunk.begin), stage.target.width - 1,
                                         static_cast<int>(chunk.end) - 1});
    });
    return std::accumulate(passed.begin(), passed.end(), std::uint64_t{0});
}

} // namespace impinge::inline v0::raster
