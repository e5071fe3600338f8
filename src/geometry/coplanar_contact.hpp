// SPDX-License-Identifier: Apache-2.0
//
// Two triangles of non-zero area in one plane.
#pragma once

#include "geometry/triangle_contact.hpp"
#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

bool coplanar_triangles_intersect(const Triangle& a, const Triangle& b);

/// A point, a segment or a convex polygon with its corners in order.
TriangleContact coplanar_contact(const Triangle& a, const Triangle& b, Positions positions);

/// +1 if their normals point the same way, -1 if opposite.
Sign normals_agree(const Triangle& a, const Triangle& b);

} // namespace impinge::inline v0
