// SPDX-License-Identifier: Apache-2.0
//
// What follows a walk: whether what it found is right to rounding, and features of higher
// dimension. The walk looks at signs alone; here they must be clear, or all vertices and planes are
// looked at.
#pragma once

#include "convex/closest_features/walk.hpp"

namespace impinge::inline v0 {

struct PairInFrames {
    const PolytopeData& a;
    const PolytopeData& b;
    const RelativePose& pose;
};

/// What rounding can do to a distance in A's frame: 16 units in the last place of the largest
/// number on the way.
double tolerance(const PairInFrames& pair);

/// The unit direction from A to B in A's frame in which the features face each other. Taken from
/// planes and edge vectors where the pair has them, since the points may be too close to each other
/// to have a direction.
Vec3d facing_direction(const PairInFrames& pair, const WalkResult& found);

/// Apart: the direction separates all vertices by the distance found, so no points are closer.
/// Common: the point lies below all planes of both. To the tolerance.
bool is_proved(const PairInFrames& pair, const WalkResult& found, Vec3d facing);

/// Parallel edges and faces: a walk ends at one of several pairs that are equally close. The
/// features of a walk that ended Apart, exchanged for larger ones around them that are flat
/// against each other (to the tolerance) along a segment or over an area.
FeaturePair raise_to_flat(const PairInFrames& pair, const WalkResult& found, Vec3d facing);

} // namespace impinge::inline v0
