// SPDX-License-Identifier: Apache-2.0
//
// Where surfaces meet, as segments and as the curves they join into.
#pragma once

#include "exact/world_mesh.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The contact of every pair whose contact set is a segment, in the order of the pairs.
std::vector<ContactSegment> contact_segments(const WorldMesh& a, const WorldMesh& b,
                                             std::span<const TrianglePair> pairs,
                                             const Context& context);

/// Chains segments that share an end. Equal ends have equal bits (see ContactPoint), so nothing is
/// snapped. Curves end where one, or more than two, segments come together. The result depends on
/// the set of segments alone: not on their order, nor on which body is A.
std::vector<ContactCurve> chain_curves(std::span<const ContactSegment> segments);

} // namespace impinge::inline v0
