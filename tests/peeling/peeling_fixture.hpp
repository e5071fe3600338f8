// SPDX-License-Identifier: Apache-2.0
//
// What the exact engine says of a pair, and how pairs of triangles are compared with it.
#pragma once

#include "impinge/peeling.hpp"
#include "tests/raster/devices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace impinge::tests {

using imagespace::PeeledPairs;
using imagespace::PeelingOptions;
using imagespace::PeelingSearch;

inline Interference exact_pairs(const Body& a, const Body& b) {
    return need(collide(a, b, {.detail = Detail::Pairs}));
}

/// All that collide() finds, to the last bit.
inline testing::AssertionResult same_as_exact(const PeeledPairs& found, const Interference& exact) {
    if (found.interference.pairs != exact.pairs) {
        std::vector<TrianglePair> missed;
        std::ranges::set_difference(exact.pairs, found.interference.pairs,
                                    std::back_inserter(missed));
        auto failure = testing::AssertionFailure()
                       << found.interference.pairs.size() << " pairs instead of "
                       << exact.pairs.size() << "; " << missed.size() << " missed";
        if (!missed.empty()) {
            failure << ", the first of triangles " << missed.front().a << " and "
                    << missed.front().b;
        }
        return failure;
    }
    if (found.interference.verdict != exact.verdict ||
        found.interference.certainty != Certainty::Exact ||
        found.interference.decision != exact.decision ||
        found.interference.compared != exact.compared || found.interference.hash != exact.hash) {
        return testing::AssertionFailure()
               << "verdict " << to_string(found.interference.verdict) << " ("
               << to_string(found.interference.decision) << ") instead of "
               << to_string(exact.verdict) << " (" << to_string(exact.decision) << ')';
    }
    return testing::AssertionSuccess();
}

/// Every pair of `found` is one of `all`; both are sorted.
inline bool all_true(const std::vector<TrianglePair>& found, const std::vector<TrianglePair>& all) {
    return std::ranges::includes(all, found);
}

inline PeelingOptions conservative(int resolution, std::optional<Vec3d> direction = {}) {
    return {
        .search = PeelingSearch::Conservative, .resolution = resolution, .direction = direction};
}

} // namespace impinge::tests
