// SPDX-License-Identifier: Apache-2.0
//
// Are two surfaces the same set of points with the same normals, however they are triangulated?
#pragma once

#include "exact/solid_surface.hpp"

#include <span>

namespace impinge::inline v0 {

/// `pairs` holds all triangle pairs that meet. Each triangle with an area must be covered by
/// triangles of the other mesh in its plane with its normal: their common areas, summed exactly,
/// must make up its own.
bool surfaces_equal(const Solid& a, const Solid& b, std::span<const TrianglePair> pairs);

} // namespace impinge::inline v0
