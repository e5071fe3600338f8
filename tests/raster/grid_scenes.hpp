// SPDX-License-Identifier: Apache-2.0
//
// Scenes whose corners fall on grid points of the window by construction, so that no device and no
// reference rounds anything: one world unit is one pixel, and positions are multiples of 1/256.
#pragma once

#include "base/random.hpp"
#include "tests/raster/twin.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace impinge::tests {

/// Looks down the z axis: window x and y are the world's, depth is -z.
inline raster::View pixel_view(int width, int height) {
    raster::View view;
    view.min_x = 0;
    view.min_y = 0;
    view.max_x = width;
    view.max_y = height;
    view.width = width;
    view.height = height;
    return view;
}

using GridTriangle = std::array<GridCorner, 3>;

inline Vec3d grid_point(const GridCorner& corner) {
    return {static_cast<double>(corner.x) / 256, static_cast<double>(corner.y) / 256,
            -static_cast<double>(corner.depth)};
}

inline Mesh grid_mesh(const std::vector<GridTriangle>& triangles) {
    Mesh mesh;
    for (const GridTriangle& triangle : triangles) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (const GridCorner& corner : triangle) {
            mesh.positions.push_back(grid_point(corner));
        }
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

enum class ClearOf : std::uint8_t { Sides, SidesAndLines };

/// Whether no side of the triangle (nor of its edges drawn as lines) comes within two steps of a
/// pixel's centre: then every device must cover the same pixels.
inline bool is_clear_of_centres(const GridTriangle& triangle, int width, int height,
                                ClearOf what = ClearOf::SidesAndLines) {
    std::vector<std::array<GridCorner, 2>> lines;
    for (std::size_t i = 0; i < 3; ++i) {
        const GridCorner& p = triangle[i];
        const GridCorner& q = triangle[(i + 1) % 3];
        lines.push_back({p, q});
        if (what == ClearOf::SidesAndLines) {
            // The sides of the two halves, without their common diagonal.
            const std::array<Shape, 2> halves = edge_shapes(p, q, 0);
            lines.push_back({halves[0].corner[0], halves[0].corner[1]});
            lines.push_back({halves[0].corner[1], halves[0].corner[2]});
            lines.push_back({halves[1].corner[1], halves[1].corner[2]});
            lines.push_back({halves[1].corner[2], halves[1].corner[0]});
        }
    }
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (const auto& [from, to] : lines) {
                if (within_steps(pixel_centre(x, y), from, to, 2)) {
                    return false;
                }
            }
        }
    }
    return true;
}

struct RandomTriangles {
    int width = 32;
    int height = 32;
    int size = 32; ///< of a triangle, in pixels
    ClearOf clear_of = ClearOf::SidesAndLines;
};

/// All corners at one depth of nine levels, some of them before 0 and behind 1; clear of centres.
inline GridTriangle random_flat_triangle(Random& random, const RandomTriangles& options) {
    const float depth = static_cast<float>(random.integer(-1, 9)) / 8;
    for (;;) {
        const int reach = options.size * 128;
        const int x = random.integer(0, options.width * 256);
        const int y = random.integer(0, options.height * 256);
        GridTriangle triangle;
        for (GridCorner& corner : triangle) {
            corner = {x + random.integer(-reach, reach), y + random.integer(-reach, reach), depth};
        }
        if (is_clear_of_centres(triangle, options.width, options.height, options.clear_of)) {
            return triangle;
        }
    }
}

/// A pose of quarter turns, whole steps and doublings, which moves grid points without rounding.
inline Rigid random_exact_pose(Random& random) {
    Rigid pose = rotation_degrees({0, 0, 1}, 90 * random.integer(0, 3));
    pose.scale = random.below(2) == 0 ? 1 : 2;
    pose.translation = {random.integer(-512, 512) / 256.0, random.integer(-512, 512) / 256.0,
                        random.integer(-2, 2) / 8.0};
    return pose;
}

/// The mesh that stands where `mesh` does once it is posed.
inline Mesh unposed(Mesh mesh, const Rigid& pose) {
    const Rigid back = inverse(pose);
    for (Vec3d& position : mesh.positions) {
        position = apply(back, position);
    }
    return mesh;
}

inline SceneBody random_flat_body(Random& random, const RandomTriangles& options,
                                  std::uint32_t body) {
    std::vector<GridTriangle> triangles;
    const int count = random.integer(1, 4);
    for (int i = 0; i < count; ++i) {
        RandomTriangles sized = options;
        sized.size = random.integer(1, options.size);
        triangles.push_back(random_flat_triangle(random, sized));
    }
    const Rigid pose = random_exact_pose(random);
    return {unposed(grid_mesh(triangles), pose), pose, body};
}

inline SceneBodies random_flat_bodies(Random& random, const RandomTriangles& options) {
    SceneBodies bodies;
    const int count = random.integer(1, 3);
    for (int i = 0; i < count; ++i) {
        bodies.push_back(
            random_flat_body(random, options, static_cast<std::uint32_t>(random.below(1000))));
    }
    return bodies;
}

} // namespace impinge::tests
