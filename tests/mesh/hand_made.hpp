// SPDX-License-Identifier: Apache-2.0
//
// Meshes small enough to count their edges by hand, and the ways to spoil them.
#pragma once

#include "impinge/mesh.hpp"

#include <utility>
#include <vector>

namespace impinge {

/// Eight vertices, twelve triangles, normals outward. Vertex bits: 1 is x, 2 is y, 4 is z.
inline Mesh hand_made_box(Vec3d low, Vec3d high) {
    Mesh mesh;
    for (unsigned i = 0; i < 8; ++i) {
        mesh.positions.push_back({(i & 1u) != 0 ? high.x : low.x, (i & 2u) != 0 ? high.y : low.y,
                                  (i & 4u) != 0 ? high.z : low.z});
    }
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

inline Mesh unit_box() { return hand_made_box({0, 0, 0}, {1, 1, 1}); }

/// A cube of the given half side around a centre.
inline Mesh cube_around(Vec3d centre, double half) {
    return hand_made_box(centre - Vec3d{half, half, half}, centre + Vec3d{half, half, half});
}

inline Mesh turned_over(Mesh mesh) {
    for (TriangleIndices& triangle : mesh.triangles) {
        std::swap(triangle[1], triangle[2]);
    }
    return mesh;
}

inline Mesh joined(const std::vector<Mesh>& parts) {
    Mesh mesh;
    for (const Mesh& part : parts) {
        const auto offset = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
        for (const auto& [a, b, c] : part.triangles) {
            mesh.triangles.push_back({a + offset, b + offset, c + offset});
        }
    }
    return mesh;
}

/// Every triangle with three vertices of its own, as an STL file stores them.
inline Mesh unwelded(const Mesh& mesh) {
    Mesh soup;
    for (const TriangleIndices& triangle : mesh.triangles) {
        const auto first = static_cast<std::uint32_t>(soup.positions.size());
        for (const std::uint32_t corner : triangle) {
            soup.positions.push_back(mesh.positions[corner]);
        }
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    return soup;
}

} // namespace impinge
