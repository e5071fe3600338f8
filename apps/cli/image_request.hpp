// SPDX-License-Identifier: Apache-2.0
//
// What was asked of `impinge image`: the options as they were written, and understood.
#pragma once

#include "image_passes.hpp"
#include "image_planes.hpp"
#include "impinge/picture.hpp"
#include "input.hpp"
#include "outputs.hpp"

namespace impinge::cli {

struct ImageOptions {
    Input input;
    Outputs outputs;
    std::string plane = "depth";
    std::string pass = "nearest";
    std::string out;
    std::string device = "software";
    std::string resolution = "512";
    std::string direction = "-0.55,1,-0.5";
    std::string colour_map;
    bool perspective = false;
    bool no_legend = false;
};

/// The options, understood.
struct ImageRequest {
    const NamedPass* pass = nullptr;
    ImagePlane plane = ImagePlane::Depth;
    raster::DeviceKind device = raster::DeviceKind::Software;
    render::PixelSize size;
    Vec3d direction;
    raster::Projection projection = raster::Projection::Orthographic;
    std::optional<render::ColourMap> map;
};

/// Fails on what is unknown or cannot be written, before any work.
Expected<ImageRequest> understand(const ImageOptions& options);

} // namespace impinge::cli
