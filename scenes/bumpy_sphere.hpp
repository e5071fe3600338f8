// SPDX-License-Identifier: Apache-2.0
//
// A ball with a seeded landscape: non-convex, closed, seen whole from its centre.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <cstdint>

namespace impinge::scenes {

struct BumpySphere {
    std::size_t triangles = 10000; ///< met within 10 %; at least 32
    double radius = 1;
    double amplitude = 0.15; ///< height of the bumps relative to the radius, below 0.5
    int waves = 12;          ///< how many waves are added up
    double frequency = 9;    ///< of the finest of them, in radians per radius
    std::uint64_t seed = 1;
};

/// Around the origin. Triangles are nearly equilateral and in rings from pole to pole.
Mesh bumpy_sphere(const BumpySphere& shape = {});

} // namespace impinge::scenes
