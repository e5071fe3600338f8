// SPDX-License-Identifier: Apache-2.0
//
// From proposed pairs to proved ones.
#pragma once

#include "exact/pairs/box_columns.hpp"
#include "exact/pairs/find_pairs.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// By a, then b, each once.
void sort_candidates(std::vector<Candidate>& candidates);

/// Which candidates meet, by exact predicates, on all threads; sorted. With one mesh given twice,
/// what meets in more than a common corner or edge. The candidates are sorted, each is there once.
FoundPairs prove_candidates(const WorldMesh& a, const WorldMesh& b,
                            std::span<const Candidate> candidates, const Context& context);

} // namespace impinge::inline v0::imagespace
