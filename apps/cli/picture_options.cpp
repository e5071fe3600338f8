// SPDX-License-Identifier: Apache-2.0
#include "picture_options.hpp"

#include "view_arguments.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace impinge::cli {
namespace {

Error usage_error(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

Status set_size(render::RenderOptions& out, const std::string& text) {
    const auto size = parse_size("--size", text);
    if (!size) {
        return size.error();
    }
    out.width = size->width;
    out.height = size->height;
    return {};
}

constexpr std::array<std::pair<std::string_view, Vec3d>, 7> directions{{{"front", {0, -1, 0}},
                                                                        {"back", {0, 1, 0}},
                                                                        {"left", {-1, 0, 0}},
                                                                        {"right", {1, 0, 0}},
                                                                        {"top", {0, 0, 1}},
                                                                        {"bottom", {0, 0, -1}},
                                                                        {"iso", {1, -1, 1}}}};

std::optional<Vec3d> direction_of(std::string_view text) {
    for (const auto& [name, direction] : directions) {
        if (text == name) {
            return direction;
        }
    }
    const auto vector = vector_of(text);
    return vector == Vec3d{} ? std::nullopt : vector;
}

Status set_camera(render::Camera& camera, const PictureOptions& options) {
    if (!options.from.empty()) {
        const auto from = direction_of(options.from);
        if (!from) {
            return usage_error(fmt::format("--from: '{}' is neither X,Y,Z nor one of front, back, "
                                           "left, right, top, bottom, iso",
                                           options.from));
        }
        camera.from = *from;
    }
    if (!options.up.empty()) {
        const auto up = parse_direction("--up", options.up);
        if (!up) {
            return up.error();
        }
        camera.up = *up;
    }
    if (!options.at.empty()) {
        camera.middle = vector_of(options.at);
        if (!camera.middle) {
            return usage_error(fmt::format("--at: '{}' is not a point X,Y,Z", options.at));
        }
    }
    if (!(options.zoom >= 1e-3 && options.zoom <= 1e6)) {
        return usage_error("--zoom: must be from 0.001 to 1000000");
    }
    camera.zoom = options.zoom;
    camera.projection =
        options.orthographic ? raster::Projection::Orthographic : raster::Projection::Perspective;
    return {};
}

/// "#rrggbb"
std::optional<render::Colour> hex_colour(std::string_view text) {
    if (text.size() != 7 || text.front() != '#') {
        return {};
    }
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 7, value, 16);
    if (error != std::errc() || end != text.data() + 7) {
        return {};
    }
    const auto byte = [value](unsigned shift) {
        return static_cast<std::uint8_t>(value >> shift & 0xFFU);
    };
    return render::Colour{byte(16), byte(8), byte(0), 255};
}

Status set_background(render::RenderOptions& out, const std::string& text) {
    if (text == "grey") {
        return {}; // as it is
    }
    const auto colour = text == "white"  ? std::optional(render::Colour{255, 255, 255, 255})
                        : text == "none" ? std::optional(render::Colour{255, 255, 255, 0})
                                         : hex_colour(text);
    if (!colour) {
        return usage_error(
            fmt::format("--background: '{}' is none of grey, white, none, #rrggbb", text));
    }
    out.background_top = out.background_bottom = *colour;
    return {};
}

void add_looks(CLI::App& verb, PictureOptions& options) {
    verb.add_option("--transparent", options.transparent,
                    "Bodies to look through: names or patterns like 'bolt*'; or auto (default: "
                    "those that another one lies within), none, all; may be given several times")
        ->type_name("NAME")
        ->allow_extra_args(false);
    verb.add_option("--opacity", options.opacity, "Of transparent bodies: 0.25 unless said")
        ->type_name("0..1")
        ->check(CLI::Range(0.0, 1.0).description(""));
    verb.add_option("--contacts", options.contacts,
                    "Curves in which bodies meet: all (default; those that are hidden fainter), "
                    "visible, none")
        ->type_name("all|visible|none")
        ->check(CLI::IsMember({"all", "visible", "none"}).description(""));
    CLI::Option* no_check =
        verb.add_flag("--no-check", options.no_check, "Show the bodies without checking them");
    verb.add_option("--method", options.method,
                    "Who checks the bodies: exact (default), or edge-rays, which find no curves")
        ->type_name("exact|edge-rays")
        ->check(CLI::IsMember({"exact", "edge-rays"}).description(""))
        ->excludes(no_check);
    verb.add_option("--colours", options.colours,
                    "Of bodies that nothing was found about: calm (default) or grey; or bodies: "
                    "each has its own colour, whatever was found")
        ->type_name("calm|grey|bodies")
        ->check(CLI::IsMember({"calm", "grey", "bodies"}).description(""));
    verb.add_flag("--labels", options.labels, "Name the bodies and what was found");
    verb.add_flag("--flat", options.flat, "Show every triangle instead of smooth surfaces");
    verb.add_option("--background", options.background,
                    "grey (default), white, none (transparent), or #rrggbb")
        ->type_name("COLOUR");
}

} // namespace

void add_picture_options(CLI::App& verb, PictureOptions& options) {
    verb.add_option("FILES", options.input.files,
                    "Mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF) and at most one scene file "
                    "(.json)")
        ->type_name("");
    verb.add_option("--out", options.picture_file, "The picture")->type_name("FILE.png");
    verb.add_option("--size", options.size, "In pixels: 1200x800 unless said; N is a square")
        ->type_name("WxH");
    verb.add_option("--device", options.device, "What draws: software (default) or opengl")
        ->type_name("software|opengl");
    verb.add_option("--from", options.from,
                    "Where to look from: a direction X,Y,Z or front, back, left, right, top, "
                    "bottom, iso")
        ->type_name("WHERE");
    verb.add_option("--up", options.up, "What points upwards: 0,0,1 unless said")
        ->type_name("X,Y,Z");
    verb.add_option("--at", options.at, "The point that comes to the middle of the picture")
        ->type_name("X,Y,Z");
    verb.add_option("--zoom", options.zoom, "Above 1 magnifies the middle")->type_name("F");
    CLI::Option* orthographic =
        verb.add_flag("--orthographic", options.orthographic, "Parallel lines stay parallel");
    verb.add_flag("--perspective", options.perspective, "As the eye sees it (default)")
        ->excludes(orthographic);
    add_looks(verb, options);
    verb.add_option("--samples", options.samples,
                    "Per pixel and direction, against jagged edges: 3 unless said")
        ->type_name("1..8")
        ->check(CLI::Range(1, 8).description(""));
    verb.add_option("--split", options.input.split, "Each group or object of an OBJ file is a body")
        ->type_name("groups")
        ->check(CLI::IsMember({"groups"}).description(""));
    add_reading_options(verb, options.input);
    add_ignore_option(verb, options.input);
    add_json_and_threads(verb, options.outputs);
    verb.add_flag("-q,--quiet", options.outputs.quiet, "Print nothing");
}

Expected<render::RenderOptions> render_options(const PictureOptions& options) {
    render::RenderOptions out{.samples = options.samples,
                              .context = Context(options.outputs.threads)};
    for (const Status& status : {set_size(out, options.size), set_camera(out.camera, options),
                                 set_background(out, options.background)}) {
        if (!status) {
            return status.error();
        }
    }
    return out;
}

Expected<raster::DeviceKind> device_option(const std::string& text) {
    const auto kind = raster::device_kind(text);
    if (!kind) {
        return usage_error("--device: '" + text + "' is neither software nor opengl");
    }
    return *kind;
}

} // namespace impinge::cli
