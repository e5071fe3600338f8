// SPDX-License-Identifier: Apache-2.0
#include "sampled_arguments.hpp"

#include "console.hpp"
#include "sampled_edge_rays.hpp"
#include "view_arguments.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <fmt/format.h>

namespace impinge::cli {
namespace {

constexpr int most_pixels = 16384;
constexpr int most_planes = 3;

Error usage_error(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

/// The first option that was given and that only methods that compare depths listen to; null if
/// none was.
const char* option_for_depths(const SampledArguments& arguments) {
    return !arguments.projection.empty() ? "--projection"
           : !arguments.planes.empty()   ? "--planes"
           : arguments.spikes            ? "--spikes"
                                         : nullptr;
}

/// The same, that every sampled method listens to.
const char* option_for_samples(const SampledArguments& arguments) {
    return !arguments.device.empty()       ? "--device"
           : !arguments.resolution.empty() ? "--resolution"
           : !arguments.direction.empty()  ? "--direction"
           : arguments.confirm             ? "--confirm"
                                           : nullptr;
}

Status refuse(const char* option, const std::string& why) {
    return option == nullptr ? Status{} : usage_error(fmt::format("{}: {}", option, why));
}

/// What was given must say something about the method.
Status refuse_options_of_others(const SampledArguments& arguments, const NamedMethod* method) {
    const std::string edge_rays_only = "only with --method edge-rays";
    if (method != nullptr && method->looks_at_all_bodies()) {
        return refuse(option_for_depths(arguments),
                      fmt::format("only for methods that compare depths: not with --method {}",
                                  method->name));
    }
    if (Status status = refuse(arguments.edge_rays.first_given(), edge_rays_only); !status) {
        return status;
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

Expected<int> whole_number(const char* option, const std::string& text, int most) {
    const auto number = number_of<int>(text);
    if (!number || *number < 1 || *number > most) {
        return usage_error(fmt::format("{}: '{}' is not a whole number from 1 to {}", option,
                                       printable(text), most));
    }
    return *number;
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

void add_sampled_options(CLI::App& verb, SampledArguments& arguments) {
    const std::array options{
        verb.add_option("--device", arguments.device, "What draws: software (default) or opengl")
            ->type_name("DEVICE"),
        verb.add_option("--resolution", arguments.resolution,
                        "Pixels along the longer side of the window; 512 by default")
            ->type_name("N"),
        verb.add_option("--direction", arguments.direction,
                        "Look along this direction; one is chosen by default")
            ->type_name("X,Y,Z"),
        verb.add_option("--projection", arguments.projection,
                        "How it is chosen: first (from the boxes) or refined (from the surfaces "
                        "near the contact)")
            ->type_name("HOW"),
        verb.add_option("--planes", arguments.planes,
                        "With --projection refined: look along up to so many directions, 1 to 3")
            ->type_name("N"),
        verb.add_flag("--spikes", arguments.spikes,
                      "Let the exact engine decide about spikes that fall between the pixels"),
        verb.add_flag("--confirm", arguments.confirm,
                      "Let the exact engine prove the overlaps that pixels show"),
    };
    for (CLI::Option* option : options) {
        option->group("Sampled methods");
    }
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
        const auto device = raster::device_kind(arguments.device);
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
    if (!arguments.resolution.empty() && !arguments.edge_rays.precision.empty()) {
        return usage_error("--precision: says how large pixels are, and so does --resolution");
    }
    request.edge_rays.resolution = request.options.resolution;
    request.edge_rays.direction = request.options.projection.direction;
    request.edge_rays.confirmation = request.options.confirmation;
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
                      request.edge_rays.refinement == imagespace::Refinement::Undecided;
    return refuse(told ? nullptr : "--touching-counts",
                  "edge rays do not see bodies touch: only with --refine");
}

std::string could_not_tell_words(const SampledRequest& request) {
    const NamedMethod& method = *request.method;
    const bool is_cascade =
        std::string_view(method.name) == imagespace::name_of(imagespace::Method::Cascade);
    return fmt::format("{} could not tell: {}", method.name,
                       method.looks_at_all_bodies() ? advice_on_untold(request.edge_rays)
                       : is_cascade                 ? "the exact method always can"
                                                    : "--method cascade settles what is left over");
}

} // namespace impinge::cli
