// SPDX-License-Identifier: Apache-2.0
//
// What the options of `impinge picture` say, as text and as what it means.
#pragma once

#include "impinge/render.hpp"
#include "input/input.hpp"
#include "output/outputs.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impinge::cli {

class Verb;

struct PictureOptions {
    Input input;
    std::string picture_file;
    std::string size = "1200x800";
    std::string device = "software";
    std::string from;
    std::string up;
    std::string at;
    double zoom = 1;
    bool orthographic = false;
    bool perspective = false;
    bool flat = false;
    bool no_check = false;
    bool labels = false;
    std::vector<std::string> transparent; ///< auto, none, all, or patterns for names
    double opacity = 0.25;
    std::string contacts = "all";
    bool overlap = false; ///< filled regions and patches
    int boxes = -1;       ///< the level of trees to show; -1: none
    std::string method = "exact";
    std::string colours = "calm";
    std::string background = "grey";
    int samples = 3;
    Outputs outputs;
};

void add_picture_options(Verb& verb, PictureOptions& options);

/// Sizes, camera and background; fails with a sentence that names the option.
Expected<render::RenderOptions> render_options(const PictureOptions& options);
Expected<raster::DeviceKind> device_option(const std::string& text);

} // namespace impinge::cli
