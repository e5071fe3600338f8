// SPDX-License-Identifier: Apache-2.0
//
// What topology.hpp says of a mesh edge by edge, counted in parallel and without keeping the edges:
// for questions about a mesh as a whole.
#pragma once

#include "impinge/context.hpp"
#include "mesh/topology.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

struct SurfaceTopology {
    EdgeCensus edges;
    /// Every edge is run through equally often both ways.
    bool balanced = true;
    /// As triangle_components() numbers them; of at most one, no list of triangles is made.
    Components components;
    /// As balanced_components() tells; empty if all are.
    std::vector<std::uint8_t> balanced_components;
};

/// Whether to go on where an edge is not balanced. If not, nothing but `balanced` has a meaning
/// then.
enum class AtImbalance : std::uint8_t { Stop, GoOn };

/// Corners are equal if and only if their indices are. 10 to 15 ns per triangle and thread, and
/// about 10 bytes. The same for any number of threads; means nothing once the context is cancelled.
SurfaceTopology surface_topology(std::span<const TriangleIndices> triangles,
                                 std::size_t vertex_count, AtImbalance at_imbalance,
                                 const Context& context);

/// The components of a mesh whose vertices are welded first; of at most one, no list of triangles
/// is made. Means nothing once the context is cancelled.
Components welded_components(std::span<const Vec3d> positions,
                             std::span<const TriangleIndices> triangles, const Context& context);

/// What count_duplicates() counts, in parallel.
std::size_t count_duplicate_faces(std::span<const TriangleIndices> triangles,
                                  std::size_t vertex_count, const Context& context);

} // namespace impinge::inline v0
