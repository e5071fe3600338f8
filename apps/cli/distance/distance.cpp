// SPDX-License-Identifier: Apache-2.0
//
// impinge distance: how close are two bodies?
#include "impinge/distance.hpp"
#include "arguments/verb.hpp"
#include "input/input.hpp"
#include "input/loaded_body.hpp"
#include "output/console.hpp"
#include "output/json_report.hpp"
#include "output/outputs.hpp"
#include "output/progress.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"
#include "verbs.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

struct DistanceVerbOptions {
    Input input;
    Outputs outputs;
};

struct Measurement {
    LoadedScene scene;
    Distance distance;
    Interference interference;
    bool partial = false;
    double distance_ms = 0;
    double collide_ms = 0;
    double total_ms = 0;
};

/// Runs both queries on the two bodies that were read.
Status query(Measurement& measurement, const DistanceVerbOptions& options, const Context& context,
             Progress& progress) {
    const Body a = measurement.scene.bodies[0].body();
    const Body b = measurement.scene.bodies[1].body();
    const Stopwatch distance_watch;
    auto nearest = distance(a, b, progress.phase("measuring", context));
    if (!nearest) {
        return about_both(options.input, nearest.error());
    }
    measurement.distance = *nearest;
    measurement.distance_ms = distance_watch.milliseconds();
    const Stopwatch collide_watch;
    auto interference =
        collide(a, b, {.detail = Detail::Verdict}, progress.phase("checking", context));
    if (!interference) {
        return about_both(options.input, interference.error());
    }
    measurement.interference = std::move(*interference);
    measurement.collide_ms = collide_watch.milliseconds();
    return {};
}

Expected<Measurement> measure(const DistanceVerbOptions& options, const Context& context,
                              Progress& progress) {
    const Stopwatch total;
    Measurement measurement;
    auto scene = load_and_diagnose_files(options.input, context, progress);
    if (!scene) {
        return scene.error();
    }
    measurement.scene = std::move(*scene);
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
    const std::vector<LoadedBody>& bodies = measurement.scene.bodies;
    std::string out =
        fmt::format("distance  {}{}{}\n", nearest.distance, unit_suffix(measurement.scene.unit),
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

std::string distance_json(const Measurement& measurement) {
    const Distance& nearest = measurement.distance;
    const Interference& interference = measurement.interference;
    Json out = json_document("distance");
    out["partial"] = measurement.partial;
    out["unit"] = json_unit(measurement.scene.unit);
    out["bodies"] = json_bodies(measurement.scene.bodies);
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
    out["timings_ms"] = {{"read", measurement.scene.read_ms},
                         {"diagnose", measurement.scene.diagnose_ms},
                         {"distance", measurement.distance_ms},
                         {"collide", measurement.collide_ms},
                         {"total", measurement.total_ms}};
    return json_text(out);
}

int report_distance(const Measurement& measurement, const Outputs& outputs) {
    if (measurement.partial && measurement.distance_ms == 0) {
        return Interrupted; // nothing was measured that could be told
    }
    if (print_and_write(
            outputs, [&] { return distance_text(measurement); },
            [&] { return distance_json(measurement); }) != Clean) {
        return Failed;
    }
    return measurement.partial ? Interrupted : Clean;
}

int run_distance(const DistanceVerbOptions& options) {
    return run_query(options, measure, report_distance);
}

} // namespace

void add_distance(Verb& program) {
    Verb& verb = program.verb("distance", "How close are two bodies?");
    DistanceVerbOptions& options = verb.runs(run_distance);
    verb.files("A B", &options.input.files, exactly(2),
               "Two mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP); all that a "
               "file holds is "
               "one body");
    add_reading_options(verb, options.input);
    add_json_and_threads(verb, options.outputs);
    verb.footer("The distance is between the surfaces, in the unit of the files (--unit): a body\n"
                "inside another has a positive distance to its wall, and the verdict tells.\n"
                "Exit status: 0 measured, 2 error, 130 interrupted.\n\n"
                "Examples:\n"
                "  impinge distance shaft.stl bearing.stl\n"
                "  impinge distance --unit mm robot.glb fence.stl\n"
                "  impinge distance --json - upper.ply lower.ply");
}

} // namespace impinge::cli
