// SPDX-License-Identifier: Apache-2.0
//
// The pairs of overlapping boxes (AABBs), what changed since the update before, and the two methods
// that keep nothing: brute force and the sweep with an interval tree.
#pragma once

#include "broadphase/batch/batch_pairs.hpp"
#include "impinge/broadphase.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

struct FoundBoxPairs {
    std::vector<BoxPair> pairs; ///< sorted, each once
    std::uint64_t tests = 0;    ///< box against box
};

inline BoxPair ordered_pair(std::uint32_t a, std::uint32_t b) {
    return a < b ? BoxPair{a, b} : BoxPair{b, a};
}

/// Sorted pairs that came and went.
struct PairChanges {
    std::vector<BoxPair> added;
    std::vector<BoxPair> removed;
};

/// Between two sorted lists. Overwrites `changes`, keeping its memory.
void find_changes(std::span<const BoxPair> before, std::span<const BoxPair> now,
                  PairChanges& changes);

/// The list that find_changes() would give these changes for, written into `now`.
void apply_changes(std::span<const BoxPair> before, const PairChanges& changes,
                   std::vector<BoxPair>& now);

/// Every pair of boxes, one after the other: what all other methods have to equal, and the fastest
/// one for a handful. When cancelled, some pairs are missing.
FoundBoxPairs brute_force_pairs(const BatchBoxes& boxes, const Context& context = {});

/// The two-dimensional test (Cohen, Lin, Manocha and Ponamgi 1995, section 4.3): a line sweeps over
/// the projections of the boxes along one axis, and an interval tree holds the intervals along a
/// second axis of those it lies on. Rectangles that overlap are compared along the third.
///
/// O(n log n), and O(log n) at most for each overlap of two rectangles. The two axes are those
/// along which boxes are least crowded.
FoundBoxPairs interval_tree_pairs(const BatchBoxes& boxes);

} // namespace impinge::inline v0
