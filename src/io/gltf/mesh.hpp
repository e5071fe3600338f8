// SPDX-License-Identifier: Apache-2.0
//
// The meshes of a glTF file as ours: the triangles of all primitives of a mesh become one.
#pragma once

#include "impinge/mesh.hpp"
#include "io/gltf/buffers.hpp"
#include "io/gltf/json.hpp"
#include "io/mesh_format.hpp"

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace impinge::inline v0 {

class GltfMeshes {
  public:
    /// Texture coordinates of the meshes are put into `uv`, unless it is null.
    GltfMeshes(const GltfJson& json, GltfBuffers& buffers, std::map<const Mesh*, MeshUv>* uv)
        : json_(json), buffers_(buffers), uv_(uv) {}

    /// Null if it has no triangles. Meshes with the same geometry (they may differ in material)
    /// are one. Points and lines are ignored, and so are vertices that no triangle names.
    std::shared_ptr<const Mesh> mesh(std::size_t index);

  private:
    /// What decides the shape of a primitive: two accessors and how corners become triangles.
    struct Primitive {
        std::size_t position = 0;
        std::optional<std::size_t> indices;
        std::size_t mode = 0;
        std::optional<std::size_t> texture; ///< coordinates, if they are asked for
        friend auto operator<=>(const Primitive&, const Primitive&) = default;
    };
    using Shape = std::vector<Primitive>;

    [[nodiscard]] Shape shape_of(std::size_t index) const;
    std::shared_ptr<const Mesh> decode(const Shape& shape);
    std::vector<TriangleIndices> triangles_of(const Primitive& primitive);
    MeshUv uv_of(const Primitive& primitive, const std::vector<TriangleIndices>& triangles);
    /// Adds the named vertices of an accessor, and the triangles that name them.
    void append(Mesh& mesh, std::size_t position, std::vector<TriangleIndices>& triangles);

    const GltfJson& json_;
    GltfBuffers& buffers_;
    std::map<const Mesh*, MeshUv>* uv_;
    std::map<std::size_t, std::shared_ptr<const Mesh>> meshes_;
    std::map<Shape, std::shared_ptr<const Mesh>> shapes_;
};

} // namespace impinge::inline v0
