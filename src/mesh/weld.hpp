// SPDX-License-Identifier: Apache-2.0
//
// Welding: vertices with equal coordinates are one vertex, whatever their indices.
//
// io has a welder of its own (point_index.hpp), since it does another thing: it is fed while a file
// is parsed, does not know how many points will come, numbers them by first appearance, and must
// hold out against files made to collide. Here all positions are known and keep their indices, and
// queries run it on every mesh: one table of the right size, no secret to draw.
#pragma once

#include "impinge/context.hpp"
#include "impinge/mesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// For every vertex the smallest index of a vertex with equal coordinates; -0 equals +0. Exact:
/// nothing is snapped or rounded. Coordinates must not be NaN. Does not depend on the platform, nor
/// on the number of threads; means nothing once the context is cancelled.
std::vector<std::uint32_t> weld_map(std::span<const Vec3d> positions,
                                    const Context& context = Context(1));

/// The triangles with every corner replaced by the vertex it is welded to.
std::vector<TriangleIndices> welded_triangles(std::span<const TriangleIndices> triangles,
                                              std::span<const std::uint32_t> weld_map,
                                              const Context& context = Context(1));

} // namespace impinge::inline v0
