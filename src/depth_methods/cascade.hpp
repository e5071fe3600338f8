// SPDX-License-Identifier: Apache-2.0
//
// Each pixel by the cheapest method that can settle it.
#pragma once

#include "depth_methods/renderings.hpp"

namespace impinge::inline v0::imagespace {

/// Keeps targets for the part of the window in which the bodies are exchanged; B's maps there are
/// drawn anew in every query.
struct Exchanged {
    DepthMaps maps;
    std::optional<bool> b_pi_convex; ///< in that part, if the last query looked
};

/// The first rendering is that of minmax, the second that of parity. Pixels left over go through
/// both with A and B exchanged, in the part of the window that holds them; then through the order
/// of layers, which settles the rest. A few pixels go to the order of layers, hence to rays, at
/// once.
Expected<Findings> cascade(const Frame& frame, Exchanged& exchanged);

/// The order of layers alone, for all pixels that both bodies cover.
Expected<Findings> only_layer_order(const Frame& frame);

} // namespace impinge::inline v0::imagespace
