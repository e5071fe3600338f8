// SPDX-License-Identifier: Apache-2.0
//
// Section 7: whether the bodies can meet at all, and which way to look at them.
#pragma once

#include "imagespace/frame.hpp"

#include <optional>
#include <vector>

namespace impinge::inline v0::imagespace {

/// A body as bounding volumes see it.
struct Placed {
    Box3 box; ///< of the mesh, in its own frame
    Rigid pose;
};

/// A box in a frame of its own: world = apply(pose, local). Its axes are orthonormal (to rounding)
/// and its unit is that of the world, whatever the pose of the body it belongs to.
struct OrientedBox {
    Box3 box;
    Rigid pose;
};

/// Where the bodies can meet: the intersection of both bounding volumes along the axes of A, and
/// along those of B. Whatever both bodies have in common lies in both. The frames are glued to
/// their bodies, so that zones of different times can be compared.
struct CollisionZone {
    OrientedBox in_a;
    OrientedBox in_b;
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

/// The directions after a first look: the mean of the normals of the surfaces that face each other
/// in the collision zone, weighted by the area seen, or several directions, the most important
/// first, if those normals vary; at most `most_planes`. All of unit length, from A to B. Never
/// empty: the view's own direction if nothing is seen or the normals cancel.
///
/// Four draws into a small item buffer, whatever the resolution of the view: of each body the
/// nearest and the farthest triangle of every pixel.
Expected<std::vector<Vec3d>> refined_directions(raster::Device& device, const raster::View& view,
                                                const CollisionZone& zone, const Side& a,
                                                const Side& b, int most_planes);

/// What a direction was chosen for, and what it would now be used for.
struct ChosenFor {
    CollisionZone zone;
    Rigid relative; ///< B in the frame of A
};

/// Whether a direction, kept in the frame of A, still serves after a motion. It does as long as B
/// is turned against A by at most 5 degrees and scaled by at most a millionth, and no wall of the
/// zone, in the frame of A or in that of B, moved by more than a tenth of the zone's diagonal
/// there. (A zone that stays in both frames also means that B stays where it is.)
bool still_good(const ChosenFor& before, const ChosenFor& now);

} // namespace impinge::inline v0::imagespace
