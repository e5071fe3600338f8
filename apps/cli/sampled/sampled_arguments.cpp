// SPDX-License-Identifier: Apache-2.0
#include "sampled/sampled_arguments.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "output/console.hpp"
#include "output/text.hpp"
#include "sampled/edge_rays.hpp"

#include <cmath>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

constexpr int most_pixels = 16384;
constexpr int most_planes = 3;
constexpr int most_directions = 49;
constexpr int most_algorithms = 5;

Expected<int> whole_number(const char* option, const std::string& text, int most) {
    const auto number = number_of<int>(text);
    if (!number || *number < 1 || *number > most) {
        return usage_error(fmt::format("{}: '{}' is not a whole number from 1 to {}", option,
                                       printable(text), most));
    }
    return *number;
}

std::optional<double> finite_number(const std::string& text) {
    const auto number = number_of<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

Status understand_precision(const SampledArguments& arguments, SampledRequest& request) {
    if (arguments.precision.empty()) {
        return {};
    }
    if (!arguments.resolution.empty()) {
        return usage_error("--precision: says how large pixels are, and so does --resolution");
    }
    const auto precision = finite_number(arguments.precision);
    if (!precision || *precision <= 0) {
        return usage_error(fmt::format("--precision: '{}' is not a length greater than 0",
                                       printable(arguments.precision)));
    }
    request.edge_rays.precision = precision;
    request.peeling.precision = precision;
    return {};
}

Status understand_lengths(const EdgeRayArguments& arguments, imagespace::EdgeRayOptions& options) {
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

Status understand_edge_rays(const EdgeRayArguments& arguments,
                            imagespace::EdgeRayOptions& options) {
    if (!arguments.algorithm.empty()) {
        const auto number = whole_number("--algorithm", arguments.algorithm, most_algorithms);
        if (!number) {
            return number.error();
        }
        options.algorithm = static_cast<imagespace::EdgeRayAlgorithm>(*number);
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
    options.localisation =
        arguments.localise ? imagespace::Localisation::Crossings : imagespace::Localisation::None;
    return {};
}

void add_edge_ray_options(Verb& verb, EdgeRayArguments& arguments) {
    verb.heading("Only --method edge-rays");
    verb.option("--algorithm", &arguments.algorithm, "1..5",
                "What to find out: 1 whether any body is penetrated; 2, 3 and by whose "
                "edges (read with and without stencil values); 4 who penetrates whom "
                "(default); 5 which bodies, without reading pixels");
    verb.option("--windows", &arguments.windows, "clusters|scene",
                "Look at clusters of bodies whose boxes overlap (default), or at the whole "
                "scene at once");
    verb.flag("--perspective", &arguments.perspective, "Rays from an eye instead of parallel ones");
    verb.flag("--nearest-only", &arguments.nearest_only,
              "Look at the nearest edge point of each pixel only, as in the paper: pairs "
              "may then be missed");
    verb.option("--offset-edges", &arguments.offset_edges, "D|auto",
                "Move edges outward by so much, as in the paper, instead of not counting "
                "the faces of their own body; inward if negative: then flush bodies are "
                "apart");
    verb.flag("--localise", &arguments.localise, "Find where edges pass through surfaces, exactly");
    verb.heading("");
}

/// The first option that was given and that only methods that compare depths listen to; null if
/// none was.
const char* option_for_depths(const SampledArguments& arguments) {
    return !arguments.projection.empty()   ? "--projection"
           : !arguments.planes.empty()     ? "--planes"
           : !arguments.directions.empty() ? "--directions"
           : arguments.spikes              ? "--spikes"
                                           : nullptr;
}

/// The same, that every sampled method listens to.
const char* option_for_samples(const SampledArguments& arguments) {
    return !arguments.device.empty()       ? "--device"
           : !arguments.resolution.empty() ? "--resolution"
           : !arguments.direction.empty()  ? "--direction"
           : arguments.confirm             ? "--confirm"
           : arguments.refine              ? "--refine"
                                           : nullptr;
}

/// The same, that only surface-peeling listens to.
const char* option_for_peeling(const SampledArguments& arguments) {
    return arguments.conservative ? "--conservative"
           : arguments.unique_ids ? "--unique-ids"
                                  : nullptr;
}

Status refuse(const char* option, const std::string& why) {
    return option == nullptr ? Status{} : usage_error(fmt::format("{}: {}", option, why));
}

/// What was given must say something about the method.
Status refuse_options_of_others(const SampledArguments& arguments, const NamedMethod* method) {
    const std::string edge_rays_only = "only with --method edge-rays";
    if (method == nullptr || !peels_surfaces(*method)) {
        if (Status status =
                refuse(option_for_peeling(arguments), "only with --method surface-peeling");
            !status) {
            return status;
        }
    }
    const bool sized_by_length =
        method != nullptr && (method->looks_at_all_bodies() || peels_surfaces(*method));
    if (!sized_by_length && !arguments.precision.empty()) {
        return refuse("--precision", "only with --method edge-rays or surface-peeling");
    }
    if (method != nullptr && method->looks_at_all_bodies()) {
        return refuse(option_for_depths(arguments),
                      fmt::format("only for methods that compare depths: not with --method {}",
                                  method->name));
    }
    if (Status status = refuse(arguments.edge_rays.first_given(), edge_rays_only); !status) {
        return status;
    }
    if (method != nullptr && peels_surfaces(*method)) {
        if (arguments.refine) {
            return usage_error("--refine: only for edge-rays and methods that compare depths; "
                               "surface-peeling takes --conservative");
        }
        const std::string why = "only for methods that compare depths: not with --method "
                                "surface-peeling";
        return refuse(option_for_depths(arguments), why);
    }
    if (method != nullptr) {
        return {};
    }
    const std::string needs_samples =
        "the exact method takes no samples: only with --method " + sampled_method_names();
    if (Status status = refuse(option_for_samples(arguments), needs_samples); !status) {
        return status;
    }
    return refuse(option_for_depths(arguments), needs_samples);
}

Status understand_projection(const SampledArguments& arguments,
                             imagespace::ProjectionOptions& projection) {
    using Refinement = imagespace::ProjectionOptions::Refinement;
    if (!arguments.projection.empty() && arguments.projection != "first" &&
        arguments.projection != "refined") {
        return unknown_name("--projection", arguments.projection, "first, refined");
    }
    const bool refined = arguments.projection == "refined";
    if (!arguments.planes.empty()) {
        if (!refined) {
            return usage_error("--planes: only with --projection refined");
        }
        const auto planes = whole_number("--planes", arguments.planes, most_planes);
        if (!planes) {
            return planes.error();
        }
        projection.most_planes = *planes;
    }
    projection.refinement = refined ? Refinement::ItemBuffer : Refinement::None;
    if (!arguments.directions.empty()) {
        const auto count = whole_number("--directions", arguments.directions, most_directions);
        if (!count) {
            return count.error();
        }
        projection.directions = *count;
    }
    if (arguments.direction.empty()) {
        return {};
    }
    if (!arguments.projection.empty()) {
        return usage_error("--direction: says where to look, and so does --projection");
    }
    const auto direction = parse_direction("--direction", arguments.direction);
    if (!direction) {
        return direction.error();
    }
    projection.direction = *direction;
    return {};
}

} // namespace

const char* EdgeRayArguments::first_given() const {
    return !algorithm.empty()      ? "--algorithm"
           : !windows.empty()      ? "--windows"
           : !offset_edges.empty() ? "--offset-edges"
           : perspective           ? "--perspective"
           : nearest_only          ? "--nearest-only"
           : localise              ? "--localise"
                                   : nullptr;
}

void add_sampled_device_option(Verb& verb, SampledArguments& arguments) {
    verb.heading("Sampled methods");
    verb.option("--device", &arguments.device, "DEVICE", "What draws: software (default) or opengl")
        .suggests("software, opengl");
}

void add_sampled_options(Verb& verb, SampledArguments& arguments) {
    verb.heading("Sampled methods");
    verb.option("--resolution", &arguments.resolution, "N",
                "Pixels along the longer side of the window; 512 by default. The regions "
                "that surface-peeling looks at share them out");
    verb.option("--precision", &arguments.precision, "D",
                "Instead of --resolution, with edge-rays and surface-peeling: pixels no "
                "larger than this, in the unit of the coordinates");
    verb.option("--direction", &arguments.direction, "X,Y,Z",
                "Look along this direction; one is chosen by default");
    verb.option("--projection", &arguments.projection, "HOW",
                "How it is chosen: first (from the boxes) or refined (from the surfaces "
                "near the contact)")
        .suggests("first, refined");
    verb.option("--planes", &arguments.planes, "N",
                "With --projection refined: look along up to so many directions, 1 to 3");
    verb.option("--directions", &arguments.directions, "N",
                "Look along N directions: the one given or chosen (or those of --planes), then "
                "others spread evenly around it, 1 to 49. What any of them shows counts: less "
                "is missed, in proportion more is drawn");
    verb.flag("--spikes", &arguments.spikes,
              "Let the exact engine decide about spikes that fall between the pixels");
    verb.flag("--confirm", &arguments.confirm,
              "Let the exact engine prove the overlaps that pixels show");
    verb.flag("--refine", &arguments.refine,
              "Search between the pixels, too, until the bodies are proved to overlap or not; "
              "edge-rays look closer at pairs that they did not find");
    verb.heading("Only --method surface-peeling");
    verb.flag("--conservative", &arguments.conservative,
              "Find every pair of triangles that meet, not only those that pixels show");
    verb.flag("--unique-ids", &arguments.unique_ids,
              "Propose the triangles that pixels show alone, not all with the same last vertex");
    verb.heading("");
    add_edge_ray_options(verb, arguments.edge_rays);
}

Expected<SampledRequest> understand_sampled(const SampledArguments& arguments) {
    SampledRequest request;
    request.method = find_sampled_method(arguments.method);
    if (request.method == nullptr && arguments.method != "exact") {
        return unknown_name("--method", arguments.method, "exact, " + sampled_method_names());
    }
    if (Status status = refuse_options_of_others(arguments, request.method); !status) {
        return status.error();
    }
    if (!arguments.device.empty()) {
        const auto device = raster::device_kind_from_string(arguments.device);
        if (!device) {
            return unknown_name("--device", arguments.device, "software, opengl");
        }
        request.device = *device;
    }
    if (!arguments.resolution.empty()) {
        const auto pixels = whole_number("--resolution", arguments.resolution, most_pixels);
        if (!pixels) {
            return pixels.error();
        }
        request.options.resolution = *pixels;
    }
    if (Status status = understand_projection(arguments, request.options.projection); !status) {
        return status.error();
    }
    request.options.spikes =
        arguments.spikes ? imagespace::Spikes::Proxies : imagespace::Spikes::Ignored;
    request.options.confirmation =
        arguments.confirm ? imagespace::Confirmation::Exact : imagespace::Confirmation::None;
    request.options.refine = arguments.refine ? imagespace::DepthRefinement::Conservative
                                              : imagespace::DepthRefinement::None;
    request.edge_rays.refinement = arguments.refine ? imagespace::EdgeRayRefinement::Undecided
                                                    : imagespace::EdgeRayRefinement::None;
    if (Status status = understand_precision(arguments, request); !status) {
        return status.error();
    }
    request.edge_rays.resolution = request.options.resolution;
    request.edge_rays.direction = request.options.projection.direction;
    request.edge_rays.confirmation = request.options.confirmation;
    request.peeling.search = arguments.conservative ? imagespace::PeelingSearch::Conservative
                                                    : imagespace::PeelingSearch::Sampled;
    request.peeling.ids = arguments.unique_ids ? imagespace::TriangleIds::Unique
                                               : imagespace::TriangleIds::ProvokingVertex;
    if (Status status = understand_edge_rays(arguments.edge_rays, request.edge_rays); !status) {
        return status.error();
    }
    return request;
}

Status count_touching(SampledRequest& request) {
    request.touching_counts = true;
    request.options.equal_depths = imagespace::EqualDepths::Overlap;
    // Closer looks leave surfaces that touch to the exact engine.
    const bool told = request.method == nullptr || !request.method->looks_at_all_bodies() ||
                      request.edge_rays.refinement == imagespace::EdgeRayRefinement::Undecided;
    return refuse(told ? nullptr : "--touching-counts",
                  "edge rays do not see bodies touch: only with --refine");
}

std::string could_not_tell_words(const SampledRequest& request) {
    const NamedMethod& method = *request.method;
    const bool is_cascade =
        std::string_view(method.name) == imagespace::to_string(imagespace::Method::Cascade);
    return fmt::format("{} could not tell: {}", method.name,
                       method.looks_at_all_bodies() ? advice_on_untold(request.edge_rays)
                       : peels_surfaces(method)
                           ? "surfaces do not tell whether a body lies in the other: "
                             "--conservative tells of solids, --surfaces says that nothing can"
                       : is_cascade ? "the exact method always can"
                                    : "--method cascade settles what is left over");
}

} // namespace impinge::cli
