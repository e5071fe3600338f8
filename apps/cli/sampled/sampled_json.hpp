// SPDX-License-Identifier: Apache-2.0
//
// What image-space methods say, as JSON; docs/json.md is the manual.
#pragma once

#include "output/json_report.hpp"
#include "sampled/method.hpp"

namespace impinge::cli {

/// An object with a field for each stage.
Json json_stage_pixels(std::span<const StagePixels> stages);

/// Where a view looks to, without negative zeros.
Json json_direction(const raster::View& view);

/// How surfaces were peeled, and what was found of their triangles.
Json json_peeling(const imagespace::PeelingReport& report, const Interference& found);

/// Of all bodies: faults, work, and the bodies named by algorithms that name no pairs.
Json json_edge_rays(const imagespace::EdgeRays& rays, imagespace::EdgeRayAlgorithm algorithm);
/// Of a pair, whose fields are there and null: "edge_points_a", "edge_points_b", "decided_by" and,
/// if asked for, "crossings".
void add_edge_ray_share(Json& out, const EdgeRayShare& share,
                        const imagespace::EdgeRayOptions& asked);

} // namespace impinge::cli
