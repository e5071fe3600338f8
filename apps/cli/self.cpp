// SPDX-License-Identifier: Apache-2.0
//
// impinge self: does a mesh cross, touch or fold onto itself?
#include "console.hpp"
#include "exit_status.hpp"
#include "impinge/self_intersections.hpp"
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

struct SelfOptions {
    Input input;
    Outputs outputs;
};

struct SelfExamination {
    std::optional<LengthUnit> unit;
    std::vector<LoadedBody> bodies;
    SelfIntersections result;
    double read_ms = 0;
    double diagnose_ms = 0;
    double self_ms = 0;
    double total_ms = 0;
};

Expected<SelfExamination> examine(const SelfOptions& options, const Context& context,
                                  Progress& progress) {
    const Stopwatch total;
    SelfExamination examination;
    auto scene = load_files_as_bodies(options.input, progress.phase("reading", context));
    if (!scene) {
        return scene.error();
    }
    examination.unit = scene->unit;
    examination.bodies = std::move(scene->bodies);
    examination.read_ms = total.milliseconds();
    examination.result.partial = context.cancelled();
    if (examination.result.partial) {
        return examination;
    }
    const Stopwatch diagnose_watch;
    if (options.outputs.wants_report()) {
        if (Status status =
                diagnose_bodies(examination.bodies, progress.phase("diagnosing", context));
            !status) {
            return status.error();
        }
        examination.diagnose_ms = diagnose_watch.milliseconds();
    }
    const Stopwatch self_watch;
    const LoadedBody& body = examination.bodies.front();
    const Mesh world = world_mesh(body);
    auto result = self_intersections(world.view(), {.detail = options.outputs.detail()},
                                     progress.phase("checking", context));
    if (!result) {
        return Error{result.error().code, body.file + ": " + result.error().message};
    }
    examination.result = std::move(*result);
    examination.self_ms = self_watch.milliseconds();
    examination.total_ms = total.milliseconds();
    return examination;
}

std::string self_text(const SelfExamination& examination, Detail detail) {
    std::string out;
    for (const LoadedBody& body : examination.bodies) {
        const char* solid = !body.diagnosis ? "" : body.known_open() ? ", not a solid" : ", solid";
        out += fmt::format("{}: {}{}\n", printable(body.file),
                           counted(body.mesh->triangles.size(), "triangle", "triangles"), solid);
        out += body.known_open() ? solid_note(body) + "\n" : "";
        out += redundant_note(body);
    }
    const SelfIntersections& result = examination.result;
    const std::uint64_t pairs = result.crossing_pairs + result.touching_pairs;
    out += counted(pairs, "pair of triangles meets", "pairs of triangles meet") +
           " where they should not";
    if (pairs > 0) {
        out += fmt::format(": {} crossing, {} touching or folded", result.crossing_pairs,
                           result.touching_pairs);
    }
    if (detail == Detail::Curves) {
        out += ", " + counted(result.curves.size(), "curve", "curves");
    }
    return out + (result.partial ? " (interrupted: there may be more)\n" : "\n");
}

Json self_json(const SelfExamination& examination, Detail detail) {
    const SelfIntersections& result = examination.result;
    Json out = json_document("self");
    out["self_intersecting"] = result.crossing_pairs + result.touching_pairs > 0;
    out["partial"] = result.partial;
    out["unit"] = json_unit(examination.unit);
    out["bodies"] = json_bodies(examination.bodies);
    out["triangle_pairs"] = result.crossing_pairs + result.touching_pairs;
    out["touching_pairs"] = result.touching_pairs;
    out["curves"] = nullptr;
    if (detail == Detail::Curves) {
        out["curves"] = result.curves.size();
    }
    out["certainty"] = "exact";
    out["method"] = "exact";
    out["device"] = "cpu";
    out["examined"] = {{"bodies", examination.bodies.size()},
                       {"candidate_triangle_pairs", result.counters.candidate_pairs}};
    out["timings_ms"] = {{"read", examination.read_ms},
                         {"diagnose", examination.diagnose_ms},
                         {"self", examination.self_ms},
                         {"total", examination.total_ms},
                         {"stages", json_stages(result.milliseconds)}};
    out["hash"] = json_hash(result.hash);
    return out;
}

int report(const SelfExamination& examination, const SelfOptions& options) {
    const Outputs& outputs = options.outputs;
    const SelfIntersections& result = examination.result;
    if (outputs.wants_table() && !print(self_text(examination, outputs.detail()))) {
        return Failed;
    }
    if (!outputs.json_file.empty() &&
        write_json(self_json(examination, outputs.detail()), outputs) != Clean) {
        return Failed;
    }
    if (result.partial) {
        return Interrupted;
    }
    const std::string& name = examination.bodies.front().name;
    const NamedContacts contacts{name, name, result.pairs, result.curves};
    if (write_contact_files(std::span(&contacts, 1), outputs) != Clean) {
        return Failed;
    }
    return result.pairs.empty() ? Clean : Found;
}

int run_self(const SelfOptions& options) {
    if (const Status status = check_outputs(options.outputs); !status) {
        return fail(status.error());
    }
    const Context context(options.outputs.threads);
    Progress progress(options.outputs.progress());
    const InterruptGuard guard(context);
    const auto examination = examine(options, context, progress);
    return examination ? report(*examination, options) : fail(examination.error());
}

} // namespace

void add_self(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<SelfOptions>();
    CLI::App* verb = program.add_subcommand("self", "Does a mesh intersect itself?");
    verb->add_option("FILE", options->input.files,
                     "Mesh file (STL, OBJ, PLY, OFF, glTF, GLB, 3MF); all it holds is one mesh")
        ->required()
        ->expected(1)
        ->type_name("");
    add_reading_options(*verb, options->input);
    add_all_outputs(*verb, options->outputs);
    verb->footer("Exit status: 0 no self-intersection, 1 some, 2 error, 130 interrupted.\n\n"
                 "Examples:\n"
                 "  impinge self cloth.obj\n"
                 "  impinge self assembly.glb --json -\n"
                 "  impinge self --pairs pairs.csv --curves where.obj scan.ply");
    verb->callback([options, &chosen] { chosen = [options] { return run_self(*options); }; });
}

} // namespace impinge::cli
