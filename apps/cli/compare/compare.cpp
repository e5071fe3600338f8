// SPDX-License-Identifier: Apache-2.0
//
// impinge compare: does an image-space method say of two bodies what the exact one says?
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "compare/compare_all.hpp"
#include "compare/compare_report.hpp"
#include "compare/pixel_map_picture.hpp"
#include "input/input.hpp"
#include "io/png.hpp"
#include "io/write_file.hpp"
#include "output/console.hpp"
#include "output/outputs.hpp"
#include "output/progress.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "sampled/method.hpp"
#include "verbs.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

struct CompareOptions {
    Input input;
    Outputs outputs;
    SampledArguments sampled{.method = "cascade"};
    std::string picture;
    std::string out;
    bool touching_counts = false;
    bool all_pixels = false;
};

/// The options after validation.
struct CompareRequest {
    SampledRequest sampled;
    std::optional<MapPicture> picture;
    std::string out;
};

Status understand_picture(const CompareOptions& options, CompareRequest& request) {
    if (options.picture.empty() != options.out.empty()) {
        return usage_error("compare: --picture WHAT and --out FILE.png go together");
    }
    if (options.picture.empty()) {
        return {};
    }
    request.picture = map_picture(options.picture);
    if (!request.picture) {
        return unknown_name("--picture", options.picture, map_picture_names());
    }
    if (options.out == "-") {
        return usage_error("compare: the picture needs a file: --out FILE.png");
    }
    request.out = options.out;
    return check_writable(options.out);
}

Expected<CompareRequest> understand(const CompareOptions& options) {
    auto sampled = understand_sampled(options.sampled);
    if (!sampled) {
        return sampled.error();
    }
    if (sampled->method == nullptr) {
        return usage_error("--method: the exact one is what the others are compared with: " +
                           sampled_method_names());
    }
    CompareRequest request{.sampled = *sampled, .picture = {}, .out = {}};
    if (Status status = understand_picture(options, request); !status) {
        return status.error();
    }
    if (options.touching_counts) {
        if (Status status = count_touching(request.sampled); !status) {
            return status.error();
        }
    }
    if (options.all_pixels || request.picture) {
        if (sampled->method->looks_at_all_bodies()) {
            return usage_error(fmt::format("{}: edge rays keep no map of pixels; impinge image "
                                           "shows what they see",
                                           request.picture ? "--picture" : "--all-pixels"));
        }
        if (peels_surfaces(*sampled->method)) {
            return usage_error(fmt::format("{}: surface-peeling keeps no map of pixels",
                                           request.picture ? "--picture" : "--all-pixels"));
        }
        if (request.picture == MapPicture::Open &&
            sampled->options.refine == imagespace::DepthRefinement::None) {
            return usage_error("--picture: open shows where --refine searches: only with it");
        }
        request.sampled.options.extent = imagespace::Extent::AllPixels;
    }
    return request;
}

/// Both answers, with the time each took.
Status ask_both(Comparison& comparison, const Context& context, Progress& progress) {
    auto device = raster::make_device(comparison.request.device, {}, context);
    if (!device) {
        return device.error();
    }
    comparison.runs_on = (*device)->info().name;
    const Stopwatch watch;
    auto sampled = ask_about_two(comparison.two.bodies(), comparison.request, **device,
                                 progress.phase("sampling", context));
    if (!sampled) {
        return sampled.error();
    }
    comparison.method_ms = watch.milliseconds();
    comparison.sampled = std::move(sampled->answer);
    comparison.edge_rays = std::move(sampled->edge_rays);
    return ask_exact(comparison.two, context, progress);
}

Status draw(const Comparison& comparison, const CompareRequest& request) {
    if (!comparison.sampled.map) {
        return Error{ErrorCode::Unsupported, "compare: there is no picture to draw: " +
                                                 (comparison.sampled.views.empty()
                                                      ? comparison_facts(comparison)
                                                      : "the method keeps no map of its pixels")};
    }
    const auto bodies = comparison.two.bodies();
    const PaintedPlane painted =
        paint_map(*request.picture, *comparison.sampled.map, bodies[0].name, bodies[1].name);
    return write_png(
        request.out,
        explained(painted, {.title = fmt::format("{}: {}", request.sampled.method->name,
                                                 to_string(*request.picture)),
                            .explanation = explanation_of(*request.picture),
                            .facts = comparison_facts(comparison)}));
}

