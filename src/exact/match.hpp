// SPDX-License-Identifier: Apache-2.0
//
// Fourth stage: which boxes of A overlap which boxes of B. Space is halved again and again until a
// part holds few boxes or halving no longer separates them; a pair is found in the one part that
// holds the low corner of its common box, so it is found once.
#pragma once

#include "impinge/context.hpp"
#include "impinge/vec3.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge {

/// The box of a triangle (or of anything that has an index).
struct IndexedBox {
    Box3 box;
    std::uint32_t index = 0;
};

struct Candidate {
    std::uint32_t a = 0; ///< `index` of the box of A
    std::uint32_t b = 0;
};

/// A part of space with the boxes that reach into it.
struct MatchTask {
    std::vector<IndexedBox> a;
    std::vector<IndexedBox> b;
    Box3 owned; ///< half open: pairs whose common box starts at or above max belong to others
};

/// Cuts the work into tasks that can be matched independently. Depends on the boxes alone.
std::vector<MatchTask> split_into_tasks(std::vector<IndexedBox> a, std::vector<IndexedBox> b);

/// All overlapping pairs owned by the task, each once, in no particular (but fixed) order.
std::vector<Candidate> match(MatchTask task);

} // namespace impinge
