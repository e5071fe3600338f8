// SPDX-License-Identifier: Apache-2.0
//
// What was asked of `impinge map`: the options as they were written, and understood.
#pragma once

#include "impinge/clearance.hpp"
#include "input/input.hpp"
#include "io/scene/poses.hpp"
#include "output/outputs.hpp"
#include "sampled/sampled_arguments.hpp"

namespace impinge::cli {

class Verb;
struct DistancePreset;

struct MapOptions {
    Input input;
    Outputs outputs;
    SampledArguments sampled{.method = "cascade"};
    std::string out;
    std::string data;
    std::string vertices;
    std::string error_map;
    std::string sequence;
    std::string preset;
    bool closest = false;
    std::optional<double> tolerance;
    std::optional<double> range;
    std::optional<int> against_rays;
};

/// Empty where nothing is to be written.
struct MapFiles {
    std::string picture;
    std::string data;
    std::string vertices_a;
    std::string vertices_b;
    std::string error_map;
};

/// The options after validation.
struct MapRequest {
    SampledRequest sampled;
    imagespace::ClearanceOptions clearance;
    std::optional<double> range;
    std::optional<int> rays_per_pixel;
    std::optional<PoseSequence> sequence;
    MapFiles files;
    const DistancePreset* preset = nullptr;
};

void add_map_options(Verb& verb, MapOptions& options);

/// Fails on what is unknown, contradicts itself or cannot be written, before any work.
Expected<MapRequest> understand(const MapOptions& options);

/// The files of one frame of many: "bite.png" becomes "bite-007.png".
MapFiles numbered(const MapFiles& files, std::size_t frame, std::size_t frames);

} // namespace impinge::cli
