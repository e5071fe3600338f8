// SPDX-License-Identifier: Apache-2.0
//
// Boxes at two moments: of two of them, has an overlap begun or ended in between? The three overlap
// flags of a pair (Cohen et al. 1995, section 5.1) are read off here, not stored: most pairs share
// an interval on some axis, so that stored flags would fill memory with what six comparisons tell.
#pragma once

#include "broadphase/batch/batch_pairs.hpp"
#include "broadphase/found_pairs.hpp"

namespace impinge::inline v0 {

/// Whether two boxes are a pair: closed, not empty, not both stationary.
inline bool are_pair(const BatchBoxes& all, std::uint32_t a, std::uint32_t b) {
    const Box3& box_a = all.boxes[a];
    const Box3& box_b = all.boxes[b];
    return boxes_overlap(box_a, box_b) && !is_empty(box_a) && !is_empty(box_b) &&
           (all.mobility[a] == Mobility::Moving || all.mobility[b] == Mobility::Moving);
}

/// boxes_overlap() without a branch, for where the answer is hard to guess but nearly always no.
inline bool overlap_at_once(const Box3& a, const Box3& b) {
    return (static_cast<int>(a.min.x <= b.max.x) & static_cast<int>(b.min.x <= a.max.x) &
            static_cast<int>(a.min.y <= b.max.y) & static_cast<int>(b.min.y <= a.max.y) &
            static_cast<int>(a.min.z <= b.max.z) & static_cast<int>(b.min.z <= a.max.z)) != 0;
}

struct BoxMotion {
    BatchBoxes before;
    BatchBoxes now; ///< as many boxes

    [[nodiscard]] bool begun(std::uint32_t a, std::uint32_t b) const {
        return are_pair(now, a, b) && !are_pair(before, a, b);
    }
    [[nodiscard]] bool ended(std::uint32_t a, std::uint32_t b) const {
        return are_pair(before, a, b) && !are_pair(now, a, b);
    }
};

/// What a sort of endpoints finds.
struct SwapLog {
    std::vector<BoxPair> begun; ///< in any order, some of them more than once
    std::vector<BoxPair> ended;
    std::uint64_t swaps = 0;

    /// Logs two boxes if they have become a pair or are none any more.
    void compare(const BoxMotion& motion, std::uint32_t a, std::uint32_t b) {
        if (motion.begun(a, b)) {
            begun.push_back(ordered_pair(a, b));
        } else if (motion.ended(a, b)) {
            ended.push_back(ordered_pair(a, b));
        }
    }
};

} // namespace impinge::inline v0
