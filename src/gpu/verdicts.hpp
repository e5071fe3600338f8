// SPDX-License-Identifier: Apache-2.0
//
// What whole answers of a session have in common.
#pragma once

#include "gpu/session_state.hpp"

namespace impinge::inline v0::gpu {

/// Whether bodies can be in each other's way at all is asked of their boxes; the device's are
/// widened by what it rounds.
void count_region(FoundPairs& found, const WorldMesh& a, const WorldMesh& b,
                  const Context& context);

/// Of a mesh that is known; found out once for each state of its positions.
Expected<MeshSolidity> solidity_of_kept(KeptMesh& kept, const MeshView& mesh,
                                        const Context& context);

} // namespace impinge::inline v0::gpu
