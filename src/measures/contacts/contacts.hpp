// SPDX-License-Identifier: Apache-2.0
//
// contacts() for callers that have asked collide() already.
#pragma once

#include "exact/snapshot_data.hpp"
#include "impinge/contacts.hpp"

#include <vector>

namespace impinge::inline v0 {

/// What a caller may know.
struct KnownSolidity {
    const MeshSolidity* a = nullptr; ///< null: not known
    const MeshSolidity* b = nullptr;
};

/// `found` is what collide() said, with all pairs. No manifolds once the context is cancelled.
Expected<std::vector<Manifold>> manifolds_of(const SnapshotData& a, const SnapshotData& b,
                                             const Interference& found, std::size_t points,
                                             const KnownSolidity& known, const Context& context);

} // namespace impinge::inline v0
