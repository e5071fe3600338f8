// SPDX-License-Identifier: Apache-2.0
//
// Random triangle soups: on a small integer grid, where every kind of degenerate contact is common,
// and with arbitrary doubles, where contacts are proper.
#pragma once

#include "base/random.hpp"
#include "impinge/mesh.hpp"

#include <cstddef>

namespace impinge::tests {

/// Triangles between `vertices` random grid points; some triangles have no area.
inline Mesh grid_soup(Random& random, std::size_t triangles, std::size_t vertices, int grid) {
    Mesh mesh;
    for (std::size_t i = 0; i < vertices; ++i) {
        const int x = random.integer(0, grid);
        const int y = random.integer(0, grid);
        mesh.positions.push_back({static_cast<double>(x), static_cast<double>(y),
                                  static_cast<double>(random.integer(0, grid))});
    }
    for (std::size_t i = 0; i < triangles; ++i) {
        const auto pick = [&] { return static_cast<std::uint32_t>(random.below(vertices)); };
        const std::uint32_t a = pick();
        const std::uint32_t b = pick();
        mesh.triangles.push_back({a, b, pick()});
    }
    return mesh;
}

/// Separate triangles of about the given size in the unit cube.
inline Mesh scattered_soup(Random& random, std::size_t triangles, double size) {
    Mesh mesh;
    for (std::size_t i = 0; i < triangles; ++i) {
        const Vec3d centre = random.in_box({0, 0, 0}, {1, 1, 1});
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (int corner = 0; corner < 3; ++corner) {
            mesh.positions.push_back(centre +
                                     random.in_box({-size, -size, -size}, {size, size, size}));
        }
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

} // namespace impinge::tests