Expected<Comparison> compare(const CompareOptions& options, const CompareRequest& request,
                             const Context& context, Progress& progress) {
    const Stopwatch total;
    auto scene = load_and_diagnose_files(options.input, context, progress);
    if (!scene) {
        return scene.error();
    }
    Comparison comparison{.two = {.scene = std::move(*scene)},
                          .request = request.sampled,
                          .runs_on = {},
                          .sampled = {}};
    if (!context.cancelled()) {
        if (request.sampled.method->needs_solids()) {
            const auto bodies = comparison.two.bodies();
            if (Status status = need_solids(bodies[0], bodies[1]); !status) {
                return status.error();
            }
        }
        if (Status status = ask_both(comparison, context, progress); !status) {
            return about_both(options.input, status.error());
        }
    }
    if (request.picture && !context.cancelled()) {
        if (Status status = draw(comparison, request); !status) {
            return status.error();
        }
        comparison.picture_file = request.out;
    }
    comparison.total_ms = total.milliseconds();
    return comparison;
}

int report(const Comparison& comparison, const Outputs& outputs) {
    if (print_and_write(
            outputs, [&] { return comparison_text(comparison); },
            [&] { return comparison_json(comparison); }) != Clean) {
        return Failed;
    }
    if (comparison.sampled.could_not_tell()) {
        warn("compare: " + could_not_tell_words(comparison.request));
        return Undecided;
    }
    return comparison.missed() || comparison.invented() ? Found : Clean;
}

int run_compare(const CompareOptions& options) {
    if (options.sampled.method == every_method) {
        return run_compare_all({.input = options.input,
                                .outputs = options.outputs,
                                .sampled = options.sampled,
                                .touching_counts = options.touching_counts,
                                .wants_pixels = options.all_pixels || !options.picture.empty()});
    }
    return run_request(
        options,
        [&](const CompareRequest& request, const Context& context, Progress& progress) {
            return compare(options, request, context, progress);
        },
        [&](const Comparison& comparison) { return report(comparison, options.outputs); });
}

void add_options(Verb& verb, CompareOptions& options) {
    verb.files("A B", &options.input.files, exactly(2),
               "Two mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP); all that a "
               "file holds is "
               "one body");
    verb.option("--method", &options.sampled.method, "NAME",
                "What is compared with the exact method: " + sampled_method_names() +
                    ", or all: a table of every method on every device there is")
        .shows_default()
        .suggests(sampled_method_names() + ", all");
    add_sampled_device_option(verb, options.sampled);
    add_sampled_options(verb, options.sampled);
    verb.flag("--touching-counts", &options.touching_counts,
              "Bodies that only touch count as interfering, for both methods");
    verb.flag("--all-pixels", &options.all_pixels,
              "Settle every pixel instead of stopping at the first overlap");
    verb.option("--picture", &options.picture, "WHAT",
                "Draw what is known of every pixel: " + map_picture_names())
        .suggests(map_picture_names());
    verb.option("--out", &options.out, "FILE.png", "The picture to write");
    add_reading_options(verb, options.input);
    add_json_and_threads(verb, options.outputs);
}

} // namespace

void add_compare(Verb& program) {
    Verb& verb = program.verb("compare", "Does a sampled method say what the exact one says?");
    CompareOptions& options = verb.runs(run_compare);
    add_options(verb, options);
    verb.footer(
        "Missed means: the bodies interfere and the method does not see it; invented: the\n"
        "other way round. Both bodies must be solids, except for edge-rays and surface-peeling.\n"
        "Exit status: 0 they agree, 1 they do not, 2 error, 3 the method could not tell, 130\n"
        "interrupted. With --method all: 1 if some method is wrong, 3 if none is but some could\n"
        "not tell.\n\n"
        "Examples:\n"
        "  impinge compare upper.ply lower.ply\n"
        "  impinge compare a.stl b.stl --method depth-parity --resolution 128 --json -\n"
        "  impinge compare a.stl b.stl --method edge-rays --precision 0.1\n"
        "  impinge compare a.stl b.stl --method all\n"
        "  impinge compare a.stl b.stl --picture cases --out cases.png");
}

} // namespace impinge::cli
