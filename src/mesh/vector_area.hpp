// SPDX-License-Identifier: Apache-2.0
//
// The vector area of a surface, the sum of the normals of its triangles as long as twice their
// areas. It is zero for every surface whose edges are balanced, since what the two triangles of an
// edge have from it cancels. A sum that is farther from zero than rounding can bring it proves, in
// one pass, that a mesh is no solid.
#pragma once

#include "impinge/context.hpp"
#include "impinge/mesh.hpp"

#include <span>

namespace impinge::inline v0 {

/// True only if the edges of the surface are not balanced, welded or not; false says nothing. About
/// 3 ns for each triangle and thread.
bool surely_unbalanced(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
                       const Context& context);

} // namespace impinge::inline v0
