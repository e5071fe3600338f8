// SPDX-License-Identifier: Apache-2.0
#include "picture/picture_options.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"

#include <array>
#include <charconv>
#include <fmt/core.h>
#include <utility>

namespace impinge::cli {
namespace {

Status set_size(render::RenderOptions& out, const std::string& text) {
    const auto size = parse_size("--size", text);
    if (!size) {
        return size.error();
    }
    out.width = size->width;
    out.height = size->height;
    return {};
}

constexpr std::array<std::pair<std::string_view, Vec3d>, 7> named_directions{
    {{"front", {0, -1, 0}},
     {"back", {0, 1, 0}},
     {"left", {-1, 0, 0}},
     {"right", {1, 0, 0}},
     {"top", {0, 0, 1}},
     {"bottom", {0, 0, -1}},
     {"iso", {1, -1, 1}}}};

std::optional<Vec3d> direction_of(std::string_view text) {
    for (const auto& [name, direction] : named_directions) {
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

void add_looks(Verb& verb, PictureOptions& options) {
    verb.option("--transparent", &options.transparent, "NAME",
                "Bodies to look through: names or patterns like 'bolt*'; or auto (default: "
                "those that another one lies within), none, all; may be given several times")
        .one_value_each()
        .suggests("auto, none, all");
    verb.option("--opacity", &options.opacity, "0..1", "Of transparent bodies: 0.25 unless said")
        .between(0.0, 1.0);
    verb.option("--contacts", &options.contacts, "all|visible|none",
                "Curves in which bodies meet: all (default; those that are hidden fainter), "
                "visible, none")
        .one_of({"all", "visible", "none"});
    verb.flag("--overlap", &options.overlap,
              "Fill what bodies have in common: overlaps red, walls that touch amber; all bodies "
              "are transparent then, unless --transparent says which");
    verb.option("--boxes", &options.boxes, "LEVEL",
                "Also the boxes that bodies are prepared with for many poses: 0 is one around "
                "each body, each next level has up to eight times as many")
        .between(0, 12);
    Option& no_check =
        verb.flag("--no-check", &options.no_check, "Show the bodies without checking them");
    verb.option("--method", &options.method, "exact|edge-rays",
                "Who checks the bodies: exact (default), or edge-rays, which find no curves")
        .one_of({"exact", "edge-rays"})
        .excludes(no_check);
    verb.option("--colours", &options.colours, "calm|grey|file|bodies",
                "Of bodies that nothing was found about: calm (default), grey, or what the "
                "file gives them (CAD files do, some); or bodies: "
                "each has its own colour, whatever was found")
        .one_of({"calm", "grey", "file", "bodies"});
    verb.flag("--labels", &options.labels, "Name the bodies and what was found");
    verb.flag("--flat", &options.flat, "Show every triangle instead of smooth surfaces");
    verb.option("--background", &options.background, "COLOUR",
                "grey (default), white, none (transparent), or #rrggbb")
        .suggests("grey, white, none");
}

} // namespace

void add_picture_options(Verb& verb, PictureOptions& options) {
    verb.files("FILES", &options.input.files, any_number,
               "Mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP) and at most one "
               "scene file "
               "(.json)");
    verb.option("--out", &options.picture_file, "FILE.png", "The picture");
    verb.option("--size", &options.size, "WxH", "In pixels: 1200x800 unless said; N is a square");
    verb.option("--device", &options.device, "software|opengl",
                "What draws: software (default) or opengl");
    verb.option("--from", &options.from, "WHERE",
                "Where to look from: a direction X,Y,Z or front, back, left, right, top, "
                "bottom, iso")
        .suggests("front, back, left, right, top, bottom, iso");
    verb.option("--up", &options.up, "X,Y,Z", "What points upwards: 0,0,1 unless said");
    verb.option("--at", &options.at, "X,Y,Z", "The point that comes to the middle of the picture");
    verb.option("--zoom", &options.zoom, "F", "Above 1 magnifies the middle");
    Option& orthographic =
        verb.flag("--orthographic", &options.orthographic, "Parallel lines stay parallel");
    verb.flag("--perspective", &options.perspective, "As the eye sees it (default)")
        .excludes(orthographic);
    add_looks(verb, options);
    verb.option("--samples", &options.samples, "1..8",
                "Per pixel and direction, against jagged edges: 3 unless said")
        .between(1, 8);
    add_split_option(verb, options.input);
    add_reading_options(verb, options.input);
    add_ignore_option(verb, options.input);
    add_json_and_threads(verb, options.outputs);
    verb.flag("-q,--quiet", &options.outputs.quiet, "Print nothing");
}

Expected<render::RenderOptions> render_options(const PictureOptions& options) {
    render::RenderOptions out{.samples = options.samples};
    for (const Status& status : {set_size(out, options.size), set_camera(out.camera, options),
                                 set_background(out, options.background)}) {
        if (!status) {
            return status.error();
        }
    }
    return out;
}

Expected<raster::DeviceKind> device_option(const std::string& text) {
    const auto kind = raster::device_kind_from_string(text);
    if (!kind) {
        return usage_error("--device: '" + text + "' is neither software nor opengl");
    }
    return *kind;
}

} // namespace impinge::cli
