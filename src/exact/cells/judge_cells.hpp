// SPDX-License-Identifier: Apache-2.0
//
// The verdict for any two solids, from its definition: a solid is the set of points its surface
// winds around at least once. All facets of both bodies cut space into cells; which of these lie in
// A, in B, in both, is the answer. Walls that bound nothing, because the body winds around both of
// their sides, play no part.
//
// Every cell is seen: a cell is bounded by pieces of facets, and such a piece has a line on its rim
// in which facets meet, or belongs to a connected piece of surface without any. So it is enough to
// look around every line, between the places where other facets cut it, and at one place of every
// free piece.
//
// Needs the self-intersections of both bodies and exact points between vertices: milliseconds where
// judge_solids takes microseconds, and for bodies that it cannot judge.
#pragma once

#include "exact/solid_surface.hpp"

#include <optional>
#include <span>

namespace impinge::inline v0 {

/// `pairs` holds all pairs of triangles that meet. Nothing if the bodies meet at a wall with no
/// material of its body on either side (a sheet of no thickness, a face without an area, a part
/// wound around the wrong way) and that leaves the verdict open.
std::optional<Verdict> judge_cells(const Solid& a, const Solid& b,
                                   std::span<const TrianglePair> pairs, const Context& context);

} // namespace impinge::inline v0
