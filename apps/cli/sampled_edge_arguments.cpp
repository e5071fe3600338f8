// SPDX-License-Identifier: Apache-2.0
#include "sampled_edge_arguments.hpp"

#include "console.hpp"
#include "sampled_edge_rays.hpp"
#include "view_arguments.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace impinge::cli {
namespace {

using imagespace::EdgeRayAlgorithm;

Error usage_error(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

std::optional<double> finite_number(const std::string& text) {
    const auto number = number_of<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

Status understand_algorithm(const EdgeRayArguments& arguments,
                            imagespace::EdgeRayOptions& options) {
    if (arguments.algorithm.empty()) {
        return {};
    }
    const auto number = number_of<int>(arguments.algorithm);
    if (!number || *number < 1 || *number > 5) {
        return usage_error(fmt::format("--algorithm: '{}' is not a whole number from 1 to 5",
                                       printable(arguments.algorithm)));
    }
    options.algorithm = static_cast<EdgeRayAlgorithm>(*number);
    return {};
}

Status understand_lengths(const EdgeRayArguments& arguments, imagespace::EdgeRayOptions& options) {
    if (!arguments.precision.empty()) {
        options.precision = finite_number(arguments.precision);
        if (!options.precision || *options.precision <= 0) {
            return usage_error(fmt::format("--precision: '{}' is not a length greater than 0",
                                           printable(arguments.precision)));
        }
    }
    if (!arguments.offset_edges.empty()) {
        options.edge_offset = finite_number(arguments.offset_edges);
        if (options.edge_offset.value_or(0) == 0 && arguments.offset_edges != "auto") {
            return usage_error(fmt::format("--offset-edges: '{}' is neither a length other than 0 "
                                           "nor auto",
                                           printable(arguments.offset_edges)));
        }
        // Edges that were moved inward lie in their own body.
        options.own_body = options.edge_offset.value_or(1) < 0 ? imagespace::OwnBody::Excluded
                                                               : imagespace::OwnBody::OffsetEdges;
    }
    return {};
}

} // namespace

const char* EdgeRayArguments::first_given() const {
    return !algorithm.empty()      ? "--algorithm"
           : !precision.empty()    ? "--precision"
           : !windows.empty()      ? "--windows"
           : !offset_edges.empty() ? "--offset-edges"
           : perspective           ? "--perspective"
           : nearest_only          ? "--nearest-only"
           : refine                ? "--refine"
           : localise              ? "--localise"
                                   : nullptr;
}

void add_edge_ray_options(CLI::App& verb, EdgeRayArguments& arguments) {
    const std::array options{
        verb.add_option("--algorithm", arguments.algorithm,
                        "What to find out: 1 whether any body is penetrated; 2, 3 and by whose "
                        "edges (read with and without stencil values); 4 who penetrates whom "
                        "(default); 5 which bodies, without reading pixels")
            ->type_name("1..5"),
        verb.add_option("--precision", arguments.precision,
                        "Instead of --resolution: pixels no larger than this, in the unit of the "
                        "coordinates")
            ->type_name("D"),
        verb.add_option("--windows", arguments.windows,
                        "Look at clusters of bodies whose boxes overlap (default), or at the whole "
                        "scene at once")
            ->type_name("clusters|scene"),
        verb.add_flag("--perspective", arguments.perspective,
                      "Rays from an eye instead of parallel ones"),
        verb.add_flag("--nearest-only", arguments.nearest_only,
                      "Look at the nearest edge point of each pixel only, as in the paper: pairs "
                      "may then be missed"),
        verb.add_option("--offset-edges", arguments.offset_edges,
                        "Move edges outward by so much, as in the paper, instead of not counting "
                        "the faces of their own body; inward if negative: then flush bodies are "
                        "apart")
            ->type_name("D|auto"),
        verb.add_flag("--refine", arguments.refine,
                      "Look closer at pairs that were not found, until they are found or proved "
                      "apart; the exact engine decides the rest"),
        verb.add_flag("--localise", arguments.localise,
                      "Find where edges pass through surfaces, exactly"),
    };
    for (CLI::Option* option : options) {
        option->group("Only --method edge-rays");
    }
}

Status understand_edge_rays(const EdgeRayArguments& arguments,
                            imagespace::EdgeRayOptions& options) {
    if (Status status = understand_algorithm(arguments, options); !status) {
        return status;
    }
    if (Status status = understand_lengths(arguments, options); !status) {
        return status;
    }
    if (!arguments.windows.empty() && arguments.windows != "clusters" &&
        arguments.windows != "scene") {
        return unknown_name("--windows", arguments.windows, "clusters, scene");
    }
    if (arguments.localise && !names_pairs(options.algorithm)) {
        return usage_error("--localise: needs to know which body a point lies in: only with "
                           "--algorithm 4");
    }
    options.windows = arguments.windows == "scene" ? imagespace::Windows::WholeScene
                                                   : imagespace::Windows::Clusters;
    options.projection =
        arguments.perspective ? raster::Projection::Perspective : raster::Projection::Orthographic;
    options.hidden_points = arguments.nearest_only ? imagespace::HiddenPoints::Ignored
                                                   : imagespace::HiddenPoints::Peeled;
    options.refinement =
        arguments.refine ? imagespace::Refinement::Undecided : imagespace::Refinement::None;
    options.localisation =
        arguments.localise ? imagespace::Localisation::Crossings : imagespace::Localisation::None;
    return {};
}

} // namespace impinge::cli
