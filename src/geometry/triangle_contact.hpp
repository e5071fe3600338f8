// SPDX-License-Identifier: Apache-2.0
//
// Two triangles: how they meet, by orientation predicates (the narrow phase of triangle pairs). The
// cases, one file each: transversal, coplanar, degenerate.
#pragma once

#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"

#include <array>

namespace impinge::inline v0 {

/// Rounding positions from exact fractions is what makes a contact set expensive; who needs only
/// its shape and features can do without.
enum class Positions : std::uint8_t { Rounded, Omitted };

TriangleContact triangle_contact(const Triangle& a, const Triangle& b, Positions positions);

/// On which side of the plane of `plane` each corner of `points` lies: orient3d for all three
/// corners, sharing the work they have in common.
std::array<Sign, 3> plane_sides(const Triangle& plane, const Triangle& points);

inline bool all_zero(const std::array<Sign, 3>& sides) {
    return sides[0] == 0 && sides[1] == 0 && sides[2] == 0;
}
/// All three strictly on one side.
inline bool one_sided(const std::array<Sign, 3>& sides) {
    return sides[0] != 0 && sides[0] == sides[1] && sides[0] == sides[2];
}

// --- different planes ----------------------------------------------------------------------------
//
// Two triangles of non-zero area in different planes. Each meets the other's plane in an interval
// of the common line; they meet where the intervals do. The order of interval ends on the line is
// read off from orient3d of the two edges that make them (after P. Guigue and O. Devillers, "Fast
// and Robust Triangle-Triangle Overlap Test Using Orientation Predicates", 2003), here kept for all
// ends so that the contact set comes out, not only yes or no.

/// `sides_a`: sides of A's corners of the plane of B; `sides_b` the other way round. Neither may be
/// all zero, nor all strictly on one side.
PairKind classify_transversal(const Triangle& a, const Triangle& b,
                              const std::array<Sign, 3>& sides_a,
                              const std::array<Sign, 3>& sides_b);

TriangleContact transversal_contact(const Triangle& a, const Triangle& b,
                                    const std::array<Sign, 3>& sides_a,
                                    const std::array<Sign, 3>& sides_b, Positions positions);

// --- one plane: two triangles of non-zero area ---------------------------------------------------

bool coplanar_triangles_intersect(const Triangle& a, const Triangle& b);

/// Whether their interiors have a point in common.
bool coplanar_areas_overlap(const Triangle& a, const Triangle& b);

/// A point, a segment or a convex polygon with its corners in order.
TriangleContact coplanar_contact(const Triangle& a, const Triangle& b, Positions positions);

/// +1 if their normals point the same way, -1 if opposite.
Sign normals_agree(const Triangle& a, const Triangle& b);

// --- no area: the set is a segment or a point, and is met as such --------------------------------

/// At least one of the two must have zero area. The kind is never Crossing. Features name corners
/// only where the contact point is one.
TriangleContact degenerate_contact(const Triangle& a, const Triangle& b);

} // namespace impinge::inline v0
