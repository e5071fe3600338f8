// SPDX-License-Identifier: Apache-2.0
//
// impinge distance: how close are two bodies?
#include "impinge/distance.hpp"

#include "colour.hpp"
#include "console.hpp"
#include "exit_status.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "json_report.hpp"
#include "outputs.hpp"
#include "solid_note.hpp"
#include "stopwatch.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <memory>

namespace impinge::cli {
namespace {

struct DistanceVerbOptions {
    Input input;
    Outputs outputs;
};

struct Measurement {
    std::optional<LengthUnit> unit;
    std::vector<LoadedBody> bodies;
    Distance distance;
    Interference interference;
    bool partial = false;
    double read_ms = 0;
    double diagnose_ms = 0;
    double distance_ms = 0;
    double collide_ms = 0;
    double total_ms = 0;
};

Error about_both(const Error& error, const DistanceVerbOptions& options) {
    const std::vector<std::string>& files = options.input.files;
    return {error.code, files[0] + " and " + files[1] + ": " + error.message};
}

/// Runs both queries on the two bodies that were read.
Status query(Measurement& measurement, const DistanceVerbOptions& options, const Context& context,
             Progress& progress) {
    const Body a = measurement.bodies[0].body();
    const Body b = measurement.bodies[1].body();
    const Stopwatch distance_watch;
    auto nearest = distance(a, b, progress.phase("measuring", context));
    if (!nearest) {
        return about_both(nearest.error(), options);
    }
    measurement.distance = *nearest;
    measurement.distance_ms = distance_watch.milliseconds();
    const Stopwatch collide_watch;
    auto interference =
        collide(a, b, {.detail = Detail::Verdict}, progress.phase("checking", context));
    if (!interference) {
        return about_both(interference.error(), options);
    }
    measurement.interference = std::move(*interference);
    measurement.collide_ms = collide_watch.milliseconds();
    return {};
}

Expected<Measurement> measure(const DistanceVerbOptions& options, const Context& context,
                              Progress& progress) {
    const Stopwatch total;
    Measurement measurement;
    auto scene = load_files_as_bodies(options.input, progress.phase("reading", context));
    if (!scene) {
        return scene.error();
    }
    measurement.unit = scene->unit;
    measurement.bodies = std::move(scene->bodies);
    measurement.read_ms = total.milliseconds();
    const Stopwatch watch;
    if (Status status = diagnose_bodies(measurement.bodies, progress.phase("diagnosing", context));
        !status) {
        return status.error();
    }
    measurement.diagnose_ms = watch.milliseconds();
    if (!context.cancelled()) {
        if (Status status = query(measurement, options, context, progress); !status) {
            return status.error();
        }
    }
    measurement.partial = context.cancelled();
    measurement.total_ms = total.milliseconds();
    return measurement;
}

std::string witness_line(std::string_view label, Vec3d point, std::uint32_t triangle,
                         const LoadedBody& body) {
    return fmt::format("{}  {} {} {}  (triangle {} of {})\n", label, point.x, point.y, point.z,
                       triangle, printable(body.name));
}

std::string distance_text(const Measurement& measurement) {
    const Distance& nearest = measurement.distance;
    const std::vector<LoadedBody>& bodies = measurement.bodies;
    std::string out =
        fmt::format("distance  {}{}{}\n", nearest.distance, unit_suffix(measurement.unit),
                    nearest.partial ? "  (interrupted: an upper bound)" : "");
    out += witness_line("point a ", nearest.point_a, nearest.triangle_a, bodies[0]);
    out += witness_line("point b ", nearest.point_b, nearest.triangle_b, bodies[1]);
    const Verdict verdict = measurement.interference.verdict;
    out += fmt::format("verdict   {}{}\n", coloured(to_string(verdict), verdict),
                       measurement.interference.partial     ? "  (interrupted: not final)"
                       : measurement.interference.decided() ? ""
                                                            : "  (undecided: one may lie in the "
                                                              "other, which is not a solid)");
    for (const LoadedBody& body : bodies) {
        out += body.known_open() ? solid_note(body) + ": only its surface counts\n" : "";
    }
    return out;
}

Json distance_json(const Measurement& measurement) {
    const Distance& nearest = measurement.distance;
    const Interference& interference = measurement.interference;
    Json out = json_document("distance");
    out["partial"] = measurement.partial;
    out["unit"] = json_unit(measurement.unit);
    out["bodies"] = json_bodies(measurement.bodies);
    out["distance"] = nearest.distance;
    out["point_a"] = json_point(nearest.point_a);
    out["point_b"] = json_point(nearest.point_b);
    out["triangle_a"] = nearest.triangle_a;
    out["triangle_b"] = nearest.triangle_b;
    out["verdict"] = to_string(interference.verdict);
    out["certainty"] = to_string(interference.certainty);
    out["compared"] = to_string(interference.compared);
    out["decision"] = to_string(interference.decision);
    out["method"] = "exact";
    out["device"] = "cpu";
    out["timings_ms"] = {{"read", measurement.read_ms},
                         {"diagnose", measurement.diagnose_ms},
                         {"distance", measurement.distance_ms},
                         {"collide", measurement.collide_ms},
                         {"total", measurement.total_ms}};
    return out;
}

int run_distance(const DistanceVerbOptions& options) {
    if (const Status status = check_outputs(options.outputs); !status) {
        return fail(status.error());
    }
    const Context context(options.outputs.threads);
    Progress progress(options.outputs.progress());
    const InterruptGuard guard(context);
    const auto measurement = measure(options, context, progress);
    if (!measurement) {
        return fail(measurement.error());
    }
    if (measurement->partial && measurement->distance_ms == 0) {
        return Interrupted; // nothing was measured that could be told
    }
    if (options.outputs.wants_table() && !print(distance_text(*measurement))) {
        return Failed;
    }
    if (write_json(distance_json(*measurement), options.outputs) != Clean) {
        return Failed;
    }
    return measurement->partial ? Interrupted : Clean;
}

} // namespace

void add_distance(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<DistanceVerbOptions>();
    CLI::App* verb = program.add_subcommand("distance", "How close are two bodies?");
    verb->add_option(
            "A B", options->input.files,
            "Two mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF); all that a file holds is "
            "one body")
        ->required()
        ->expected(2)
        ->type_name("");
    add_reading_options(*verb, options->input);
    add_json_and_threads(*verb, options->outputs);
    verb->footer("The distance is between the surfaces, in the unit of the files (--unit): a body\n"
                 "inside another has a positive distance to its wall, and the verdict tells.\n"
                 "Exit status: 0 measured, 2 error, 130 interrupted.\n\n"
                 "Examples:\n"
                 "  impinge distance shaft.stl bearing.stl\n"
                 "  impinge distance --unit mm robot.glb fence.stl\n"
                 "  impinge distance --json - upper.ply lower.ply");
    verb->callback([options, &chosen] { chosen = [options] { return run_distance(*options); }; });
}

} // namespace impinge::cli
