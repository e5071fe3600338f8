// SPDX-License-Identifier: Apache-2.0
//
// What `impinge image` found out about the planes it drew, as text and as JSON.
#pragma once

#include "image/image_passes.hpp"
#include "image/image_planes.hpp"
#include "input/input.hpp"

namespace impinge::cli {

struct ImageReport {
    LoadedScene scene;
    const NamedPass* pass = nullptr;
    ImagePlane plane = ImagePlane::Depth;
    raster::DeviceInfo device = {};
    raster::View view = {};
    PlaneStatistics statistics = {};
    std::string file;
    double draw_ms = 0;
    double total_ms = 0;
};

/// "512 x 512 pixels of 0.02 mm, looking along (0, 0, -1), drawn by software"
std::string image_facts(const ImageReport& report);
std::string image_text(const ImageReport& report);
/// The text of the document.
std::string image_json(const ImageReport& report);

} // namespace impinge::cli
