// SPDX-License-Identifier: Apache-2.0
//
// Which parts of a cut surface hang together, by the places of their edges.
#pragma once

#include "measures/overlap_pair.hpp"
#include "measures/overlap_surface.hpp"

namespace impinge::inline v0 {

/// Numbers the shells: pieces and whole triangles that have an edge in common are of one. False,
/// and nothing is numbered, unless each edge is run through equally often both ways.
bool join_shells(const OverlapPair& pair, OverlapSurface& surface);

} // namespace impinge::inline v0
