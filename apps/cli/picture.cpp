// SPDX-License-Identifier: Apache-2.0
//
// impinge picture: a shaded picture of bodies, with what is wrong in red.
#include "check_sampled.hpp"
#include "console.hpp"
#include "exit_status.hpp"
#include "interrupt.hpp"
#include "io/png.hpp"
#include "io/write_file.hpp"
#include "picture_content.hpp"
#include "picture_json.hpp"
#include "picture_legend.hpp"
#include "stopwatch.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>

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
    const Stopwatch watch;
    auto scene = load_scene(run.options.input, run.progress.phase("reading", run.context));
    if (!scene) {
        return scene.error();
    }
    if (scene->bodies.empty() && !run.context.cancelled()) {
        return Error{ErrorCode::InvalidArgument, "picture: there are no bodies to show"};
    }
    Examination examination;
    examination.unit = scene->unit;
    examination.bodies = std::move(scene->bodies);
    examination.wishes = std::move(scene->wishes);
    const bool no_curves = run.options.contacts == "none" || run.options.method != "exact";
    examination.detail = no_curves ? Detail::Verdict : Detail::Curves;
    examination.read_ms = watch.milliseconds();
    return examination;
}

/// Whether bodies are closed matters for how their inner sides look.
Status examine(Examination& examination, Checked checked, const Run& run) {
    const Stopwatch watch;
    if (Status status =
            diagnose_bodies(examination.bodies, run.progress.phase("diagnosing", run.context));
        !status) {
        return status;
    }
    examination.diagnose_ms = watch.milliseconds();
    if (checked == Checked::No || run.context.cancelled()) {
        return {};
    }
    const Context context = run.progress.phase("checking", run.context);
    if (run.options.method == "exact") {
        return examine_pairs(examination, context);
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
    render::RenderOptions options = run.render;
    options.context = drawing;
    auto frame = renderer.render(*scene, options);
    if (frame && run.options.labels) {
        draw_picture_legend(*frame, examination, shown);
    }
    return frame;
}

int report(const PictureReport& made, const PictureOptions& options) {
    if (made.frame.layers_left_out) {
        warn(fmt::format("{}: more than {} transparent surfaces lie behind each other; those "
                         "behind are not shown",
                         options.picture_file, made.frame.layers));
    }
    if (options.outputs.wants_table() &&
        !print(fmt::format("{}  {} x {}, {}\n", printable(options.picture_file),
                           made.frame.picture.width, made.frame.picture.height,
                           picture_summary(made.examination, made.checked)))) {
        return Failed;
    }
    return write_json(picture_json(made, options), options.outputs);
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
        return Error{ErrorCode::InvalidArgument,
                     "picture: needs mesh files or a scene file (see impinge picture --help)"};
    }
    if (options.picture_file.empty()) {
        return Error{ErrorCode::InvalidArgument, "picture: needs --out FILE.png"};
    }
    if (!CLI::detail::to_lower(options.picture_file).ends_with(".png")) {
        return Error{ErrorCode::Unsupported,
                     options.picture_file +
                         ": pictures are written as PNG: the name must end in .png"};
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

void add_picture(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<PictureOptions>();
    CLI::App* verb = program.add_subcommand("picture", "Draw bodies, those that interfere in red");
    add_picture_options(*verb, *options);
    verb->footer(
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
    verb->callback([options, &chosen] { chosen = [options] { return run_picture(*options); }; });
}

} // namespace impinge::cli
