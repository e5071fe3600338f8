// SPDX-License-Identifier: Apache-2.0
//
// overlap() for callers that know some of what it would find out. The answer is the same, bit for
// bit.
#pragma once

#include "exact/snapshot_data.hpp"
#include "impinge/overlap.hpp"

#include <vector>

namespace impinge::inline v0 {

struct OverlapKnown {
    const MeshSolidity* solidity_a = nullptr; ///< null: not known
    const MeshSolidity* solidity_b = nullptr;
    const std::vector<TrianglePair>* pairs = nullptr; ///< all of them, sorted
};

Expected<Overlap> overlap_sharing(const SnapshotData& a, const SnapshotData& b,
                                  const OverlapOptions& options, const OverlapKnown& known,
                                  const Context& context);

} // namespace impinge::inline v0
