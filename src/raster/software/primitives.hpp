// SPDX-License-Identifier: Apache-2.0
//
// The triangles a primitive of a mesh becomes in the window: itself, what is left of it behind the
// near plane, or the two halves of an edge's parallelogram.
#pragma once

#include "raster/software/scalar_triangle.hpp"
#include "raster/software/vertex_stage.hpp"

namespace impinge::inline v0::raster {

/// At most two.
struct PrimitiveTriangles {
    std::array<Corners, 2> triangles{};
    int count = 0;
    std::optional<StatedPlane> plane = {}; ///< of an edge: it has one depth across

    void add(const Corner& a, const Corner& b, const Corner& c) {
        triangles[static_cast<std::size_t>(count++)] = {a, b, c};
    }
};

PrimitiveTriangles triangle_in_window(const PlacedMesh& placed, std::uint32_t index);
PrimitiveTriangles edge_in_window(const PlacedMesh& placed, std::uint32_t index);

inline PrimitiveTriangles in_window(const PlacedMesh& placed, Primitive primitive,
                                    std::uint32_t index) {
    return primitive == Primitive::Edges ? edge_in_window(placed, index)
                                         : triangle_in_window(placed, index);
}

inline std::size_t primitive_count(const PlacedMesh& placed, Primitive primitive) {
    return primitive == Primitive::Edges ? placed.mesh->edges.size()
                                         : placed.mesh->triangles.size();
}

} // namespace impinge::inline v0::raster
