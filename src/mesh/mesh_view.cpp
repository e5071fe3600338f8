// SPDX-License-Identifier: Apache-2.0
//
// Reading a view's memory. The functions that visit every vertex live in this file so that the
// compiler can inline position() into their loops.
#include "base/no_throw.hpp"
#include "impinge/mesh.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

namespace impinge::inline v0 {
namespace {

template <typename T> Vec3d widened_at(const std::byte* address) {
    Vec3<T> stored;
    std::memcpy(&stored, address, sizeof stored);
    return {stored.x, stored.y, stored.z};
}

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
    const std::byte* address = positions_ + vertex * stride_bytes_;
    return scalar_ == Scalar::Float64 ? widened_at<double>(address) : widened_at<float>(address);
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

Status validate(const MeshView& mesh) {
    return no_throw([&]() -> Status {
        if (Status status = check_layout(mesh); !status) {
            return status;
        }
        if (mesh.triangle_count() > 0 && largest_index(mesh.triangles()) >= mesh.vertex_count()) {
            return first_index_error(mesh);
        }
        for (std::size_t vertex = 0; vertex < mesh.vertex_count(); ++vertex) {
            if (!is_finite(mesh.position(vertex))) {
                return Error{.code = ErrorCode::NonFinite,
                             .message = "vertex " + std::to_string(vertex) + " is not finite",
                             .place = {ErrorPlace::Kind::Vertex, vertex}};
            }
        }
        return {};
    });
}

std::vector<Vec3d> gather_positions(const MeshView& mesh) {
    std::vector<Vec3d> positions(mesh.vertex_count());
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        positions[vertex] = mesh.position(vertex);
    }
    return positions;
}

} // namespace impinge::inline v0
