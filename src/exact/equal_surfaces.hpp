// SPDX-License-Identifier: Apache-2.0
//
// Are two surfaces the same set of points with the same normals, however they are triangulated?
#pragma once

#include "exact/solid_surface.hpp"

#include <span>

namespace impinge::inline v0 {

enum class SurfaceEquality : std::uint8_t {
    Different,
    WhereTouched, ///< every triangle that meets the other mesh is covered by it; others do not
    Equal,
};

/// `pairs` holds all triangle pairs that meet, `touched_a` and `touched_b` the triangles in them,
/// in order, each once. They must be plain border (see border_walls.hpp). A triangle is covered if
/// triangles of the other mesh in its plane with its normal have areas in common with it that,
/// summed exactly, make up its own.
SurfaceEquality compare_surfaces(const Solid& a, std::span<const std::uint32_t> touched_a,
                                 const Solid& b, std::span<const std::uint32_t> touched_b,
                                 std::span<const TrianglePair> pairs);

} // namespace impinge::inline v0
