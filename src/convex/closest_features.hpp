// SPDX-License-Identifier: Apache-2.0
//
// Closest features for callers that ask very often and have checked the poses.
#pragma once

#include "convex/convex_pair.hpp"

namespace impinge::inline v0 {

/// As the public function; the start may come from any other pair of polytopes.
ClosestFeatures closest_features(const ConvexPair& pair, const FeaturePair& start);

} // namespace impinge::inline v0
