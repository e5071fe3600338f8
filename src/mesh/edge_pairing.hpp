// SPDX-License-Identifier: Apache-2.0
//
// Whether the edges of a mesh are balanced, and hold it together in one piece, in one pass over its
// triangles and with memory only for the edges that still wait for their other side.
#pragma once

#include "impinge/context.hpp"
#include "impinge/mesh.hpp"

#include <cstddef>
#include <span>

namespace impinge::inline v0 {

struct EdgePairing {
    /// Every edge is run through equally often both ways.
    bool balanced = false;
    /// Parts that are found to be connected through edges. If this is 1, that is how many there
    /// are; else there may be fewer, since pairs of faces at an edge of more than two are not
    /// always told to belong together. Means nothing if the edges are not balanced.
    std::size_t pieces = 0;
};

/// By indices. About 10 ns per triangle and thread where neighbours are near each other in the
/// list, several times that in any order. The same for any number of threads; means nothing once
/// the context is cancelled.
EdgePairing pair_edges(std::span<const TriangleIndices> triangles, const Context& context);

} // namespace impinge::inline v0
