// SPDX-License-Identifier: Apache-2.0
#include "io/gltf/mesh.hpp"

#include "io/gltf/accessor.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0 {
namespace {

// Modes of a primitive; those below are points and lines.
constexpr std::size_t triangle_list = 4;
constexpr std::size_t triangle_strip = 5;
constexpr std::size_t triangle_fan = 6;

/// Strips are joined by triangles with two equal corners, which are no part of the shape.
void append_if_whole(std::vector<TriangleIndices>& triangles, const TriangleIndices& corners) {
    if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0]) {
        triangles.push_back(corners);
    }
}

/// The corners in the order of the format, with the winding it asks for.
std::vector<TriangleIndices> triangles_from(const std::vector<std::uint32_t>& corners,
                                            std::size_t mode) {
    std::vector<TriangleIndices> triangles;
    if (mode == triangle_list) {
        triangles.reserve(corners.size() / 3);
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
            triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
        }
        return triangles;
    }
    triangles.reserve(corners.size());
    for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
        if (mode == triangle_strip) {
            append_if_whole(triangles,
                            {corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]});
        } else {
            append_if_whole(triangles, {corners[i + 1], corners[i + 2], corners[0]});
        }
    }
    return triangles;
}

using Triangles = std::vector<TriangleIndices>;

