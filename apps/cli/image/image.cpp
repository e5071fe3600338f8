// SPDX-License-Identifier: Apache-2.0
//
// impinge image: what a rendering pass leaves in a plane of the frame buffer, in colours.
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "image/draw_planes.hpp"
#include "image/image_report.hpp"
#include "impinge/render.hpp"
#include "input/input.hpp"
#include "io/png.hpp"
#include "io/write_file.hpp"
#include "output/console.hpp"
#include "output/outputs.hpp"
#include "output/progress.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"
#include "verbs.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

struct ImageOptions {
    Input input;
    Outputs outputs;
    std::string plane = "depth";
    std::string pass = "nearest";
    std::string out;
    std::string device = "software";
    std::string resolution = "512";
    std::string direction = "-0.55,1,-0.5";
    std::string colour_map;
    bool perspective = false;
    bool no_legend = false;
};

/// The options after validation.
struct ImageRequest {
    const NamedPass* pass = nullptr;
    ImagePlane plane = ImagePlane::Depth;
    raster::DeviceKind device = raster::DeviceKind::Software;
    render::PixelSize size;
    Vec3d direction;
    raster::Projection projection = raster::Projection::Orthographic;
    std::optional<render::ColourMap> map;
};

/// Options whose value is one word of a list.
Status understand_names(const ImageOptions& options, ImageRequest& request) {
    request.pass = find_image_pass(options.pass);
    if (request.pass == nullptr) {
        return unknown_name("--pass", options.pass, image_pass_names());
    }
    const auto plane = image_plane(options.plane);
    if (!plane) {
        return unknown_name("--plane", options.plane, "depth, stencil, ids, ids2");
    }
    const auto device = raster::device_kind_from_string(options.device);
    if (!device) {
        return unknown_name("--device", options.device, "software, opengl");
    }
    request.plane = *plane;
    request.device = *device;
    if (!options.colour_map.empty()) {
        request.map = render::colour_map_from_string(options.colour_map);
        if (!request.map) {
            return unknown_name("--colour-map", options.colour_map,
                                "sequential, diverging, grey, heat");
        }
    }
    return {};
}

/// Fails on what is unknown or cannot be written, before any work.
Expected<ImageRequest> understand(const ImageOptions& options) {
    ImageRequest request;
    if (Status status = understand_names(options, request); !status) {
        return status.error();
    }
    const auto size = parse_size("--resolution", options.resolution);
    if (!size) {
        return size.error();
    }
    const auto direction = parse_direction("--direction", options.direction);
    if (!direction) {
        return direction.error();
    }
    request.size = *size;
    request.direction = *direction;
    request.projection =
        options.perspective ? raster::Projection::Perspective : raster::Projection::Orthographic;
    if (options.input.files.empty()) {
        return usage_error("image: no FILES to draw");
    }
    if (options.out.empty() || options.out == "-") {
        return usage_error("image: needs --out FILE.png");
    }
    if (Status status = check_writable(options.out); !status) {
        return status.error();
    }
    return request;
}

Expected<raster::View> view_of(const ImageRequest& request, std::span<const LoadedBody> bodies) {
    const std::vector<Vec3d> points = points_of(bodies);
    const auto [width, height] = request.size;
    return request.projection == raster::Projection::Orthographic
               ? raster::orthographic_view(request.direction, points, width, height)
               : render::frame_points(
                     {.projection = request.projection, .from = -request.direction}, points, width,
                     height);
}

/// Draws the bodies of the report and notes in it what drew them, and how they were looked at.
Expected<Planes> draw_report(const ImageRequest& request, ImageReport& report,
                             const Context& context) {
    auto device = raster::make_device(request.device, {}, context);
    if (!device) {
        return device.error();
    }
    report.device = (*device)->info();
    auto view = view_of(request, report.scene.bodies);
    if (!view) {
        return view.error();
    }
    report.view = *view;
    return draw_planes(**device, *request.pass, *view, report.scene.bodies);
}

