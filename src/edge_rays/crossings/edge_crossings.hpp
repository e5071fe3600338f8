// SPDX-License-Identifier: Apache-2.0
//
// Where named edges pass through surfaces, by the exact engine's predicates.
#pragma once

#include "edge_rays/edge_frame.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// An edge that has a point in another body.
struct NamedEdge {
    std::uint32_t body = 0; ///< index into the bodies
    std::uint32_t edge = 0; ///< in unique_edges() of its mesh
    raster::EdgeIndices corners{};
    std::uint32_t penetrated = 0;

    friend auto operator<=>(const NamedEdge&, const NamedEdge&) = default;
};

/// The edges are sorted, each once; crossings come in their order and, on an edge, from its first
/// corner to its second.
///
/// A crossing is where an edge passes from one side of a surface to the other, between its ends: it
/// may do so through a vertex or along an edge of the surface, and is reported once. Where it only
/// touches the surface, passes through two sheets that lie on each other, or has an end on the
/// surface, it does not pass. An edge that runs in the surface for a while and then goes on at the
/// other side crosses at that end of the run at which it is inside.
///
/// Vertices are placed in the world as collide() places them, so that each position is, bit for
/// bit, an end of a contact segment that collide() reports.
///
/// Costs a few microseconds for each edge, and a tree over the triangles near them.
/// When cancelled, crossings are missing.
Expected<std::vector<EdgeCrossing>> edge_crossings(std::span<const Body> bodies,
                                                   std::span<const NamedEdge> edges,
                                                   const Context& context);

} // namespace impinge::inline v0::imagespace
