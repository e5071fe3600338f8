// SPDX-License-Identifier: Apache-2.0
//
// Sections 3 and 4 of the paper on the device: layers of two bodies in turn, each deeper than the
// last, and the ids of surfaces that come close to each other there.
#pragma once

#include "base/stopwatch.hpp"
#include "peeling/peeling_region.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// How many layers fit three targets with two layers each.
inline constexpr unsigned layers_per_stage = 6;

/// Ids of A and of B, sorted, each pair once. Of a body and itself, in no order.
struct LayerPairs {
    std::vector<raster::IdPair> ids;
    unsigned layers = 0;
};

struct PeelingTask {
    raster::Device& device;
    const WorldBody& a;
    const WorldBody& b; ///< the same object as `a` for a body and itself
    const PeelingOptions& options;
    const Context& context;
    PeelingReport& report; ///< receives what it took

    [[nodiscard]] bool one_body() const { return &a == &b; }
};

/// Fewer if the context is cancelled. `epsilon` is in world units.
Expected<LayerPairs> close_surfaces(const PeelingTask& task, const SharedRegion& region,
                                    double epsilon);

/// The largest distance along the view at which surfaces count as close: see the public header.
double close_distance(const SharedRegion& region, double steepest_slope);

} // namespace impinge::inline v0::imagespace
