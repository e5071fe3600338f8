// SPDX-License-Identifier: Apache-2.0
#include "map_request.hpp"

#include "io/float_map.hpp"
#include "io/write_file.hpp"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace impinge::cli {
namespace {

Error usage_error(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

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
    if (options.range && options.out.empty()) {
        return usage_error("--range: is for the colours of --out FILE.png");
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
        const std::filesystem::path path(options.vertices);
        const std::string prefix =
            (path.extension() == ".ply" ? path.parent_path() / path.stem() : path).string();
        files.vertices_a = prefix + "-a.ply";
        files.vertices_b = prefix + "-b.ply";
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

} // namespace

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
                       .files = files_of(options)};
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
