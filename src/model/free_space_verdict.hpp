// SPDX-License-Identifier: Apache-2.0
//
// What free space alone tells of two solids: no triangle is looked at.
#pragma once

#include "model/free_space.hpp"
#include "model/meeting_blocks.hpp"

#include "impinge/collide.hpp"

#include <optional>

namespace impinge::inline v0::model {

/// A verdict on two solids that is right whatever happens beside free space; mostly nothing where
/// surfaces come near each other.
///  - A ball around the smaller body lies in the free space of the larger one: their surfaces do
///    not meet, all of the smaller is on one side of the other's, and nothing of the larger in it.
///  - A point lies inside both, one inside the smaller alone, one inside the larger alone.
std::optional<Verdict> verdict_by_free_space(const TreePair& trees, const FreeSpace& around_a,
                                             const FreeSpace& around_b);

} // namespace impinge::inline v0::model
