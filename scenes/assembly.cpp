// SPDX-License-Identifier: Apache-2.0
#include "scenes/assembly.hpp"

#include <algorithm>
#include <utility>

namespace impinge::scenes {

Mesh joined(const std::vector<Mesh>& parts) {
    Mesh mesh;
    for (const Mesh& part : parts) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
        for (const auto& [a, b, c] : part.triangles) {
            mesh.triangles.push_back({a + first, b + first, c + first});
        }
    }
    return mesh;
}

Mesh moved(Mesh mesh, Vec3d offset) {
    for (Vec3d& position : mesh.positions) {
        position = position + offset;
    }
    return mesh;
}

Mesh posed(Mesh mesh, const Rigid& pose) {
    for (Vec3d& position : mesh.positions) {
        position = apply(pose, position);
    }
    return mesh;
}

Mesh turned_over(Mesh mesh) {
    for (TriangleIndices& triangle : mesh.triangles) {
        std::swap(triangle[1], triangle[2]);
    }
    return mesh;
}

Mesh upside_down(Mesh mesh) {
    for (Vec3d& position : mesh.positions) {
        position.z = -position.z;
    }
    return turned_over(std::move(mesh));
}

GridSize grid_size(std::size_t triangles, double aspect, GridSize least) {
    const double cells = static_cast<double>(triangles) / 2;
    const auto rounded = [](double value, std::uint32_t minimum) {
        return std::max(minimum, static_cast<std::uint32_t>(std::nearbyint(value)));
    };
    const std::uint32_t across = rounded(std::sqrt(cells / aspect), least.across);
    return {rounded(cells / across, least.along), across};
}

} // namespace impinge::scenes
