// SPDX-License-Identifier: Apache-2.0
//
// Vertices with equal coordinates are one vertex, whatever their indices.
#pragma once

#include "impinge/mesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// For every vertex the smallest index of a vertex with equal coordinates; -0 equals +0. Exact:
/// nothing is snapped or rounded. Coordinates must not be NaN. Does not depend on the platform.
std::vector<std::uint32_t> weld_map(std::span<const Vec3d> positions);

/// The triangles with every corner replaced by the vertex it is welded to.
std::vector<TriangleIndices> welded_triangles(std::span<const TriangleIndices> triangles,
                                              std::span<const std::uint32_t> weld_map);

} // namespace impinge::inline v0
