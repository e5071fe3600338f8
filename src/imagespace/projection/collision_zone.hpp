// SPDX-License-Identifier: Apache-2.0
//
// Section 7 of Myszkowski, Okunev and Kunii (1995): whether the bounding volumes of two bodies meet
// at all, and which way to look at what they have in common.
#pragma once

#include "impinge/rigid.hpp"
#include "impinge/view.hpp"

#include <array>
#include <optional>

namespace impinge::inline v0::imagespace {

/// A body as bounding volumes see it.
struct Placed {
    Box3 box; ///< of the mesh, in its own frame
    Rigid pose;
};

/// An oriented bounding box (OBB), as a box in a frame of its own: world = apply(pose, local). Its
/// axes are orthonormal (to rounding) and its unit is that of the world, whatever the pose of the
/// body it belongs to.
struct PosedBox {
    Box3 box;
    Rigid pose;
};

inline std::array<Vec3d, 8> corners_of(const Box3& box) {
    std::array<Vec3d, 8> corners;
    for (unsigned i = 0; i < 8; ++i) {
        corners[i] = {(i & 1U) != 0 ? box.max.x : box.min.x, (i & 2U) != 0 ? box.max.y : box.min.y,
                      (i & 4U) != 0 ? box.max.z : box.min.z};
    }
    return corners;
}

/// Where the box stands.
inline std::array<Vec3d, 8> corners_of(const Box3& box, const Rigid& pose) {
    std::array<Vec3d, 8> corners = corners_of(box);
    for (Vec3d& corner : corners) {
        corner = apply(pose, corner);
    }
    return corners;
}

/// The box with a margin on every side.
constexpr Box3 widened(const Box3& box, double margin) {
    const Vec3d all{margin, margin, margin};
    return {box.min - all, box.max + all};
}

/// Where the bodies can meet: the intersection of both bounding volumes along the axes of A, and
/// along those of B. Whatever both bodies have in common lies in both. The frames are glued to
/// their bodies, so that zones of different times can be compared.
struct CollisionZone {
    PosedBox in_a;
    PosedBox in_b;
    Vec3d a_to_b;        ///< from the middle of A's box to that of B's
    double rounding = 0; ///< what the boxes were made larger by on every side
};

/// Nothing if the bounding volumes do not meet, which proves the bodies apart: volumes that touch
/// meet, and rounding is allowed for, also that of apply(). Nothing also if a box is empty.
std::optional<CollisionZone> collision_zone(const Placed& a, const Placed& b);

/// The mean of the normals of the largest walls of the two volumes, of unit length. Of walls that
/// are equally large (to a millionth) those are taken whose normals agree best. Points from A to B,
/// as far as the middles of their boxes tell: B is then the body farther away.
Vec3d first_direction(const CollisionZone& zone);

/// Looks along the direction at the window in which both volumes are seen, with a pixel free on
/// every side (half a pixel if there are fewer than three); depths reach from the first to the last
/// point of both bodies. `resolution` pixels along the longer side, as many as needed along the
/// other; pixels are square. Upwards is the world's z axis unless turning the window to a volume
/// saves a tenth of its area.
///
/// A zone that is but a point to the view is seen in pixels of 2^-20 of the size of both bodies
/// together, which is where the floats that are drawn end. Any other zone gets the pixels it asks
/// for: they may be smaller than that (is_beyond_floats()). Distances are then measured from the
/// middle of the zone.
///
/// `spare` keeps the view good for bodies that move a little: window and depth range are wider by
/// this share of their sizes on every side.
Expected<raster::View> zone_view(Vec3d direction, const CollisionZone& zone, const Placed& a,
                                 const Placed& b, int resolution, double spare = 0);

} // namespace impinge::inline v0::imagespace
