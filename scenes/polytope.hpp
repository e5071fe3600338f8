// SPDX-License-Identifier: Apache-2.0
//
// Random convex polytopes.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace impinge::scenes {

struct Polytope {
    std::size_t triangles = 36; ///< met within 10 %, at least 4; time grows with its square
    Vec3d radii{1, 1, 1};       ///< of the ellipsoid whose surface holds the corners
    std::uint64_t seed = 1;
};

/// The hull of random points of an ellipsoid around the origin. Exactly convex.
Mesh random_polytope(const Polytope& shape = {});

/// The convex hull of points, with outward normals and only the corners as vertices. Exact. The
/// first four points must not lie in one plane; a point in the plane of a face of the hull so far
/// is taken to be no corner, so this is meant for points in general position.
Mesh convex_hull(std::span<const Vec3d> points);

} // namespace impinge::scenes
