// SPDX-License-Identifier: Apache-2.0
//
// Every pair of triangles of two bodies that meet, and the verdict that follows from all of them.
#pragma once

#include "imagespace/conservative/candidate_pairs.hpp"
#include "imagespace/conservative/shared_depths.hpp"

namespace impinge::inline v0::imagespace {

/// Named as in to_world(). The mesh, the geometry and the diagnosis must stay good.
Expected<WorldBody> placed_body(const Body& body, const BodyName& name,
                                const raster::Geometry* geometry, const Box3& own_box,
                                const Context& context);

/// Where the bodies can meet, by the device; everywhere, where floats cannot draw it or there is
/// but one body.
Expected<SharedDepths> open_depths(const SharedTask& task, const SharedRegion& region);

/// Every pair of triangles that have a point in common is among them; sorted, each once.
Expected<std::vector<Candidate>> conservative_candidates(const SharedTask& task,
                                                         const SharedRegion& region);

/// All pairs that meet, with the counters that the verdict needs.
FoundPairs prove_all(const WorldBody& a, const WorldBody& b, std::span<const Candidate> candidates,
                     const Context& context);

} // namespace impinge::inline v0::imagespace
