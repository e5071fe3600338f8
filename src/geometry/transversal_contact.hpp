// SPDX-License-Identifier: Apache-2.0
//
// Two triangles of non-zero area in different planes. Each meets the other's plane in an interval
// of the common line; they meet where the intervals do. The order of interval ends on the line is
// read off from orient3d of the two edges that make them (after P. Guigue and O. Devillers, "Fast
// and Robust Triangle-Triangle Overlap Test Using Orientation Predicates", 2003), here kept for all
// ends so that the contact set comes out, not only yes or no.
#pragma once

#include "geometry/triangle_contact.hpp"
#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"

#include <array>

namespace impinge::inline v0 {

/// `sides_a`: sides of A's corners of the plane of B; `sides_b` the other way round. Neither may be
/// all zero, nor all strictly on one side.
PairKind classify_transversal(const Triangle& a, const Triangle& b,
                              const std::array<Sign, 3>& sides_a,
                              const std::array<Sign, 3>& sides_b);

TriangleContact transversal_contact(const Triangle& a, const Triangle& b,
                                    const std::array<Sign, 3>& sides_a,
                                    const std::array<Sign, 3>& sides_b, Positions positions);

} // namespace impinge::inline v0
