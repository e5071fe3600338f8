// SPDX-License-Identifier: Apache-2.0
//
// What the viewer takes: told by `impinge view --help`, checked there and read by the viewer's own
// program.
#pragma once

#include "impinge/scene_file.hpp"
#include "input/input.hpp"
#include "picture/picture_options.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace impinge::cli {

struct ViewOptions {
    PictureOptions picture; ///< files, size and camera
    std::string camera;     ///< six or nine numbers
    std::string screenshot; ///< empty if a window is wanted
    std::string sequence;   ///< a file of poses or motions
    std::string particles;  ///< the name of a scene of particles, or its file
    std::string record;     ///< a folder for all frames
    std::string simulate;   ///< the name of a simulation
    std::optional<int> frames;
    std::optional<int> bodies;
    std::optional<int> seed;
    std::optional<int> frame_memory; ///< MiB
    std::string stereo = "off";
    double eye_distance = 0; ///< 0: the usual one
    std::string script;
    bool headless = false;
    bool panels = false;
    bool hand = false; ///< a walkthrough by hand from the beginning
    bool driver_messages = false;
    double scale = 0;
    int samples = 4;
    unsigned long triangles = 0; ///< of a sample
    unsigned threads = 0;
};

void add_view_options(Verb& verb, ViewOptions& options);

/// What is wrong with them that can be told before anything is opened.
Status check_view_options(const ViewOptions& options);

/// What the files stand for: a scene file, mesh files, or the name of a sample. None is an empty
/// scene.
Expected<DescribedInput> described_view(const ViewOptions& options);

} // namespace impinge::cli
