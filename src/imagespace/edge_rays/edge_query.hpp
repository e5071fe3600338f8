// SPDX-License-Identifier: Apache-2.0
//
// A query on its way: what all its stages work with.
#pragma once

#include "imagespace/edge_rays/edge_answer.hpp"
#include "imagespace/edge_rays/windows/edge_windows.hpp"

namespace impinge::inline v0::imagespace {

struct EdgeQuery {
    raster::Device& device;
    std::span<const Body> bodies;
    const EdgeRayOptions& options;
    EdgeScene& scene;
    EdgeTargets& targets;
    EdgeAnswer& answer;
};

/// For calls that report no progress of their own.
Context silent(const Context& context);

/// Looks at every cluster through its windows.
Status look_at_clusters(EdgeQuery& query, std::span<const EdgeCluster> clusters);

/// Closer looks at pairs that were not found, and the exact engine where it is asked.
Status decide_pairs(EdgeQuery& query);

} // namespace impinge::inline v0::imagespace
