// SPDX-License-Identifier: Apache-2.0
//
// Which of two bodies that overlap lies inside the other, if any.
#pragma once

#include "convex/verdict/common_point.hpp"

namespace impinge::inline v0 {

/// The verdict on two bodies that have a proved point in common: Crossing if each has a vertex
/// outside the other, inside if all vertices of one are deeper in the other than rounding reaches,
/// else Unsure. Looks along `likely` first.
ConvexVerdict overlap_verdict(const ConvexPair& pair, Vec3d likely, const CommonPoint& common,
                              double rounding);

} // namespace impinge::inline v0
