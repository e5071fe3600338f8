// SPDX-License-Identifier: Apache-2.0
//
// The two-dimensional test (Cohen, Lin, Manocha and Ponamgi 1995, section 4.3): a line sweeps over
// the projections of the boxes along one axis, and a tree holds the intervals along a second axis
// of those it lies on. Rectangles that overlap are compared along the third. Nothing is kept.
#pragma once

#include "broadphase/batch/batch_pairs.hpp"
#include "broadphase/found_pairs.hpp"

namespace impinge::inline v0 {

/// O(n log n), and O(log n) at most for each overlap of two rectangles. The two axes are those
/// along which boxes are least crowded.
FoundBoxPairs interval_tree_pairs(const BatchBoxes& boxes);

} // namespace impinge::inline v0
