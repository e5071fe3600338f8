// SPDX-License-Identifier: Apache-2.0
//
// The exact engine. world_mesh places the bodies, pairs/ finds the triangle pairs that meet (broad
// and narrow phase), verdict/ judges them, curves chains the contact; distance/ is the other road,
// branch and bound over two BVHs.
//
// Here: collide() for callers that ask about one mesh many times: what is found out about it is
// kept in a snapshot or where they say. The answer is that of collide(), bit for bit.
#pragma once

#include "exact/pairs/find_pairs.hpp"
#include "exact/snapshot_data.hpp"
#include "impinge/collide.hpp"
#include "impinge/self_intersections.hpp"
#include "mesh/solidity.hpp"

#include <functional>

namespace impinge::inline v0 {

/// Asked whether a mesh, which validate() accepts, is a solid if, and only if, the verdict hangs on
/// it and the body brings no diagnosis. Returns what solidity_of_valid() would; what it returns
/// once the context is cancelled is not looked at.
using SoliditySource = std::function<Expected<MeshSolidity>(const MeshView&, const Context&)>;

/// Finds what find_pairs() would.
using PairSource =
    std::function<FoundPairs(const WorldMesh&, const WorldMesh&, Stop, const Context&)>;

struct QuerySources {
    SoliditySource solidity; ///< if empty, the snapshot is asked
    PairSource pairs = find_pairs;
};

Expected<Interference> collide_sharing(const Body& a, const Body& b, const CollideOptions& options,
                                       const Context& context, const QuerySources& sources);
Expected<Interference> collide_sharing(const SnapshotData& a, const SnapshotData& b,
                                       const CollideOptions& options, const Context& context,
                                       const QuerySources& sources);

/// Finds what find_self_pairs() would.
using SelfPairSource = std::function<FoundPairs(const WorldMesh&, Stop, const Context&)>;

/// self_intersections() with pairs from elsewhere.
Expected<SelfIntersections> self_intersections_sharing(const MeshView& mesh,
                                                       const SelfIntersectionOptions& options,
                                                       const Context& context,
                                                       const SelfPairSource& pairs);

/// within() for the same callers.
Expected<Clearance> within_sharing(const SnapshotData& a, const SnapshotData& b, double clearance,
                                   const Context& context);

} // namespace impinge::inline v0
