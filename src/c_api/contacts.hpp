// SPDX-License-Identifier: Apache-2.0
//
// Pairs, segments and curves in the layout that C programs see.
#pragma once

#include "impinge.h"
#include "impinge/collide.hpp"

#include <span>
#include <vector>

struct impinge_contacts {
    std::vector<impinge_triangle_pair> pairs;
    std::vector<impinge_segment> segments;
    std::vector<double> curve_points;  ///< of all curves, one after the other
    std::vector<impinge_curve> curves; ///< into curve_points
    std::uint64_t crossing_pairs = 0;
    std::uint64_t touching_pairs = 0;
};

namespace impinge::inline v0 {

struct FoundContacts {
    std::span<const TrianglePair> pairs;
    std::span<const ContactSegment> segments;
    std::span<const ContactCurve> curves;
    std::uint64_t crossing_pairs = 0;
    std::uint64_t touching_pairs = 0;
};

impinge_contacts to_contacts(const FoundContacts& found);

/// Of an Interference or of SelfIntersections, which have these in common.
template <typename Result> impinge_contacts contacts_of(const Result& result) {
    return to_contacts({result.pairs, result.segments, result.curves, result.crossing_pairs,
                        result.touching_pairs});
}

} // namespace impinge::inline v0
