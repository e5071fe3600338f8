// SPDX-License-Identifier: Apache-2.0
#include "map/closest_map.hpp"

#include "arguments/values.hpp"
#include "io/png.hpp"
#include "io/write_file.hpp"
#include "output/progress.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

/// In the unit of the bodies, rising, each once.
std::vector<double> thresholds_of(const ClosestReport& report) {
    std::vector<double> thresholds{0, report.tolerance};
    if (report.preset != nullptr) {
        const double unit = conversion(LengthUnit::Micrometre, *report.scene.unit);
        for (const ColourBand& band : report.preset->bands) {
            thresholds.push_back(band.below_micrometres * unit);
        }
    }
    std::sort(thresholds.begin(), thresholds.end());
    thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
    return thresholds;
}

Status measure_side(ClosestReport& report, std::size_t side, const Context& context) {
    const Body body = report.scene.bodies[side].body();
    const Body other = report.scene.bodies[1 - side].body();
    auto distances = signed_distances(body, other, context);
    if (!distances) {
        return distances.error();
    }
    report.distances.at(side) = std::move(*distances);
    auto nearness = measure_nearness(body, report.distances.at(side), report.thresholds, context);
    if (!nearness) {
        return nearness.error();
    }
    report.nearness.at(side) = std::move(*nearness);
    return {};
}

/// The mesh where it stands, with the distance of every vertex as its quality.
Status write_side(const ClosestReport& report, std::size_t side, const std::string& file,
                  const DistanceColours& colours) {
    if (file.empty()) {
        return {};
    }
    const SignedDistances& distances = report.distances.at(side);
    std::vector<VertexColour> painted;
    std::vector<double> border;
    for (std::size_t i = 0; i < distances.values.size(); ++i) {
        const render::Colour colour =
            distances.at_border[i] != 0 ? beyond_border_colour : colours.of(distances.values[i]);
        painted.push_back({colour.r, colour.g, colour.b});
        border.push_back(distances.at_border[i]);
    }
    const std::array columns{VertexValues{"quality", distances.values, Scalar::Float32},
                             VertexValues{"at_border", border, Scalar::Float32}};
    return write_mesh_with_values(file, world_mesh(report.scene.bodies[side]), columns, painted);
}

Status write_files(const ClosestReport& report, const MapRequest& request, const Context& context) {
    const DistanceColours colours = colours_of(report, request.range);
    if (Status status = write_side(report, 0, report.files.vertices_a, colours); !status) {
        return status;
    }
    if (Status status = write_side(report, 1, report.files.vertices_b, colours); !status) {
        return status;
    }
    if (report.files.picture.empty()) {
        return {};
    }
    const auto page = closest_page(report, request, context);
    return page ? write_png(report.files.picture, *page) : Status(page.error());
}

double tolerance_of(const ClosestReport& report, const MapRequest& request) {
    if (request.clearance.tolerance) {
        return *request.clearance.tolerance;
    }
    return report.preset != nullptr ? report.preset->contact_micrometres *
                                          conversion(LengthUnit::Micrometre, *report.scene.unit)
                                    : 0;
}

} // namespace

Status check_closest(const MapOptions& options, const LoadedScene& scene) {
    const auto refuse = [&](const char* option) -> Status {
        for (const LoadedBody& body : scene.bodies) {
            if (body.known_open()) {
                return not_a_solid(body, fmt::format("{} needs solids", option));
            }
        }
        return usage_error(
            fmt::format("{}: not with --closest, which looks along no view", option));
    };
    if (!options.data.empty()) {
        return refuse("--data");
    }
    if (!options.sequence.empty()) {
        return refuse("--sequence");
    }
    if (options.against_rays) {
        return refuse("--against-rays");
    }
    if (!options.preset.empty() && !scene.unit) {
        return usage_error("--preset: is in micrometres, so the unit must be known: --unit mm");
    }
    for (const LoadedBody& body : scene.bodies) {
        if (body.mesh->triangles.empty()) {
            return usage_error(printable(body.file) + ": has no triangles to measure from");
        }
    }
    return {};
}

Expected<ClosestReport> measure_closest(LoadedScene scene, const MapRequest& request,
                                        const Context& context, Progress& progress) {
    const Stopwatch watch;
    ClosestReport report;
    report.scene = std::move(scene);
    report.preset = request.preset;
    report.files = request.files;
    report.tolerance = tolerance_of(report, request);
    report.thresholds = thresholds_of(report);
    const Context measuring = progress.phase("measuring", context);
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        if (Status status = measure_side(report, side, measuring); !status) {
            return status.error();
        }
    }
    report.map_ms = watch.milliseconds();
    if (!context.cancelled()) {
        if (Status status = write_files(report, request, context); !status) {
            return status.error();
        }
    }
    return report;
}

DistanceColours colours_of(const ClosestReport& report, std::optional<double> range) {
    if (report.preset != nullptr) {
        return {*report.preset, *report.scene.unit};
    }
    const Box3 box = united(report.scene.bodies[0].box, report.scene.bodies[1].box);
    const double end = range ? *range : round_above(0.02 * length(extent(box)));
    const double tolerance = std::min(report.tolerance, end / 2);
    ClearanceScale scale;
    scale.tolerance = tolerance > 0 ? tolerance : end / 50;
    scale.gap_end = end;
    scale.overlap_end = end;
    scale.gaps_beyond = true;
    scale.overlaps_beyond = true;
    return {scale, report.scene.unit ? to_string(*report.scene.unit) : ""};
}

} // namespace impinge::cli
