// SPDX-License-Identifier: Apache-2.0
//
// impinge self: self-intersections: does a mesh cross, touch or fold onto itself?
#include "arguments/verb.hpp"
#include "exact_device/exact_device.hpp"
#include "impinge/self_intersections.hpp"
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

struct SelfOptions {
    Input input;
    ExactDeviceArguments device;
    Outputs outputs;
};

struct SelfExamination {
    LoadedScene scene;
    SelfIntersections result;
    bool on_device = false;
    std::string device_reason; ///< empty if nobody had to choose
    double self_ms = 0;
    double total_ms = 0;
};

Expected<SelfIntersections> ask(ExactDevice& device, const Mesh& world, Detail detail,
                                const Context& context) {
    auto found = device.self_intersections(world.view(), {.detail = detail}, context);
    if (found && !*found) {
        return self_intersections(world.view(), {.detail = detail}, context);
    }
    return found ? Expected(std::move(**found)) : found.error();
}

Expected<SelfExamination> examine_self(const SelfOptions& options, const Context& context,
                                       Progress& progress) {
    const Stopwatch total;
    const auto where = understand_exact_device(options.device);
    if (!where) {
        return where.error();
    }
    SelfExamination examination;
    auto scene = load_files_as_bodies(options.input, progress.phase("reading", context));
    if (!scene) {
        return scene.error();
    }
    examination.scene = std::move(*scene);
    examination.result.partial = context.cancelled();
    if (examination.result.partial) {
        return examination;
    }
    if (options.outputs.wants_report()) {
        if (Status status =
                diagnose_scene(examination.scene, progress.phase("diagnosing", context));
            !status) {
            return status.error();
        }
    }
    const Stopwatch self_watch;
    const LoadedBody& body = examination.scene.bodies.front();
    const Mesh world = world_mesh(body);
    const Context checking = progress.phase("checking", context);
    const auto device = ExactDevice::open(*where, world.triangles.size(), checking);
    if (!device) {
        return device.error();
    }
    auto result = ask(**device, world, options.outputs.detail(), checking);
    if (!result) {
        return about(body, result.error());
    }
    examination.on_device = (*device)->was_asked();
    examination.device_reason = (*device)->reason();
    examination.result = std::move(*result);
    examination.self_ms = self_watch.milliseconds();
    examination.total_ms = total.milliseconds();
    return examination;
}

std::string self_text(const SelfExamination& examination, Detail detail) {
    std::string out;
    for (const LoadedBody& body : examination.scene.bodies) {
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
    out += result.partial ? " (interrupted: there may be more)\n" : "\n";
    return out + device_line(examination.device_reason);
}

std::string self_json(const SelfExamination& examination, Detail detail) {
    const SelfIntersections& result = examination.result;
    Json out = json_document("self");
    out["self_intersecting"] = result.crossing_pairs + result.touching_pairs > 0;
    out["partial"] = result.partial;
    out["unit"] = json_unit(examination.scene.unit);
    out["bodies"] = json_bodies(examination.scene.bodies);
    out["triangle_pairs"] = result.crossing_pairs + result.touching_pairs;
    out["touching_pairs"] = result.touching_pairs;
    out["curves"] = nullptr;
    if (detail == Detail::Curves) {
        out["curves"] = result.curves.size();
    }
    out["certainty"] = "exact";
    out["method"] = "exact";
    out["device"] = examination.on_device ? "opengl" : "cpu";
    out["device_reason"] = json_words(examination.device_reason);
    out["examined"] = {{"bodies", examination.scene.bodies.size()},
                       {"candidate_triangle_pairs", result.counters.candidate_pairs}};
    out["timings_ms"] = {{"read", examination.scene.read_ms},
                         {"diagnose", examination.scene.diagnose_ms},
                         {"self", examination.self_ms},
                         {"total", examination.total_ms},
                         {"stages", json_stages(result.milliseconds)}};
    out["hash"] = json_hash(result.hash);
    return json_text(out);
}

int report_self(const SelfExamination& examination, const Outputs& outputs) {
    const SelfIntersections& result = examination.result;
    if (print_and_write(
            outputs, [&] { return self_text(examination, outputs.detail()); },
            [&] { return self_json(examination, outputs.detail()); }) != Clean) {
        return Failed;
    }
    if (result.partial) {
        return Interrupted;
    }
    const std::string& name = examination.scene.bodies.front().name;
    const NamedContacts contacts{name, name, result.pairs, result.curves};
    if (write_contact_files(std::span(&contacts, 1), outputs) != Clean) {
        return Failed;
    }
    return result.pairs.empty() ? Clean : Found;
}

int run_self(const SelfOptions& options) { return run_query(options, examine_self, report_self); }

} // namespace

void add_self(Verb& program) {
    Verb& verb = program.verb("self", "Does a mesh intersect itself?");
    SelfOptions& options = verb.runs(run_self);
    verb.files("FILE", &options.input.files, exactly(1),
               "Mesh file (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP); all it holds is "
               "one mesh");
    add_reading_options(verb, options.input);
    add_exact_device_options(verb, options.device);
    add_all_outputs(verb, options.outputs);
    verb.footer("Exit status: 0 no self-intersection, 1 some, 2 error, 130 interrupted.\n\n"
                "Examples:\n"
                "  impinge self cloth.obj\n"
                "  impinge self assembly.glb --json -\n"
                "  impinge self scan.ply --device auto\n"
                "  impinge self --pairs pairs.csv --curves where.obj scan.ply");
}

} // namespace impinge::cli
