// SPDX-License-Identifier: Apache-2.0
//
// Two bodies cut by a plane: the section of each, and that of what they have in common.
//
//     double common_area(const impinge::Mesh& a, const impinge::Mesh& b, double height) {
//         const auto slice = impinge::slice({a.view()}, {b.view()},
//                                           {.point = {0, 0, height}, .normal = {0, 0, 1}});
//         return slice ? slice->overlap.area : std::nan("");
//     }
//
// Which edges the plane crosses is decided exactly, for a plane that is moved by an infinitely
// small amount along its normal: vertices, edges and faces in the plane count as below it, so that
// a plane through the floor of a box (normal upwards) shows the box, and one through its roof
// nothing. Where an edge is crossed is rounded once, in the coordinates of the plane; what then
// lies in what is decided exactly for the rounded outlines, and where outlines cross each other is
// rounded once again. Outlines of solids are closed, therefore, whatever the rounding.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/predicates.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace impinge::inline v0 {

struct SlicePlane {
    Vec3d point{};
    Vec3d normal{0, 0, 1}; ///< of any length but zero
};

/// Coordinates in a plane, seen from the side to which its normal points: a point p of the plane
/// has the coordinates (dot(x, p), dot(y, p)). In a plane across a coordinate axis these are
/// coordinates of the world, but for their signs.
struct SliceAxes {
    Vec3d x{1, 0, 0}; ///< unit length
    Vec3d y{0, 1, 0}; ///< the z axis as seen in the plane; the y axis if the plane lies across z
    Vec3d origin{};   ///< the point of the plane with the coordinates (0, 0)

    [[nodiscard]] Vec3d world(Vec2d place) const { return origin + x * place.x + y * place.y; }
};

/// Corners without repeating the first. Of three corners in one line the middle one is left out.
using SliceLoop = std::vector<Vec2d>;

/// A connected piece of a section. Loops may touch themselves and each other.
struct SlicePolygon {
    SliceLoop outline;            ///< counter-clockwise
    std::vector<SliceLoop> holes; ///< clockwise
    double area = 0;
};

/// Where a surface is cut that bounds no solid.
struct SliceCurve {
    std::vector<Vec2d> points;
    bool closed = false; ///< the last point is joined to the first
};

struct SliceSection {
    /// Where the winding number is at least one, as for collide(): parts of a body may overlap. The
    /// largest first; of equal areas by their corners. Empty for a body that is not solid.
    std::vector<SlicePolygon> polygons;
    double area = 0;
    std::vector<SliceCurve> curves; ///< of a body that is not solid
};

/// Slices of (A, B) and (B, A) have the same bits but for who is who, for any number of threads.
struct Slice {
    SlicePlane plane;
    SliceAxes axes;
    SliceSection a;
    SliceSection b;
    SliceSection overlap; ///< of both; polygons only
    bool solid_a = false; ///< whether the section of A is made of polygons
    bool solid_b = false;
    std::vector<std::string> reasons; ///< why not, in words
    bool partial = false;             ///< cancelled: nothing was cut
};

/// Fails as collide() does, and on a plane that is not finite or has no normal.
IMPINGE_API Expected<Slice> slice(const Body& a, const Body& b, const SlicePlane& plane,
                                  const Context& context = {});

/// Where a plane comes from that nobody gave.
enum class SlicePlace : std::uint8_t {
    DeepestPoint,  ///< of one surface in the other body
    NearestPoints, ///< in the middle between the nearest points of the surfaces
};
IMPINGE_API const char* to_string(SlicePlace place);

struct SuggestedPlane {
    SlicePlane plane;
    SlicePlace place = SlicePlace::DeepestPoint;
    bool partial = false; ///< cancelled: it means nothing
};

/// A plane that shows how the bodies lie to each other, across a coordinate axis: through the
/// deepest point of one surface in the other body and along the way out from there, or, if they do
/// not overlap, between the nearest points. Costs what overlap() and distance() cost. Fails as
/// these do, and if a body has no triangles.
IMPINGE_API Expected<SuggestedPlane> suggest_slice_plane(const Body& a, const Body& b,
                                                         const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
