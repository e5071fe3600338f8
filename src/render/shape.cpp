// SPDX-License-Identifier: Apache-2.0
#include "render/shape.hpp"

namespace impinge::inline v0::render {

void Shape::set_normals() {
    if (options.shading == Shading::Smooth) {
        normals = corner_normals(positions, triangles, options.crease_degrees);
    }
}

void append_world_points(const PictureBody& body, std::vector<Vec3d>& points) {
    const Shape& shape = *body.shape;
    std::vector<std::uint8_t> used(shape.positions.size(), 0);
    for (const TriangleIndices& triangle : shape.triangles) {
        for (const std::uint32_t vertex : triangle) {
            used[vertex] = 1;
        }
    }
    for (std::size_t vertex = 0; vertex < used.size(); ++vertex) {
        if (used[vertex] != 0) {
            points.push_back(apply(body.pose, shape.positions[vertex]));
        }
    }
}

} // namespace impinge::inline v0::render
