// SPDX-License-Identifier: Apache-2.0
//
// What a broad phase method finds, and what changed since the one before.
#pragma once

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

} // namespace impinge::inline v0
