// SPDX-License-Identifier: Apache-2.0
//
// What `impinge map` measured, as text and as JSON.
#pragma once

#include "impinge/depth_methods.hpp"
#include "map/map_request.hpp"

namespace impinge::cli {

/// A map without its pixels.
struct MapNumbers {
    raster::View view;
    double pixel_size = 0;
    double tolerance = 0;
    imagespace::ClearanceStatistics statistics;
    std::uint64_t pixels_by_layers = 0;
    double surface_error = 0;
    bool by_rays = false;
};

MapNumbers numbers_of(const imagespace::ClearanceMap& map);

/// Of two positions: deeper into each other, or nearer if neither overlaps.
bool comes_closer(const imagespace::ClearanceStatistics& a,
                  const imagespace::ClearanceStatistics& b);

/// One position of a sequence.
struct MapFrame {
    std::string name;
    MapNumbers numbers;
    bool map_reused_a = false;   ///< A's depth maps, for the clearance
    imagespace::Sampled verdict; ///< of the cascade
    MapFiles files;
    double map_ms = 0;
    double verdict_ms = 0;
};

struct MapReport {
    LoadedScene scene; ///< A and B
    raster::DeviceInfo device;
    /// Of a sequence those of the frame in which the bodies come closest.
    MapNumbers numbers;
    std::optional<imagespace::RayComparison> rays;
    std::vector<MapFrame> frames; ///< empty without a sequence
    std::size_t closest_frame = 0;
    MapFiles files;
    double map_ms = 0;
    double rays_ms = 0;
    double total_ms = 0;
};

/// "512 x 300 pixels of 0.02 mm, looking along (0, 0, -1), drawn by software within 0.0001 mm"
std::string map_facts(const MapNumbers& numbers, const MapReport& report);
std::string map_text(const MapReport& report);
/// The text of the document.
std::string map_json(const MapReport& report);

} // namespace impinge::cli
