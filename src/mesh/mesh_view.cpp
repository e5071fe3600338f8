// SPDX-License-Identifier: Apache-2.0
//
// Reading a view's memory. The functions that visit every vertex live in this file so that the
// compiler can inline position() into their loops.
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "impinge/mesh.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t items_validated_at_once = 1 << 16;

std::uint32_t largest_index(std::span<const TriangleIndices> triangles) {
    TriangleIndices largest{0, 0, 0};
    for (const TriangleIndices& triangle : triangles) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            largest[corner] = std::max(largest[corner], triangle[corner]);
        }
    }
    return *std::max_element(largest.begin(), largest.end());
}

Error first_index_error(const MeshView& mesh) {
    const std::size_t count = mesh.vertex_count();
    for (std::size_t index = 0;; ++index) {
        for (const std::uint32_t vertex : mesh.triangles()[index]) {
            if (vertex >= count) {
                return {.code = ErrorCode::IndexOutOfRange,
                        .message = "triangle " + std::to_string(index) + " names vertex " +
                                   std::to_string(vertex) + ", but there " +
                                   (count == 1 ? "is 1 vertex"
                                               : "are " + std::to_string(count) + " vertices"),
                        .place = {ErrorPlace::Kind::Triangle, index}};
            }
        }
    }
}

} // namespace

Vec3d MeshView::position(std::size_t vertex) const {
    return scalar_ == Scalar::Float64 ? StoredPositions<double>(*this)[vertex]
                                      : StoredPositions<float>(*this)[vertex];
}

Triangle MeshView::triangle(std::size_t index) const {
    const TriangleIndices& corners = triangles_[index];
    return {{position(corners[0]), position(corners[1]), position(corners[2])}};
}

Status check_layout(const MeshView& mesh) {
    if (mesh.vertex_count() > largest_mesh_count || mesh.triangle_count() > largest_mesh_count) {
        return Error{ErrorCode::InvalidArgument,
                     "more than 2^32 vertices or triangles: a mesh has at most so many"};
    }
    constexpr auto most_bytes =
        static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
    if (mesh.vertex_count() > 0 && mesh.stride_bytes() > most_bytes / mesh.vertex_count()) {
        return Error{ErrorCode::InvalidArgument,
                     "stride: so many vertices, so far from each other, do not fit into memory"};
    }
    return {};
}

namespace {

/// Whether good(chunk) holds for all.
template <typename Good>
bool all_chunks(const Context& context, std::size_t count, const Good& good) {
    std::vector<std::uint8_t> bad(chunk_count(count, items_validated_at_once), 0);
    for_each_chunk(context, count, items_validated_at_once,
                   [&](const Chunk& chunk) { bad[chunk.index] = good(chunk) ? 0 : 1; });
    return std::ranges::all_of(bad, [](std::uint8_t part) { return part == 0; });
}

bool indices_in_range(const MeshView& mesh, const Context& context) {
    return all_chunks(context, mesh.triangle_count(), [&](const Chunk& chunk) {
        return largest_index(mesh.triangles().subspan(chunk.begin, chunk.end - chunk.begin)) <
               mesh.vertex_count();
    });
}

bool positions_are_finite(const MeshView& mesh, const Context& context) {
    return with_positions(mesh, [&](auto positions) {
        return all_chunks(context, mesh.vertex_count(), [&](const Chunk& chunk) {
            double not_a_number = 0; // x - x is 0 for finite x and NaN otherwise
            for (std::size_t vertex = chunk.begin; vertex < chunk.end; ++vertex) {
                const Vec3d p = positions[vertex];
                not_a_number += (p.x - p.x) + (p.y - p.y) + (p.z - p.z);
            }
            return not_a_number == 0;
        });
    });
}

Error first_non_finite(const MeshView& mesh) {
    std::size_t vertex = 0;
    while (is_finite(mesh.position(vertex))) {
        ++vertex;
    }
    return {.code = ErrorCode::NonFinite,
            .message = "vertex " + std::to_string(vertex) + " is not finite",
            .place = {ErrorPlace::Kind::Vertex, vertex}};
}

} // namespace

Status validate_in_parallel(const MeshView& mesh, const Context& context) {
    if (Status status = check_layout(mesh); !status) {
        return status;
    }
    if (!indices_in_range(mesh, context)) {
        return first_index_error(mesh);
    }
    if (!positions_are_finite(mesh, context)) {
        return first_non_finite(mesh);
    }
    return {};
}

Status validate(const MeshView& mesh) {
    return no_throw([&] { return validate_in_parallel(mesh, Context(1)); });
}

std::vector<Vec3d> gather_positions(const MeshView& mesh) {
    std::vector<Vec3d> positions(mesh.vertex_count());
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        positions[vertex] = mesh.position(vertex);
    }
    return positions;
}

PositionArray::PositionArray(const MeshView& mesh, const Context& context) {
    const auto address = reinterpret_cast<std::uintptr_t>(mesh.data());
    if (mesh.scalar() == Scalar::Float64 && mesh.stride_bytes() == sizeof(Vec3d) &&
        address % alignof(Vec3d) == 0) {
        positions_ = {reinterpret_cast<const Vec3d*>(mesh.data()), mesh.vertex_count()};
        return;
    }
    copy_.resize(mesh.vertex_count());
    with_positions(mesh, [&](auto stored) {
        for_each_chunk(context, copy_.size(), items_validated_at_once, [&](const Chunk& chunk) {
            for (std::size_t vertex = chunk.begin; vertex < chunk.end; ++vertex) {
                copy_[vertex] = stored[vertex];
            }
        });
    });
    positions_ = copy_;
}

} // namespace impinge::inline v0
