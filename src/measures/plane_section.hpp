// SPDX-License-Identifier: Apache-2.0
//
// Where a plane cuts a surface: one directed segment for each triangle that it crosses.
#pragma once

#include "impinge/context.hpp"
#include "impinge/mesh.hpp"
#include "impinge/slice.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Seen against the normal of the plane, what lies behind the triangle's face is on the left. The
/// ends of segments of triangles that share an edge have the same bits.
struct SectionSegment {
    Vec2d from;
    Vec2d to;
};

SliceAxes slice_axes(const SlicePlane& plane);

/// Sign of dot(normal, point - plane.point), exact.
Sign side_of_plane(const SlicePlane& plane, Vec3d point);

/// In the order of the triangles; segments without length are left out. Means nothing once the
/// context is cancelled.
std::vector<SectionSegment> plane_section(std::span<const Vec3d> vertices,
                                          std::span<const TriangleIndices> triangles,
                                          const SlicePlane& plane, const SliceAxes& axes,
                                          const Context& context);

} // namespace impinge::inline v0
