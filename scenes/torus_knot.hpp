// SPDX-License-Identifier: Apache-2.0
//
// Closed tubes wound around a torus: rings, trefoils and richer knots.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <vector>

namespace impinge::scenes {

/// The centre line turns `turns_around` times around the z axis while it turns `turns_through`
/// times through the hole; the two must have no common divisor. (1, 0) is a plain ring, (2, 3) a
/// trefoil. A tube thicker than half the distance of its strands crosses itself.
struct TorusKnot {
    int turns_around = 2;
    int turns_through = 3;
    double major_radius = 2;
    double minor_radius = 1;
    double tube_radius = 0.3;
    double phase_radians = 0;      ///< where on the minor circle the line starts
    std::size_t triangles = 10000; ///< met within 10 %; at least about 100 per turn
};

Mesh torus_knot(const TorusKnot& shape = {});

/// `count` equal knots whose strands lie side by side on one torus: nowhere touching, and no two of
/// them can be pulled apart. `triangles` is for all together.
std::vector<Mesh> tangled_knots(std::size_t count, TorusKnot shape);

} // namespace impinge::scenes
