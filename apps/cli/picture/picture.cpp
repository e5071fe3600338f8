// SPDX-License-Identifier: Apache-2.0
//
// impinge picture: a shaded picture of bodies, with what is wrong in red.
#include "arguments/file_arguments.hpp"
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "check/check_json.hpp"
#include "check/examine_sampled.hpp"
#include "io/png.hpp"
#include "io/write_file.hpp"
#include "output/console.hpp"
#include "output/json_report.hpp"
#include "output/progress.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"
#include "picture/picture_content.hpp"
#include "picture/picture_legend.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

/// What runs while the user may press Ctrl-C.
struct Run {
    const PictureOptions& options;
    const render::RenderOptions& render;
    const Context& context;
    Progress& progress;
    raster::Device& device;
};

Expected<Examination> read_bodies(const Run& run) {
    auto scene = load_scene(run.options.input, run.progress.phase("reading", run.context));
    if (!scene) {
        return scene.error();
    }
    if (scene->bodies.empty() && !run.context.cancelled()) {
        return usage_error("picture: there are no bodies to show");
    }
    Examination examination;
    examination.unit = scene->unit;
    examination.bodies = std::move(scene->bodies);
    examination.wishes = std::move(scene->wishes);
    const bool no_curves = run.options.contacts == "none" || run.options.method != "exact";
    examination.detail = no_curves ? Detail::Verdict : Detail::Curves;
    if (run.options.overlap) {
        examination.measuring = {.everything = true, .way_out = false, .meshes = true};
    }
    examination.read_ms = scene->read_ms;
    return examination;
}

/// Whether bodies are closed matters for how their inner sides look.
Status examine(Examination& examination, Checked checked, const Run& run) {
    const Context diagnosing = run.progress.phase("diagnosing", run.context);
    if (Status status = diagnose(examination, Told::Solidity, diagnosing); !status) {
        return status;
    }
    if (checked == Checked::No || run.context.cancelled()) {
        return {};
    }
    const Context context = run.progress.phase("checking", run.context);
    if (run.options.method == "exact") {
        Status status = examine_pairs(examination, {}, context);
        return status && examination.measuring.wanted() && !context.cancelled()
                   ? measure_overlaps(examination, run.progress.phase("measuring", run.context))
                   : status;
    }
    const auto request =
        understand_sampled({.method = run.options.method, .device = run.options.device});
    return request ? examine_pairs_sampled(examination, *request, context)
                   : Status(request.error());
}

Expected<render::Frame> draw(const Examination& examination, std::span<ShownBody> shown,
                             const Run& run) {
    const Context drawing = run.progress.phase("drawing", run.context);
    render::Renderer renderer(run.device);
    auto scene = picture_scene(examination, shown, run.options, renderer);
    if (!scene) {
        return scene.error();
    }
    auto frame = renderer.render(*scene, run.render, drawing);
    if (frame && run.options.labels) {
        draw_picture_legend(*frame, examination, shown);
    }
    return frame;
}

/// A picture that was written, and where its time went.
struct PictureReport {
    const Examination& examination;
    Checked checked = Checked::No;
    std::span<const ShownBody> shown;
    const render::Frame& frame;
    raster::DeviceInfo device;
    double draw_ms = 0;
    double write_ms = 0;
    double total_ms = 0;
};

Json shown_json(std::span<const ShownBody> shown) {
    Json out = Json::array();
    for (const ShownBody& body : shown) {
        const render::Colour c = body.colour;
        out.push_back({{"state", to_string(body.state)},
                       {"colour", fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b)},
                       {"opacity", c.a / 255.0},
                       {"label", body.label ? Json(*body.label) : Json(nullptr)}});
    }
    return out;
}

Json camera_json(const raster::View& view) {
    Json out;
    out["projection"] =
        view.projection == raster::Projection::Perspective ? "perspective" : "orthographic";
    out["eye"] = json_point(view.eye);
    out["direction"] = json_point(view.axis_z);
    out["up"] = json_point(view.axis_y);
    return out;
}

Json counts_or_null(const PictureReport& report) {
    return report.checked == Checked::Yes ? json_counts(count_verdicts(report.examination))
                                          : Json(nullptr);
}

Json curve_count_or_null(const PictureReport& report) {
    if (report.checked == Checked::No || report.examination.detail != Detail::Curves) {
        return nullptr;
    }
    std::size_t count = 0;
    for (const AssemblyPair& pair : report.examination.answer.pairs) {
        count += pair.interference.curves.size();
    }
    return count;
}

std::string picture_json(const PictureReport& report, const PictureOptions& options) {
    Json out = json_document("picture");
    out["partial"] = false; // an interrupted picture is not written
    out["file"] = options.picture_file;
    out["width"] = report.frame.picture.width;
    out["height"] = report.frame.picture.height;
    out["samples"] = options.samples;
    out["device"] = raster::to_string(report.device.kind);
    out["runs_on"] = report.device.name;
    out["camera"] = camera_json(report.frame.view);
    out["unit"] = json_unit(report.examination.unit);
    out["bodies"] = json_bodies(report.examination.bodies);
    out["shown"] = shown_json(report.shown);
    out["checked"] = report.checked == Checked::Yes;
    out["method"] = report.checked == Checked::Yes ? Json(options.method) : Json(nullptr);
    out["counts"] = counts_or_null(report);
    out["curves"] = curve_count_or_null(report);
    out["layers"] = report.frame.layers;
    out["layers_left_out"] = report.frame.layers_left_out;
    out["timings_ms"] = {{"read", report.examination.read_ms},
                         {"diagnose", report.examination.diagnose_ms},
                         {"collide", report.examination.collide_ms},
                         {"draw", report.draw_ms},
                         {"write", report.write_ms},
                         {"total", report.total_ms}};
    return json_text(out);
}

