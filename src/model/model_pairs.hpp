// SPDX-License-Identifier: Apache-2.0
//
// The triangle pairs of two models that meet, by their trees (broad phase) and exact predicates
// (narrow phase).
#pragma once

#include "exact/pairs/find_pairs.hpp"
#include "model/meeting_blocks.hpp"
#include "model/model_data.hpp"

namespace impinge::inline v0::model {

/// What find_pairs() finds, apart from counters and times; no pair is left out. Both must be such
/// that through_trees() holds. Nothing if a verdict is wanted and so many pairs meet that
/// find_pairs() would do better with some of them.
std::optional<FoundPairs> find_by_trees(const PlacedModel& a, const PlacedModel& b, Stop stop,
                                        const Context& context);
/// With how the trees of the two lie to each other, for those who know.
std::optional<FoundPairs> find_by_trees(const PlacedModel& a, const PlacedModel& b,
                                        const TreePair& trees, Stop stop, const Context& context);

/// The first of those pairs.
std::optional<TrianglePair> first_by_trees(const PlacedModel& a, const PlacedModel& b,
                                           const Context& context);

} // namespace impinge::inline v0::model
