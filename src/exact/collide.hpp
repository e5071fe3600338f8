// SPDX-License-Identifier: Apache-2.0
//
// The exact engine. world_mesh places the bodies, pairs/ finds the triangle pairs that meet (broad
// and narrow phase), verdict/ judges them, curves chains the contact; distance/ is the other road,
// branch and bound over two BVHs.
//
// Here: collide() for callers that ask about one mesh many times: what is found out about it is
// kept where they say. The answer is that of collide(), bit for bit.
#pragma once

#include "exact/pairs/find_pairs.hpp"
#include "impinge/collide.hpp"

#include <functional>

namespace impinge::inline v0 {

/// Asked for the diagnosis of a mesh if, and only if, the verdict hangs on it and the body brings
/// none. Returns what diagnose() would.
using DiagnosisSource = std::function<Expected<Diagnosis>(const MeshView&, const Context&)>;

/// Finds what find_pairs() would.
using PairSource =
    std::function<FoundPairs(const WorldMesh&, const WorldMesh&, Stop, const Context&)>;

Expected<Interference> collide_sharing(const Body& a, const Body& b, const CollideOptions& options,
                                       const Context& context, const DiagnosisSource& source,
                                       const PairSource& pairs = find_pairs);

} // namespace impinge::inline v0
