// SPDX-License-Identifier: Apache-2.0
//
// The polytopes that tests place against each other.
#pragma once

#include "impinge/convex.hpp"
#include "scenes/boxes.hpp"
#include "scenes/polytope.hpp"

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace impinge::tests {

inline Polytope polytope_of(const Mesh& mesh) {
    auto made = Polytope::from_mesh(mesh.view());
    if (!made) {
        throw std::logic_error(made.error().message);
    }
    return *made;
}

/// A regular prism along z, from -half_height to half_height; its roof shrunk by a power of two, so
/// that the side faces stay flat to the last bit.
struct Frustum {
    std::uint32_t corners = 6;
    double radius = 1;
    double half_height = 1;
    double roof = 1;
};

inline Mesh frustum_mesh(const Frustum& shape) {
    Mesh mesh;
    const std::uint32_t n = shape.corners;
    for (std::uint32_t i = 0; i < n; ++i) {
        const Vec3d p = apply(rotation_degrees({0, 0, 1}, 360.0 * i / n), {shape.radius, 0, 0});
        mesh.positions.push_back({p.x, p.y, -shape.half_height});
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        const Vec3d p = mesh.positions[i] * shape.roof;
        mesh.positions.push_back({p.x, p.y, shape.half_height});
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t next = (i + 1) % n;
        mesh.triangles.push_back({i, next, n + next});
        mesh.triangles.push_back({i, n + next, n + i});
        if (i >= 2) {
            mesh.triangles.push_back({0, i, i - 1});
            mesh.triangles.push_back({n, n + i - 1, n + i});
        }
    }
    return mesh;
}

inline Mesh octahedron_mesh() {
    return {
        {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
        {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
}

/// Boxes, flat and needle-shaped ones too, prisms, a knife's edge, random hulls.
inline std::vector<Polytope> convex_shapes() {
    std::vector<Polytope> shapes;
    const auto add = [&](const Mesh& mesh) { shapes.push_back(polytope_of(mesh)); };
    add(scenes::box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
    add(scenes::box({-1, -0.5, -0.25}, {1, 0.5, 0.25}));
    add(scenes::box({0, 0, 0}, {1, 1, 0.001}));
    add(scenes::box({-1, -0.001, -0.001}, {1, 0.001, 0.001}));
    add(scenes::box({5, 6, 7}, {6, 7, 8}));
    add(octahedron_mesh());
    add({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
         {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}});
    // A knife: two faces that meet under 0.1 degrees.
    add({{{0, -1, 0},
          {0, 1, 0},
          {-2, -1, 0.002},
          {-2, 1, 0.002},
          {-2, -1, -0.002},
          {-2, 1, -0.002}},
         {{0, 1, 3}, {0, 3, 2}, {0, 4, 5}, {0, 5, 1}, {2, 3, 5}, {2, 5, 4}, {0, 2, 4}, {1, 5, 3}}});
    add(frustum_mesh({.corners = 6}));
    add(frustum_mesh({.corners = 3, .radius = 0.5, .half_height = 2, .roof = 0.5}));
    add(frustum_mesh({.corners = 40, .radius = 1, .half_height = 0.1}));
    add(scenes::random_polytope({.triangles = 12, .seed = 3}));
    add(scenes::random_polytope({.triangles = 36, .seed = 4}));
    add(scenes::random_polytope({.triangles = 36, .radii = {1, 0.1, 0.01}, .seed = 5}));
    add(scenes::random_polytope({.triangles = 120, .radii = {1, 1, 0.3}, .seed = 6}));
    add(scenes::random_polytope({.triangles = 400, .seed = 7}));
    return shapes;
}

} // namespace impinge::tests
