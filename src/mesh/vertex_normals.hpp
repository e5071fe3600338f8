// SPDX-License-Identifier: Apache-2.0
//
// The outward direction at every vertex.
#pragma once

#include "impinge/mesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The normals of the faces at a vertex, weighted by their angles there (so that the triangulation
/// of flat parts does not matter), scaled to length 1. Vertices with equal coordinates share one.
/// Zero where the sum vanishes or only faces without area meet.
std::vector<Vec3d> vertex_normals(std::span<const Vec3d> positions,
                                  std::span<const TriangleIndices> triangles,
                                  std::span<const std::uint32_t> weld_map);

} // namespace impinge::inline v0
