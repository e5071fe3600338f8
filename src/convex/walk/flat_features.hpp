// SPDX-License-Identifier: Apache-2.0
//
// Parallel edges and faces: a walk ends at one of several pairs that are equally close; this finds
// the one of highest dimension.
#pragma once

#include "convex/walk/certificate.hpp"

namespace impinge::inline v0 {

/// The features of a walk that ended Apart, exchanged for larger ones around them that are flat
/// against each other (to the tolerance) along a segment or over an area.
FeaturePair raise_to_flat(const PairInFrames& pair, const WalkResult& found, Vec3d facing);

} // namespace impinge::inline v0
