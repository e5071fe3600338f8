// SPDX-License-Identifier: Apache-2.0
//
// From the triangles of a convex surface to its faces: triangles in one plane are one face, and
// only vertices at which three faces meet are corners.
#pragma once

#include "convex/polytope/convexity.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

struct PolytopeFaces {
    std::vector<Vec3d> vertices; ///< in the order of the surface
    /// Corners of face f, counter-clockwise seen from outside: first[f] .. first[f + 1].
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> corners;
    /// Those of the surface if all its vertices are corners, else each face as a fan.
    std::vector<TriangleIndices> triangles;
};

/// The surface must have passed check_convex().
PolytopeFaces polytope_faces(const ClosedSurface& surface);

} // namespace impinge::inline v0
