// SPDX-License-Identifier: Apache-2.0
//
// A query on its way: what all its stages work with, and what stays for the next one.
#pragma once

#include "edge_rays/edge_answer.hpp"
#include "edge_rays/edge_windows.hpp"

#include <utility>

namespace impinge::inline v0::imagespace {

/// What a session keeps.
struct EdgeStage {
    EdgeStage(raster::Device& where, std::span<const Body> bodies, EdgeRayOptions wanted)
        : device(where), options(std::move(wanted)), scene(where, bodies), targets(where) {}

    raster::Device& device;
    EdgeRayOptions options;
    EdgeScene scene;
    EdgeTargets targets;
};

struct EdgeQuery {
    raster::Device& device;
    const EdgeRayOptions& options;
    EdgeScene& scene;
    EdgeTargets& targets;
    EdgeAnswer& answer;
    const Context& context;
};

Status check_options(const EdgeRayOptions& options);

/// The whole road.
Expected<EdgeRays> ask(EdgeStage& stage, std::span<const Rigid> poses, const Context& context);

/// For calls that report no progress of their own.
Context silent(const Context& context);

/// Looks at every cluster through its windows.
Status look_at_clusters(EdgeQuery& query, std::span<const EdgeCluster> clusters);

/// Closer looks at pairs that were not found, and the exact engine where it is asked.
Status decide_pairs(EdgeQuery& query);

} // namespace impinge::inline v0::imagespace
