// SPDX-License-Identifier: Apache-2.0
//
// Bodies that are badly made show themselves in the counts of a window. Open ones: front and back
// faces do not cancel out along a ray. Negative ones: more of their faces look away from the eye
// than towards it.
#pragma once

#include "edge_rays/algorithms/edge_layers.hpp"

namespace impinge::inline v0::imagespace {

/// Which bodies of the window are open: rays that do not leave as often as they enter. One sweep
/// over all bodies; if it finds something, one over each.
Expected<std::vector<UnsoundBody>> open_bodies(const EdgeFrame& frame);

/// Looks at the counts of the layer. If some are negative, each body is counted by itself, and
/// those at fault join the findings with the number of points that say so.
Status name_negative(EdgeLayers& layers, EdgeFindings& findings);

/// Adds rays to those of a body, among bodies sorted by index.
void add_negative(std::vector<UnsoundBody>& bodies, std::uint32_t body, std::uint64_t rays);

} // namespace impinge::inline v0::imagespace