/// Which of `count` vertices the triangles name, ascending.
std::vector<std::uint32_t> used_vertices(const Triangles& triangles, std::size_t count) {
    std::vector<std::uint32_t> used;
    // Many meshes may name a few vertices each of one long accessor; that must not cost its length.
    if (count / 8 > triangles.size()) {
        for (const TriangleIndices& corners : triangles) {
            used.insert(used.end(), corners.begin(), corners.end());
        }
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        return used;
    }
    std::vector<bool> is_used(count);
    for (const TriangleIndices& corners : triangles) {
        for (const std::uint32_t corner : corners) {
            is_used[corner] = true;
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (is_used[i]) {
            used.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return used;
}

/// Corners that name vertices of the accessor shall name places in `used`, counted from `first`.
void renumber(Triangles& triangles, const std::vector<std::uint32_t>& used, std::uint32_t first) {
    const bool all_used = used.empty() || used.back() == used.size() - 1;
    for (TriangleIndices& corners : triangles) {
        for (std::uint32_t& corner : corners) {
            if (!all_used) {
                const auto found = std::lower_bound(used.begin(), used.end(), corner);
                corner = static_cast<std::uint32_t>(found - used.begin());
            }
            corner += first;
        }
    }
}

std::vector<std::uint32_t> read_corners(const GltfAccessor& indices, std::size_t vertex_count) {
    std::vector<std::uint32_t> corners(indices.count());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        corners[i] = indices.whole(i);
        if (corners[i] >= vertex_count) {
            indices.fail("names vertex " + std::to_string(corners[i]) + " of " +
                             std::to_string(vertex_count),
                         ErrorCode::IndexOutOfRange);
        }
    }
    return corners;
}

std::vector<std::uint32_t> all_in_order(std::size_t count) {
    std::vector<std::uint32_t> corners(count);
    for (std::size_t i = 0; i < count; ++i) {
        corners[i] = static_cast<std::uint32_t>(i);
    }
    return corners;
}

} // namespace

std::shared_ptr<const Mesh> GltfMeshes::mesh(std::size_t index) {
    const auto known = meshes_.find(index);
    if (known != meshes_.end()) {
        return known->second;
    }
    const Shape shape = shape_of(index);
    const auto twin = shapes_.find(shape);
    const auto decoded = twin == shapes_.end() ? decode(shape) : twin->second;
    shapes_[shape] = decoded;
    return meshes_[index] = decoded;
}

GltfMeshes::Shape GltfMeshes::shape_of(std::size_t index) const {
    const GltfObject mesh = json_.mesh(index);
    Shape shape;
    std::size_t number = 0;
    for (const JsonValue value : mesh.values("primitives")) {
        const GltfObject primitive(value, mesh.place() + ", primitive " + std::to_string(number++));
        const std::size_t mode = primitive.whole("mode").value_or(triangle_list);
        if (mode > triangle_fan) {
            primitive.fail("has the unknown mode " + std::to_string(mode));
        }
        const auto attributes = primitive.object("attributes");
        const auto position = attributes ? attributes->whole("POSITION") : std::nullopt;
        if (mode < triangle_list || !position) {
            continue;
        }
        if (primitive.extension("KHR_draco_mesh_compression") &&
            !json_.accessor(*position).has("bufferView")) {
            primitive.fail("is compressed with KHR_draco_mesh_compression, which is not supported",
                           ErrorCode::Unsupported);
        }
        shape.push_back({*position, primitive.whole("indices"), mode,
                         uv_ != nullptr ? attributes->whole("TEXCOORD_0") : std::nullopt});
    }
    return shape;
}

std::shared_ptr<const Mesh> GltfMeshes::decode(const Shape& shape) {
    // Primitives that share their vertices in the file go on sharing them.
    struct Part {
        Triangles triangles;
        MeshUv uv;
    };
    std::map<std::size_t, Part> by_positions;
    for (const Primitive& primitive : shape) {
        const Triangles triangles = triangles_of(primitive);
        Part& all = by_positions[primitive.position];
        all.triangles.insert(all.triangles.end(), triangles.begin(), triangles.end());
        if (uv_ != nullptr) {
            const MeshUv uv = uv_of(primitive, triangles);
            all.uv.insert(all.uv.end(), uv.begin(), uv.end());
        }
    }
    auto mesh = std::make_shared<Mesh>();
    MeshUv uv;
    for (auto& [position, part] : by_positions) {
        append(*mesh, position, part.triangles);
        uv.insert(uv.end(), part.uv.begin(), part.uv.end());
    }
    if (mesh->triangles.empty()) {
        return nullptr;
    }
    if (uv_ != nullptr) {
        (*uv_)[mesh.get()] = std::move(uv);
    }
    return mesh;
}

MeshUv GltfMeshes::uv_of(const Primitive& primitive, const Triangles& triangles) {
    if (!primitive.texture) {
        return MeshUv(triangles.size(), {no_uv, no_uv, no_uv});
    }
    const GltfAccessor places(json_, buffers_, *primitive.texture, "VEC2");
    buffers_.will_decode(3 * triangles.size());
    MeshUv uv;
    uv.reserve(triangles.size());
    for (const TriangleIndices& triangle : triangles) {
        TriangleUv& corners = uv.emplace_back();
        for (std::size_t i = 0; i < 3; ++i) {
            if (triangle[i] >= places.count()) {
                places.fail("has " + std::to_string(places.count()) +
                                " elements, but a triangle names vertex " +
                                std::to_string(triangle[i]),
                            ErrorCode::IndexOutOfRange);
            }
            const auto place = places.vector(triangle[i]);
            corners[i] = {place[0], 1 - place[1]}; // glTF counts from the top
        }
    }
    return uv;
}

std::vector<TriangleIndices> GltfMeshes::triangles_of(const Primitive& primitive) {
    const GltfAccessor positions(json_, buffers_, primitive.position, "VEC3");
    if (positions.count() > std::numeric_limits<std::uint32_t>::max()) {
        positions.fail("has more than 4294967295 elements", ErrorCode::Unsupported);
    }
    std::optional<GltfAccessor> indices;
    if (primitive.indices) {
        indices.emplace(json_, buffers_, *primitive.indices, "SCALAR");
    }
    const GltfAccessor& counted = indices ? *indices : positions;
    if (primitive.mode == triangle_list ? counted.count() % 3 != 0 : counted.count() < 3) {
        counted.fail("has " + std::to_string(counted.count()) +
                     " elements, which make no whole triangles");
    }
    buffers_.will_decode(counted.count());
    return triangles_from(indices ? read_corners(*indices, positions.count())
                                  : all_in_order(positions.count()),
                          primitive.mode);
}

void GltfMeshes::append(Mesh& mesh, std::size_t position, std::vector<TriangleIndices>& triangles) {
    const GltfAccessor positions(json_, buffers_, position, "VEC3");
    const std::vector<std::uint32_t> used = used_vertices(triangles, positions.count());
    if (used.size() > std::numeric_limits<std::uint32_t>::max() - mesh.positions.size()) {
        positions.fail("brings more than 4294967295 vertices into a mesh", ErrorCode::Unsupported);
    }
    renumber(triangles, used, static_cast<std::uint32_t>(mesh.positions.size()));
    mesh.positions.reserve(mesh.positions.size() + used.size());
    for (const std::uint32_t vertex : used) {
        const auto xyz = positions.vector(vertex);
        mesh.positions.push_back({xyz[0], xyz[1], xyz[2]});
    }
    mesh.triangles.insert(mesh.triangles.end(), triangles.begin(), triangles.end());
}

} // namespace impinge::inline v0
