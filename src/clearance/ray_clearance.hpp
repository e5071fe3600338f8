// SPDX-License-Identifier: Apache-2.0
//
// Two solids along one ray: how far apart they are there, or how far they reach into each other;
// and what every clearance query answers when it is cancelled.
#pragma once

#include "imagespace/view_rays.hpp"

#include <limits>

namespace impinge::inline v0::imagespace {

struct RayClearance {
    /// The smallest gap, or minus the length that is common to both.
    double clearance = std::numeric_limits<double>::quiet_NaN();
    double at = 0; ///< the middle of that gap, or of the longest common stretch
};

/// The pieces of each body, in order and disjoint. NaN if a body has none.
inline RayClearance ray_clearance(std::span<const RayPiece> a, std::span<const RayPiece> b) {
    if (a.empty() || b.empty()) {
        return {};
    }
    double common = 0;
    double longest = 0;
    double smallest_gap = std::numeric_limits<double>::infinity();
    double longest_at = 0;
    double gap_at = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const double begin = std::max(a[i].begin, b[j].begin);
        const double end = std::min(a[i].end, b[j].end);
        common += std::max(0.0, end - begin);
        if (end - begin > longest) {
            longest = end - begin;
            longest_at = begin + longest / 2;
        }
        if (begin >= end && begin - end < smallest_gap) {
            smallest_gap = begin - end;
            gap_at = end + smallest_gap / 2;
        }
        ++(a[i].end < b[j].end ? i : j);
    }
    return common > 0 ? RayClearance{-common, longest_at} : RayClearance{smallest_gap, gap_at};
}

} // namespace impinge::inline v0::imagespace
