// SPDX-License-Identifier: Apache-2.0
//
// `impinge map` of surfaces that need not be closed: from every vertex to the closest point of the
// other surface, with a sign.
#pragma once

#include "impinge/signed_distance.hpp"
#include "map/distance_colours.hpp"
#include "map/map_request.hpp"

#include <array>
#include <string>
#include <vector>

namespace impinge::cli {

class Progress;

struct ClosestReport {
    LoadedScene scene; ///< A and B
    const DistancePreset* preset = nullptr;
    double tolerance = 0;           ///< what is nearer is contact
    std::vector<double> thresholds; ///< rising; the tolerance among them
    std::array<SignedDistances, 2> distances;
    std::array<PartsNearness, 2> nearness;
    MapFiles files;
    double map_ms = 0;
    double total_ms = 0;
};

/// Fails on options that only solids can follow.
Status check_closest(const MapOptions& options, const LoadedScene& scene);

/// Measures, and writes pictures and meshes on the way.
Expected<ClosestReport> measure_closest(LoadedScene scene, const MapRequest& request,
                                        const Context& context, Progress& progress);

DistanceColours colours_of(const ClosestReport& report, std::optional<double> range);
/// Both surfaces, each as the other one sees it.
Expected<render::Picture> closest_page(const ClosestReport& report, const MapRequest& request,
                                       const Context& context);

std::string closest_text(const ClosestReport& report);
std::string closest_json(const ClosestReport& report);

} // namespace impinge::cli