int report(const PictureReport& made, const PictureOptions& options) {
    if (made.frame.layers_left_out) {
        warn(fmt::format("{}: more than {} transparent surfaces lie behind each other; those "
                         "behind are not shown",
                         options.picture_file, made.frame.layers));
    }
    return print_and_write(
        options.outputs,
        [&] {
            return fmt::format("{}  {} x {}, {}\n", printable(options.picture_file),
                               made.frame.picture.width, made.frame.picture.height,
                               picture_summary(made.examination, made.checked));
        },
        [&] { return picture_json(made, options); });
}

int make_picture(const Run& run) {
    const Stopwatch total;
    const Checked checked = run.options.no_check ? Checked::No : Checked::Yes;
    auto examination = read_bodies(run);
    if (!examination) {
        return fail(examination.error());
    }
    if (const Status status = examine(*examination, checked, run); !status) {
        return fail(status.error());
    }
    auto shown = shown_bodies(*examination, checked, run.options);
    if (!shown) {
        return fail(shown.error());
    }
    const Stopwatch draw_watch;
    const auto frame = draw(*examination, *shown, run);
    if (!frame) {
        return fail(frame.error());
    }
    if (run.context.cancelled()) {
        return Interrupted; // a picture cannot say of itself that it is unfinished
    }
    const double draw_ms = draw_watch.milliseconds();
    const Stopwatch write_watch;
    if (const Status status = write_png(run.options.picture_file, frame->picture); !status) {
        return fail(status.error());
    }
    const PictureReport made{.examination = *examination,
                             .checked = checked,
                             .shown = *shown,
                             .frame = *frame,
                             .device = run.device.info(),
                             .draw_ms = draw_ms,
                             .write_ms = write_watch.milliseconds(),
                             .total_ms = total.milliseconds()};
    return report(made, run.options);
}

Status check_files(const PictureOptions& options) {
    if (options.input.files.empty()) {
        return usage_error(
            "picture: needs mesh files or a scene file (see impinge picture --help)");
    }
    if (options.overlap && (options.no_check || options.method != "exact")) {
        return usage_error("--overlap: needs the exact engine: not with --no-check or --method");
    }
    if (options.picture_file.empty()) {
        return usage_error("picture: needs --out FILE.png");
    }
    if (Status status = check_picture_name(options.picture_file); !status) {
        return status;
    }
    if (Status status = check_writable(options.picture_file); !status) {
        return status;
    }
    return check_outputs(options.outputs);
}

/// Samples are drawn by the device, whose targets have a limit.
Status check_size(const render::RenderOptions& options, const raster::DeviceInfo& device) {
    if (std::max(options.width, options.height) <= device.max_size / options.samples) {
        return {};
    }
    return Error{ErrorCode::Unsupported,
                 fmt::format("--size: {} x {} with --samples {} is more than this device can "
                             "draw, {} samples in a row",
                             options.width, options.height, options.samples, device.max_size)};
}

int run_picture(const PictureOptions& options) {
    const auto render = render_options(options);
    if (!render) {
        return fail(render.error());
    }
    const auto kind = device_option(options.device);
    if (!kind) {
        return fail(kind.error());
    }
    if (const Status status = check_files(options); !status) {
        return fail(status.error());
    }
    const Context context(options.outputs.threads);
    const auto device = raster::make_device(*kind, {}, context);
    if (!device) {
        return fail(device.error());
    }
    if (const Status status = check_size(*render, (*device)->info()); !status) {
        return fail(status.error());
    }
    Progress progress(options.outputs.progress());
    const InterruptGuard guard(context);
    return make_picture({options, *render, context, progress, **device});
}

} // namespace

void add_picture(Verb& program) {
    Verb& verb = program.verb("picture", "Draw bodies, those that interfere in red");
    PictureOptions& options = verb.runs(run_picture);
    add_picture_options(verb, options);
    verb.footer(
        "The bodies are checked against each other as by impinge check. Those that interfere are\n"
        "red, those that only touch amber, all others have calm colours; curves in which surfaces\n"
        "meet are bright lines. The camera frames the scene by itself. With --labels each of a "
        "few\n"
        "bodies is named; of more than 16, those that interfere are numbered.\n\n"
        "Exit status: 0 the picture was written, 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge picture upper.ply lower.ply --out jaws.png\n"
        "  impinge picture scene.json --out cell.png --size 1920x1080 --from iso --labels\n"
        "  impinge picture housing.stl gear.stl --out inside.png --transparent housing\n"
        "  impinge picture crowd/*.ply --out crowd.png --method edge-rays --colours grey");
}

} // namespace impinge::cli
