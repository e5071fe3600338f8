// SPDX-License-Identifier: Apache-2.0
//
// The convex hull of points, decided by exact signs alone (Barber, Dobkin and Huhdanpaa 1996,
// "The quickhull algorithm for convex hulls"; here faces in one plane stay apart and no width is
// given to them).
#pragma once

#include "impinge/expected.hpp"
#include "impinge/mesh.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Triangles over the points, counter-clockwise seen from outside; those in one plane are fine,
/// none is without area. Fails if all points lie in one plane. The points must be finite and fewer
/// than 2^32.
Expected<std::vector<TriangleIndices>> exact_hull(std::span<const Vec3d> points);

} // namespace impinge::inline v0
