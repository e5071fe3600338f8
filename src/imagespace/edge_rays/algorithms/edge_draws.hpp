// SPDX-License-Identifier: Apache-2.0
//
// Bodies of a window drawn as edges or as faces.
#pragma once

#include "imagespace/edge_rays/algorithms/edge_passes.hpp"
#include "imagespace/edge_rays/edge_frame.hpp"

namespace impinge::inline v0::imagespace {

/// Where to and how.
struct EdgeDraw {
    raster::Target& target;
    raster::Pass pass;
    const raster::Target* reference = nullptr;
    /// For each body drawn (entries may be null), none, or one for all.
    std::span<raster::Query* const> queries = {};
};

/// In the order of the bodies, moved outward by the frame's offset.
Status draw_edges(const EdgeFrame& frame, std::span<const EdgeBody> bodies, const EdgeDraw& draw);

/// All but open bodies, as if they looked outward. In their order, but for inside-out ones, which
/// come last.
Status draw_faces(const EdgeFrame& frame, std::span<const EdgeBody> bodies, const EdgeDraw& draw);

} // namespace impinge::inline v0::imagespace