render::Picture picture_of(const Planes& planes, const ImageRequest& request,
                           const ImageReport& report, const ImageOptions& options) {
    PaintOptions paint_options{.plane = request.plane,
                               .map = request.map,
                               .unit = report.scene.unit ? to_string(*report.scene.unit) : "",
                               .second_id = request.pass->second_id};
    for (const LoadedBody& body : report.scene.bodies) {
        paint_options.body_names.push_back(printable(body.name));
    }
    const PaintedPlane painted = paint(planes, report.statistics, paint_options);
    if (options.no_legend) {
        return painted.picture;
    }
    return explained(painted,
                     {.title = fmt::format("{}: {}", request.pass->name, to_string(request.plane)),
                      .explanation = request.pass->explanation,
                      .facts = image_facts(report)});
}

/// Draws, writes the picture and reports; the error says what went wrong on the way.
Expected<ImageReport> make_image(const ImageOptions& options, const ImageRequest& request,
                                 const Context& context, Progress& progress) {
    const Stopwatch total;
    auto scene = load_scene(options.input, progress.phase("reading", context));
    if (!scene) {
        return scene.error();
    }
    ImageReport report{.scene = std::move(*scene),
                       .pass = request.pass,
                       .plane = request.plane,
                       .file = options.out};
    const Stopwatch drawing;
    const auto planes = draw_report(request, report, context);
    if (!planes) {
        return planes.error();
    }
    report.draw_ms = drawing.milliseconds();
    report.statistics = statistics_of(*planes);
    if (!context.cancelled()) {
        const render::Picture picture = picture_of(*planes, request, report, options);
        if (Status status = write_png(options.out, picture); !status) {
            return status.error();
        }
    }
    report.total_ms = total.milliseconds();
    return report;
}

int list_passes() {
    TextTable table({{"pass"}, {"what it shows"}});
    for (const NamedPass& pass : image_passes()) {
        table.add({pass.name, pass.explanation});
    }
    return print(table.text()) ? Clean : Failed;
}

int run_image(const ImageOptions& options) {
    if (options.pass == "list") {
        return list_passes();
    }
    return run_request(
        options,
        [&](const ImageRequest& request, const Context& context, Progress& progress) {
            return make_image(options, request, context, progress);
        },
        [&](const ImageReport& report) {
            return print_and_write(
                options.outputs, [&] { return image_text(report); },
                [&] { return image_json(report); });
        });
}

void add_view_options(Verb& verb, ImageOptions& options) {
    verb.option("--device", &options.device, "DEVICE", "What draws: software or opengl")
        .shows_default()
        .suggests("software, opengl");
    verb.option("--resolution", &options.resolution, "N|WxH", "Size of the planes in pixels")
        .shows_default();
    verb.option("--direction", &options.direction, "X,Y,Z", "Look along this direction")
        .shows_default();
    verb.flag("--perspective", &options.perspective,
              "Look from a point instead of with parallel rays");
}

} // namespace

void add_image(Verb& program) {
    Verb& verb = program.verb("image", "What does a rendering pass leave in the frame buffer?");
    ImageOptions& options = verb.runs(run_image);
    verb.files("FILES", &options.input.files, any_number,
               "Mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP) or a scene file");
    verb.option("--out", &options.out, "FILE.png", "The picture to write");
    verb.option("--pass", &options.pass, "NAME", "What is drawn; list tells what there is")
        .shows_default()
        .suggests(image_pass_names() + ", list");
    verb.option("--plane", &options.plane, "PLANE",
                "What is shown: depth, stencil, ids (bodies) or ids2 (triangles or edges)")
        .shows_default()
        .suggests("depth, stencil, ids, ids2");
    add_view_options(verb, options);
    verb.option("--colour-map", &options.colour_map, "NAME",
                "For depth and stencil: sequential, diverging, grey or heat")
        .suggests("sequential, diverging, grey, heat");
    verb.flag("--no-legend", &options.no_legend,
              "The plane alone, one pixel of the picture for each of its own");
    add_reading_options(verb, options.input);
    add_json_and_threads(verb, options.outputs);
    verb.footer(
        "Distances are along the view: from the nearest point of the scene, or in\n"
        "perspective from the eye.\n"
        "Exit status: 0 drawn, 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge image --pass list\n"
        "  impinge image jaws.stl --out depth.png\n"
        "  impinge image scene.json --pass layers --plane stencil --out layers.png\n"
        "  impinge image a.stl b.stl --pass edge-count --plane stencil --direction 0,0,-1 "
        "--out edges.png\n"
        "  impinge image knots/*.ply --pass edge-interference --plane ids --out inside.png");
}

} // namespace impinge::cli
