// SPDX-License-Identifier: Apache-2.0
//
// Which bodies make counts negative: more of their faces look away from the eye than towards it.
#pragma once

#include "imagespace/edge_rays/algorithms/edge_layers.hpp"

namespace impinge::inline v0::imagespace {

/// Looks at the counts of the layer. If some are negative, each body is counted by itself, and
/// those at fault join the findings with the number of points that say so.
Status name_negative(EdgeLayers& layers, EdgeFindings& findings);

/// Adds rays to those of a body, among bodies sorted by index.
void add_negative(std::vector<UnsoundBody>& bodies, std::uint32_t body, std::uint64_t rays);

} // namespace impinge::inline v0::imagespace
