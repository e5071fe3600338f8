// SPDX-License-Identifier: Apache-2.0
#include "sampled_arguments.hpp"

#include "console.hpp"
#include "view_arguments.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <fmt/format.h>

namespace impinge::cli {
namespace {

constexpr int most_pixels = 16384;
constexpr int most_planes = 3;

Error usage_error(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

/// The first option that was given and that only a sampled method listens to; null if none was.
const char* option_for_samples(const SampledArguments& arguments) {
    struct Given {
        const char* option;
        bool given;
    };
    const std::array options{
        Given{"--device", !arguments.device.empty()},
        Given{"--resolution", !arguments.resolution.empty()},
        Given{"--direction", !arguments.direction.empty()},
        Given{"--projection", !arguments.projection.empty()},
        Given{"--planes", !arguments.planes.empty()},
        Given{"--spikes", arguments.spikes},
        Given{"--confirm", arguments.confirm},
    };
    for (const Given& option : options) {
        if (option.given) {
            return option.option;
        }
    }
    return nullptr;
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
}

Expected<SampledRequest> understand_sampled(const SampledArguments& arguments) {
    SampledRequest request;
    if (arguments.method == "exact") {
        const char* option = option_for_samples(arguments);
        if (option != nullptr) {
            return usage_error(fmt::format("{}: the exact method takes no samples: only with "
                                           "--method {}",
                                           option, sampled_method_names()));
        }
        return request;
    }
    request.method = find_sampled_method(arguments.method);
    if (request.method == nullptr) {
        return unknown_name("--method", arguments.method, "exact, " + sampled_method_names());
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
    if (Status refused = understand_projection(arguments, request.options.projection)) {
        return *refused;
    }
    request.options.spikes =
        arguments.spikes ? imagespace::Spikes::Proxies : imagespace::Spikes::Ignored;
    request.options.confirmation =
        arguments.confirm ? imagespace::Confirmation::Exact : imagespace::Confirmation::None;
    return request;
}

} // namespace impinge::cli
