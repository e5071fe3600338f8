// SPDX-License-Identifier: Apache-2.0
#include "c_api/query.hpp"

#include "base/no_throw.hpp"

#include <cstddef>
#include <limits>
#include <string>

namespace impinge::inline v0 {
namespace {

Rigid to_pose(const double* m) {
    return m == nullptr ? Rigid{}
                        : Rigid{.row_x = {m[0], m[1], m[2]},
                                .row_y = {m[4], m[5], m[6]},
                                .row_z = {m[8], m[9], m[10]},
                                .translation = {m[3], m[7], m[11]}};
}

constexpr auto most_bytes = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());

std::size_t packed_stride(int scalar) {
    return scalar == IMPINGE_FLOAT32 ? sizeof(Vec3f) : sizeof(Vec3d);
}

/// What is wrong with the description of a mesh, before any of its memory is read.
const char* fault_of(const impinge_body& body) {
    if (body.struct_size < sizeof body) {
        return "struct_size is not set (start from IMPINGE_BODY_INIT)";
    }
    if (body.positions == nullptr && body.vertex_count > 0) {
        return "positions is NULL, but there are vertices";
    }
    if (body.triangles == nullptr && body.triangle_count > 0) {
        return "triangles is NULL, but there are some";
    }
    if (body.scalar != IMPINGE_FLOAT64 && body.scalar != IMPINGE_FLOAT32) {
        return "scalar is neither IMPINGE_FLOAT64 nor IMPINGE_FLOAT32";
    }
    if (body.stride_bytes != 0 && body.stride_bytes < packed_stride(body.scalar)) {
        return "stride_bytes is less than three scalars";
    }
    if (body.vertex_count > largest_mesh_count || body.triangle_count > largest_mesh_count) {
        return "more than 2^32 vertices or triangles";
    }
    const std::size_t stride =
        body.stride_bytes == 0 ? packed_stride(body.scalar) : body.stride_bytes;
    if (body.vertex_count > 0 && stride > most_bytes / body.vertex_count) {
        return "stride_bytes times vertex_count does not fit into memory";
    }
    return nullptr;
}

} // namespace

Error is_null(const char* name) { return invalid(std::string(name) + ": is NULL"); }

Expected<Body> to_body(const impinge_body* body, const char* name) {
    if (body == nullptr) {
        return is_null(name);
    }
    if (const char* fault = fault_of(*body)) {
        return invalid(std::string(name) + ": " + fault);
    }
    static_assert(sizeof(TriangleIndices) == 3 * sizeof(std::uint32_t));
    const std::span triangles(reinterpret_cast<const TriangleIndices*>(body->triangles),
                              body->triangle_count);
    return Body{
        .mesh = MeshView(
            body->positions, body->scalar == IMPINGE_FLOAT32 ? Scalar::Float32 : Scalar::Float64,
            body->vertex_count,
            body->stride_bytes == 0 ? packed_stride(body->scalar) : body->stride_bytes, triangles),
        .pose = to_pose(body->pose)};
}

Expected<QueryOptions> to_options(const impinge_options* options) {
    QueryOptions result;
    if (options == nullptr) {
        return result;
    }
    if (options->struct_size < offsetof(impinge_options, open_meshes)) {
        return invalid("options: struct_size is not set (start from IMPINGE_OPTIONS_INIT)");
    }
    if (options->struct_size >= sizeof *options) { // what programs built before it do not have
        if (options->open_meshes != IMPINGE_UNFINISHED_SOLIDS &&
            options->open_meshes != IMPINGE_MEANT_AS_SURFACES) {
            return invalid("options: no such open_meshes");
        }
        result.open_meshes = static_cast<OpenMeshes>(options->open_meshes);
    }
    if (options->detail < IMPINGE_DETAIL_VERDICT || options->detail > IMPINGE_DETAIL_CURVES) {
        return invalid("options: no such detail");
    }
    result.detail = static_cast<Detail>(options->detail);
    result.context.set_threads(options->threads);
    if (options->progress != nullptr) {
        const auto watch = [progress = options->progress, user = options->user,
                            stop = result.context](double fraction) {
            if (progress(fraction, user) != 0) {
                stop.cancel();
            }
        };
        watch(0);
        result.context.set_progress(watch);
    }
    return result;
}

Expected<PairQuery> to_pair_query(const impinge_body* a, const impinge_body* b,
                                  const impinge_options* options) {
    const auto body_a = to_body(a, "body A");
    if (!body_a) {
        return body_a.error();
    }
    const auto body_b = to_body(b, "body B");
    if (!body_b) {
        return body_b.error();
    }
    const auto chosen = to_options(options);
    if (!chosen) {
        return chosen.error();
    }
    return PairQuery{*body_a, *body_b, *chosen};
}

} // namespace impinge::inline v0
