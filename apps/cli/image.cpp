// SPDX-License-Identifier: Apache-2.0
//
// impinge image: what a rendering pass leaves in a plane of the frame buffer, in colours.
#include "console.hpp"
#include "exit_status.hpp"
#include "image_draw.hpp"
#include "image_paint.hpp"
#include "io/png.hpp"
#include "run_request.hpp"
#include "stopwatch.hpp"
#include "text_table.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

namespace impinge::cli {
namespace {

render::Picture picture_of(const Planes& planes, const ImageRequest& request,
                           const ImageReport& report, const ImageOptions& options) {
    PaintOptions paint_options{.plane = request.plane,
                               .map = request.map,
                               .unit = report.unit ? symbol(*report.unit) : "",
                               .second_id = request.pass->second_id};
    for (const LoadedBody& body : report.bodies) {
        paint_options.body_names.push_back(printable(body.name));
    }
    const PaintedPlane painted = paint(planes, report.statistics, paint_options);
    if (options.no_legend) {
        return painted.picture;
    }
    return explained(painted,
                     {.title = fmt::format("{}: {}", request.pass->name, name_of(request.plane)),
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
    ImageReport report{.unit = scene->unit,
                       .bodies = std::move(scene->bodies),
                       .pass = request.pass,
                       .plane = request.plane,
                       .file = options.out};
    report.read_ms = total.milliseconds();
    const Stopwatch drawing;
    const auto planes = draw_planes(request, report, context);
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
            return print_and_write(image_text(report), image_json(report), options.outputs);
        });
}

void add_view_options(CLI::App& verb, ImageOptions& options) {
    verb.add_option("--device", options.device, "What draws: software or opengl")
        ->type_name("DEVICE")
        ->capture_default_str();
    verb.add_option("--resolution", options.resolution, "Size of the planes in pixels")
        ->type_name("N|WxH")
        ->capture_default_str();
    verb.add_option("--direction", options.direction, "Look along this direction")
        ->type_name("X,Y,Z")
        ->capture_default_str();
    verb.add_flag("--perspective", options.perspective,
                  "Look from a point instead of with parallel rays");
}

} // namespace

void add_image(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<ImageOptions>();
    CLI::App* verb =
        program.add_subcommand("image", "What does a rendering pass leave in the frame buffer?");
    verb->add_option("FILES", options->input.files,
                     "Mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF) or a scene file")
        ->type_name("");
    verb->add_option("--out", options->out, "The picture to write")->type_name("FILE.png");
    verb->add_option("--pass", options->pass, "What is drawn; list tells what there is")
        ->type_name("NAME")
        ->capture_default_str();
    verb->add_option("--plane", options->plane,
                     "What is shown: depth, stencil, ids (bodies) or ids2 (triangles or edges)")
        ->type_name("PLANE")
        ->capture_default_str();
    add_view_options(*verb, *options);
    verb->add_option("--colour-map", options->colour_map,
                     "For depth and stencil: sequential, diverging, grey or heat")
        ->type_name("NAME");
    verb->add_flag("--no-legend", options->no_legend,
                   "The plane alone, one pixel of the picture for each of its own");
    add_reading_options(*verb, options->input);
    add_json_and_threads(*verb, options->outputs);
    verb->footer(
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
    verb->callback([options, &chosen] { chosen = [options] { return run_image(*options); }; });
}

} // namespace impinge::cli
