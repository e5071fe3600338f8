// SPDX-License-Identifier: Apache-2.0
#include "map/map_request.hpp"

#include "arguments/file_arguments.hpp"
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "io/float_map.hpp"
#include "io/write_file.hpp"
#include "map/distance_colours.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

Status check_numbers(const MapOptions& options) {
    if (options.tolerance && !(*options.tolerance >= 0 && std::isfinite(*options.tolerance))) {
        return usage_error("--tolerance: must be a finite number, not negative");
    }
    if (options.range && !(*options.range > 0 && std::isfinite(*options.range))) {
        return usage_error("--range: must be a finite number greater than 0");
    }
    return {};
}

/// What an option needs, or cannot stand beside.
Status check_together(const MapOptions& options) {
    if (!options.error_map.empty() && !options.against_rays) {
        return usage_error("--error-map: shows the errors that --against-rays N finds");
    }
    if (options.range && options.out.empty() && options.vertices.empty()) {
        return usage_error("--range: is for the colours of --out FILE.png");
    }
    if (options.range && !options.preset.empty()) {
        return usage_error("--range: the colours of --preset have limits of their own");
    }
    if (!options.sequence.empty() && (options.against_rays || !options.vertices.empty())) {
        return usage_error("--sequence: goes with --out, --data and --json, not with "
                           "--against-rays or --vertices");
    }
    return {};
}

MapFiles files_of(const MapOptions& options) {
    MapFiles files{options.out, options.data, {}, {}, options.error_map};
    if (!options.vertices.empty()) {
        const auto [a, b] = files_of_prefix(options.vertices);
        files.vertices_a = a;
        files.vertices_b = b;
    }
    return files;
}

Status check_files(const MapFiles& files) {
    if (!files.data.empty()) {
        if (Status status = check_float_map_name(files.data); !status) {
            return status;
        }
    }
    for (const std::string* file :
         {&files.picture, &files.data, &files.vertices_a, &files.vertices_b, &files.error_map}) {
        if (*file == "-") {
            return usage_error("-: only --json can go to standard output");
        }
        if (!file->empty()) {
            if (Status status = check_writable(*file); !status) {
                return status;
            }
        }
    }
    return {};
}

Status read_sequence(const MapOptions& options, MapRequest& request) {
    if (options.sequence.empty()) {
        return {};
    }
    auto sequence = read_pose_sequence(options.sequence);
    if (!sequence) {
        return sequence.error();
    }
    request.sequence = std::move(*sequence);
    return {};
}

void add_view_options(Verb& verb, MapOptions& options) {
    verb.option("--direction", &options.sampled.direction, "X,Y,Z",
                "Measure along this direction; by default across the flattest side of where "
                "the bodies meet");
    verb.option("--projection", &options.sampled.projection, "HOW",
                "How a direction is chosen: first (from the boxes) or refined (from the "
                "surfaces near the contact)")
        .suggests("first, refined");
    verb.option("--resolution", &options.sampled.resolution, "N",
                "Pixels along the longer side of the window; 512 by default");
    verb.option("--device", &options.sampled.device, "DEVICE",
                "What draws: software (default) or opengl")
        .suggests("software, opengl");
}

void add_outputs(Verb& verb, MapOptions& options) {
    verb.option("--out", &options.out, "FILE.png", "A picture of the map");
    verb.option("--data", &options.data, "FILE.pfm|.npy",
                "The clearance of every pixel as 32-bit floats; NaN where not both bodies are");
    verb.option("--vertices", &options.vertices, "PREFIX",
                "The bodies with the clearance of every vertex: PREFIX-a.ply and PREFIX-b.ply; to "
                "closest points as quality, with colours");
    verb.option("--tolerance", &options.tolerance, "T",
                "What is nearer than this counts as contact; the size of a pixel by default");
    verb.option("--range", &options.range, "R", "The clearance at the ends of the colours");
    verb.option("--against-rays", &options.against_rays, "N",
                "Compare with the mean of N exact rays in each pixel, a square number");
    verb.option("--error-map", &options.error_map, "FILE.png",
                "A picture of what those rays find wrong");
    verb.option("--sequence", &options.sequence, "POSES.json",
                "Measure every frame of a motion; files get the number of their frame");
}

} // namespace

void add_map_options(Verb& verb, MapOptions& options) {
    verb.files("A B", &options.input.files, Count{1, 2},
               "Two mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP), each one "
               "body, or a "
               "scene file of two bodies");
    verb.flag("--closest", &options.closest,
              "Measure from every vertex to the closest point of the other surface, negative "
              "behind it, instead of along a view; always so if a body is open");
    verb.option("--preset", &options.preset, "NAME",
                "Colours and thresholds in micrometres, to closest points: occlusion or foil")
        .suggests("occlusion, foil");
    add_outputs(verb, options);
    add_view_options(verb, options);
    add_reading_options(verb, options.input);
    add_json_and_threads(verb, options.outputs);
}

Expected<MapRequest> understand(const MapOptions& options) {
    const auto sampled = understand_sampled(options.sampled);
    if (!sampled) {
        return sampled.error();
    }
    if (Status status = check_numbers(options); !status) {
        return status.error();
    }
    if (Status status = check_together(options); !status) {
        return status.error();
    }
    MapRequest request{.sampled = *sampled,
                       .clearance = {.direction = sampled->options.projection.direction,
                                     .refinement = sampled->options.projection.refinement,
                                     .resolution = sampled->options.resolution,
                                     .tolerance = options.tolerance},
                       .range = options.range,
                       .rays_per_pixel = options.against_rays,
                       .sequence = {},
                       .files = files_of(options),
                       .preset = nullptr};
    if (!options.preset.empty()) {
        request.preset = find_preset(options.preset);
        if (request.preset == nullptr) {
            return unknown_name("--preset", options.preset, preset_names());
        }
    }
    if (Status status = check_files(request.files); !status) {
        return status.error();
    }
    if (Status status = read_sequence(options, request); !status) {
        return status.error();
    }
    return request;
}

MapFiles numbered(const MapFiles& files, std::size_t frame, std::size_t frames) {
    const std::size_t digits = std::max<std::size_t>(3, std::to_string(frames).size());
    const auto with_number = [&](const std::string& file) {
        if (file.empty()) {
            return file;
        }
        const std::filesystem::path path(file);
        const std::string name = fmt::format("{}-{:0{}}{}", path.stem().string(), frame + 1, digits,
                                             path.extension().string());
        return (path.parent_path() / name).string();
    };
    return {with_number(files.picture), with_number(files.data), {}, {}, {}};
}

} // namespace impinge::cli
