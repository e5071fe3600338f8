// SPDX-License-Identifier: Apache-2.0
//
// Penetration depth by looking at every face of the Minkowski difference: what the expanding
// polytope algorithm falls back on.
#pragma once

#include "convex/penetration/minkowski_difference.hpp"

namespace impinge::inline v0 {

/// The shortest of all ways out: the faces of the difference are those of A, those of B, and the
/// parallelograms of two edges whose arcs on the sphere of normals cross. Time grows with the
/// product of the numbers of edges.
WayOut exhaustive_way_out(const MinkowskiDifference& difference);

/// A shorter way than `best` over a face of A or of B, or across two edges, if there is one.
void consider_face_of_a(const MinkowskiDifference& difference, std::uint32_t index, WayOut& best);
void consider_face_of_b(const MinkowskiDifference& difference, std::uint32_t index, WayOut& best);
void consider_edges(const MinkowskiDifference& difference, std::uint32_t edge_a,
                    std::uint32_t edge_b, WayOut& best);

} // namespace impinge::inline v0
