// SPDX-License-Identifier: Apache-2.0
//
// Normals for smooth shading that keep creases sharp.
#pragma once

#include "impinge/mesh.hpp"

#include <array>
#include <span>
#include <vector>

namespace impinge::inline v0::render {

using CornerNormals = std::array<Vec3f, 3>;

/// For every corner of every triangle the mean normal of the faces that reach it from its own face
/// without passing a crease: an edge where the surface turns by more than `crease_degrees`, or that
/// has not exactly two faces running through it in opposite directions. Zero for corners around
/// which no face has an area.
std::vector<CornerNormals> corner_normals(std::span<const Vec3d> positions,
                                          std::span<const TriangleIndices> triangles,
                                          double crease_degrees);

} // namespace impinge::inline v0::render
