// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impinge/mesh.hpp"

#include <cstdint>

namespace impinge::bench {

/// A body of very many parts: tetrahedra in the cells of a grid from -1 to 1, each from `from` of
/// its cell to `to`.
inline Mesh tetrahedra_in_grid(int side, double from, double to) {
    const double step = 2.0 / side;
    Mesh mesh;
    for (int i = 0; i < side * side * side; ++i) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        const Vec3d cell{i % side * step - 1, i / side % side * step - 1,
                         i / side / side * step - 1};
        const Vec3d corner = cell + Vec3d{from, from, from} * step;
        const double size = (to - from) * step;
        mesh.positions.insert(mesh.positions.end(),
                              {corner, corner + Vec3d{size, 0, 0}, corner + Vec3d{0, size, 0},
                               corner + Vec3d{0, 0, size}});
        for (const TriangleIndices& t :
             {TriangleIndices{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}) {
            mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
        }
    }
    return mesh;
}

} // namespace impinge::bench
