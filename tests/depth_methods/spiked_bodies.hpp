// SPDX-License-Identifier: Apache-2.0
//
// Bodies with and without thin spikes.
#pragma once

#include "impinge/mesh.hpp"
#include "math/sine.hpp"

#include <array>
#include <cstdint>
#include <numbers>
#include <vector>

namespace impinge::tests {

/// A ring of a surface of revolution about z.
struct Ring {
    double z = 0;
    double radius = 0;
};

/// Rings from the lowest z to the highest, none with radius 0, closed by flat ends.
inline Mesh turned_on_a_lathe(const std::vector<Ring>& rings, std::uint32_t sides) {
    Mesh mesh;
    for (const Ring& ring : rings) {
        for (std::uint32_t i = 0; i < sides; ++i) {
            const SineCosine angle = sine_cosine(2 * std::numbers::pi * i / sides);
            mesh.positions.push_back(
                {ring.radius * angle.cosine, ring.radius * angle.sine, ring.z});
        }
    }
    for (std::uint32_t ring = 0; ring + 1 < rings.size(); ++ring) {
        for (std::uint32_t i = 0; i < sides; ++i) {
            const std::uint32_t low = ring * sides + i;
            const std::uint32_t low_next = ring * sides + (i + 1) % sides;
            mesh.triangles.push_back({low, low_next, low_next + sides});
            mesh.triangles.push_back({low, low_next + sides, low + sides});
        }
    }
    const auto top = static_cast<std::uint32_t>((rings.size() - 1) * sides);
    for (std::uint32_t i = 1; i + 1 < sides; ++i) {
        mesh.triangles.push_back({0, i + 1, i});
        mesh.triangles.push_back({top, top + i, top + i + 1});
    }
    return mesh;
}

/// One more part of a body.
inline void append(Mesh& mesh, const Mesh& part) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
    for (const TriangleIndices& t : part.triangles) {
        mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
}

/// A ball-like head with a needle that reaches up to z = length, cut into rings.
struct Pin {
    double head = 1; ///< radius; its middle is the origin
    double length = 3;
    double width = 0.01; ///< of the needle
    std::uint32_t sides = 6;
    int rings = 1; ///< of the needle
};

inline Mesh pin(const Pin& shape) {
    const double h = shape.head;
    const double r = shape.width / 2;
    std::vector<Ring> profile{{-h, 0.5 * h}, {-0.5 * h, h}, {0.5 * h, h}, {h, 0.5 * h}, {h, r}};
    for (int i = 1; i <= shape.rings; ++i) {
        const double t = static_cast<double>(i) / shape.rings;
        profile.push_back({h + t * (shape.length - h), r * (1 - 0.9 * t)});
    }
    return turned_on_a_lathe(profile, shape.sides);
}

} // namespace impinge::tests
