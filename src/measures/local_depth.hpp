// SPDX-License-Identifier: Apache-2.0
//
// How deep a piece of surface lies in another body: the point of it that is farthest from the
// other's surface.
#pragma once

#include "impinge/overlap.hpp"
#include "measures/surface_distance.hpp"

#include <span>

namespace impinge::inline v0 {

/// The deepest point of the triangles, all of which lie in the body whose surface is given. The
/// distance to a triangle is a convex function, so over a triangle it is largest at a corner: that
/// bounds what a search that halves triangles may still find.
/// Ends where it has shown that none is deeper than `harmless`.
RegionDepth deepest_point(std::span<const Triangle> triangles, const SurfaceDistance& surface,
                          double harmless, const Context& context);

} // namespace impinge::inline v0
