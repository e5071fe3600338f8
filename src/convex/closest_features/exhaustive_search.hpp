// SPDX-License-Identifier: Apache-2.0
//
// The closest features found by looking at all pairs: the end of every walk that rounding has led
// astray. Quadratic in the number of features looked at.
#pragma once

#include "convex/closest_features/certificate.hpp"

#include <limits>

namespace impinge::inline v0 {

/// Two points this far apart are known, in A's units. Along any direction a closer pair, or a
/// common point, lies no farther back in one body than the other begins, so only features there are
/// looked at: few, if the direction nearly separates the bodies.
struct SearchBound {
    double distance = std::numeric_limits<double>::infinity();
    Vec3d direction; ///< from A to B, in A's frame
};

/// Ends Apart or Common; steps counts the pairs.
WalkResult search_all_features(const PairInFrames& pair, const SearchBound& bound = {});

} // namespace impinge::inline v0
