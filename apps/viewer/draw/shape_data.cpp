// SPDX-License-Identifier: Apache-2.0
#include "draw/shape_data.hpp"

#include "draw/coarse_shape.hpp"
#include "render/corner_normals.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::viewer {
namespace {

constexpr std::uint32_t none = 0xFFFFFFFF;

std::uint32_t packed(Vec3f normal) {
    const auto bits = [](float value) {
        const long number = std::lround(std::clamp(value, -1.0F, 1.0F) * 511);
        return static_cast<std::uint32_t>(number) & 0x3FFU;
    };
    return bits(normal.x) | bits(normal.y) << 10U | bits(normal.z) << 20U;
}

/// The vertices made of one vertex of the mesh, one for each normal, as a list.
class VertexTable {
  public:
    explicit VertexTable(std::size_t count) : first_(count, none) {}

    std::uint32_t vertex(std::uint32_t of_mesh, std::uint32_t normal, Vec3d position,
                         ShapeData& data) {
        for (std::uint32_t i = first_[of_mesh]; i != none; i = next_[i]) {
            if (data.vertices[i].normal == normal) {
                return i;
            }
        }
        const auto made = static_cast<std::uint32_t>(data.vertices.size());
        const Vec3d near = position - data.origin;
        data.vertices.push_back(
            {{static_cast<float>(near.x), static_cast<float>(near.y), static_cast<float>(near.z)},
             normal});
        next_.push_back(first_[of_mesh]);
        first_[of_mesh] = made;
        data.radius = std::max(data.radius, length(near));
        return made;
    }

  private:
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> next_;
};

Vec3d middle_of(const Mesh& mesh) {
    Box3 box;
    for (const Vec3d& position : mesh.positions) {
        box = extend(box, position);
    }
    return is_empty(box) ? Vec3d{} : box.min * 0.5 + box.max * 0.5;
}

} // namespace

ShapeData make_shape_data(const Mesh& mesh, double crease_degrees) {
    const auto normals = render::corner_normals(mesh.positions, mesh.triangles, crease_degrees);
    ShapeData data;
    data.origin = middle_of(mesh);
    data.corners.reserve(3 * mesh.triangles.size());
    VertexTable table(mesh.positions.size());
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t vertex = mesh.triangles[i][k];
            data.corners.push_back(
                table.vertex(vertex, packed(normals[i][k]), mesh.positions[vertex], data));
        }
    }
    data.coarse = coarse_corners(data);
    return data;
}

} // namespace impinge::viewer
