// SPDX-License-Identifier: Apache-2.0
//
// Which triangles of two bodies share a pixel at a common depth, none left out: the conservative
// search, on the processor, in double precision. Where many triangles share a pixel it is cut into
// quarters again and again.
#pragma once

#include "imagespace/conservative/candidate_pairs.hpp"
#include "imagespace/conservative/shared_depths.hpp"

namespace impinge::inline v0::imagespace {

/// Every pair of triangles that have a point in common is among them; sorted, each once. Of one
/// body with itself, the smaller index first. Incomplete once the context is cancelled.
std::vector<Candidate> shared_cells(const SharedTask& task, const SharedRegion& region,
                                    const SharedDepths& open);

} // namespace impinge::inline v0::imagespace
