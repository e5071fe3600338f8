// SPDX-License-Identifier: Apache-2.0
//
// Walls that lie flush on each other: triangles of both lists in one plane. Two fans over one
// polygon have as many pairs of triangles that overlap as there are pairs, and for a verdict all of
// them say the same. Who wants no more than that takes one for each triangle (match_parts.hpp).
#pragma once

#include "exact/pairs/match_parts.hpp"
#include "impinge/predicates.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace impinge::inline v0 {

/// A triangle with an area in whose plane some of both lists seem to lie, from a sample.
std::optional<Triangle> common_plane(const Meshes& meshes, const BoxLists& boxes);

/// +1 if the triangle lies in the plane of the first and its normal points the same way, -1 if the
/// other way; 0 if it does not or has no area.
Sign side_in_plane(const Triangle& plane, const Triangle& triangle);

/// Some pairs of triangles that have an area in common, found by trying a few partners of each.
struct FlushPairs {
    std::vector<Candidate> pairs;
    std::vector<std::uint8_t> met_a; ///< one for each box of a list: whether it is in a pair
    std::vector<std::uint8_t> met_b;
};

/// Of lists that lie in one plane. Nothing if next to none overlap.
std::optional<FlushPairs> some_flush_pairs(const Meshes& meshes, const BoxLists& boxes);

} // namespace impinge::inline v0
