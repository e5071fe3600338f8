// SPDX-License-Identifier: Apache-2.0
//
// From proposed pairs to proved ones.
#pragma once

#include "exact/pairs/box_columns.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "impinge/peeling.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// By a, then b, each once.
void sort_candidates(std::vector<Candidate>& candidates);

/// The triangles that two ids stand for (section 5 of the paper), each with each; sorted, each
/// once. Of a body and itself, the smaller index first and none with itself.
std::vector<Candidate> triangles_of(std::span<const raster::IdPair> ids, TriangleIds meaning,
                                    const WorldMesh& a, const WorldMesh& b);

/// Which candidates meet, by exact predicates, on all threads; sorted. With one mesh given twice,
/// what meets in more than a common corner or edge. The candidates are sorted, each is there once.
FoundPairs prove_candidates(const WorldMesh& a, const WorldMesh& b,
                            std::span<const Candidate> candidates, const Context& context);

} // namespace impinge::inline v0::imagespace
