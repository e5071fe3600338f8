// SPDX-License-Identifier: Apache-2.0
//
// Two solids along one ray: how far apart they are there, or how far they reach into each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace impinge::inline v0::imagespace {

struct RayClearance {
    /// The smallest gap, or minus the length that is common to both.
    double clearance = std::numeric_limits<double>::quiet_NaN();
    double at = 0; ///< the middle of that gap, or of the longest common stretch
};

/// Depths of the surfaces, ascending, where the ray enters, leaves, enters, ... each body; an even
/// number, not 0.
inline RayClearance ray_clearance(std::span<const double> a, std::span<const double> b) {
    double common = 0;
    double longest = 0;
    double smallest_gap = std::numeric_limits<double>::infinity();
    double longest_at = 0;
    double gap_at = 0;
    for (std::size_t i = 0, j = 0; i + 1 < a.size() && j + 1 < b.size();) {
        const double begin = std::max(a[i], b[j]);
        const double end = std::min(a[i + 1], b[j + 1]);
        common += std::max(0.0, end - begin);
        if (end - begin > longest) {
            longest = end - begin;
            longest_at = begin + longest / 2;
        }
        if (begin >= end && begin - end < smallest_gap) {
            smallest_gap = begin - end;
            gap_at = end + smallest_gap / 2;
        }
        (a[i + 1] < b[j + 1] ? i : j) += 2;
    }
    return common > 0 ? RayClearance{-common, longest_at} : RayClearance{smallest_gap, gap_at};
}

} // namespace impinge::inline v0::imagespace
