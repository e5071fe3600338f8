// SPDX-License-Identifier: Apache-2.0
//
// impinge diagnose: what is wrong with a mesh, where, and what to do about it?
#include "arguments/verb.hpp"
#include "diagnose/diagnose_report.hpp"
#include "input/input.hpp"
#include "output/console.hpp"
#include "output/outputs.hpp"
#include "output/progress.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "verbs.hpp"

#include <cmath>
#include <map>
#include <memory>

namespace impinge::cli {
namespace {

struct DiagnoseOptions {
    Input input;
    Outputs outputs;
    std::size_t first = 3;
    bool self = false;
};

/// Once for each mesh; of one without findings there is nothing to list.
class DefectsOfMeshes {
  public:
    explicit DefectsOfMeshes(std::size_t limit) : limit_(limit) {}

    std::shared_ptr<const Defects> of(const LoadedBody& body, const Context& context) {
        std::shared_ptr<const Defects>& known = known_[body.mesh.get()];
        if (!known) {
            Context silent = context;
            silent.set_progress({});
            const DefectOptions options{.limit_per_kind = limit_};
            known = std::make_shared<const Defects>(
                body.diagnosis->remarks().empty()
                    ? Defects{}
                    : list_defects(body.mesh->view(), options, silent));
        }
        return known;
    }

  private:
    std::size_t limit_;
    std::map<const Mesh*, std::shared_ptr<const Defects>> known_;
};

Vec3d near_contact(const MeshView& mesh, const TrianglePair& pair) {
    const auto box_of = [&](std::uint32_t triangle) {
        const Triangle corners = mesh.triangle(triangle);
        return extend(extend(extend({}, corners[0]), corners[1]), corners[2]);
    };
    const Box3 common = intersection(box_of(pair.a), box_of(pair.b));
    return common.min * 0.5 + common.max * 0.5;
}

/// The volume of a solid whose surface does not meet itself: each closed part that bounds something
/// adds its own, cavities less than nothing.
Expected<double> volume_of_body(const Mesh& world, const Diagnosis& diagnosis,
                                const MeshMeasures& measures, const Context& context) {
    if (diagnosis.redundant_components == 0) {
        return std::abs(measures.volume);
    }
    Context silent = context;
    silent.set_progress({});
    std::vector<bool> left_out(world.triangles.size(), false);
    for (const Defect& defect : list_defects(world.view(), {}, silent).list) {
        for (const std::uint32_t triangle : defect.triangles) {
            left_out[triangle] =
                left_out[triangle] || defect.kind == DefectKind::RedundantComponent;
        }
    }
    std::vector<TriangleIndices> kept;
    for (std::size_t i = 0; i < world.triangles.size(); ++i) {
        if (!left_out[i]) {
            kept.push_back(world.triangles[i]);
        }
    }
    const auto bounding = measure(MeshView(world.positions, kept));
    return bounding ? Expected<double>(std::abs(bounding->volume)) : bounding.error();
}

void keep_self_intersections(DiagnosedBody& diagnosed, SelfIntersections self,
                             const MeshView& world, std::size_t first) {
    for (const TrianglePair& pair : self.pairs) {
        if (diagnosed.self_places.size() < first) {
            diagnosed.self_places.push_back(near_contact(world, pair));
        }
    }
    diagnosed.self = std::move(self);
}

/// Adds the body to the report unless it was interrupted. Whether the surface meets itself is
/// looked for also where nobody asks, as far as a volume depends on it.
Status examine_body(const LoadedBody& body, std::shared_ptr<const Defects> defects,
                    const DiagnoseOptions& options, const Context& context,
                    DiagnoseReport& report) {
    const Mesh world = world_mesh(body);
    const auto measures = measure(world.view());
    if (!measures) {
        return about(body, measures.error());
    }
    DiagnosedBody diagnosed{body, std::move(defects), *measures, {}, std::nullopt, {}};
    if (options.self || body.diagnosis->solid()) {
        const Stopwatch watch;
        const Detail detail = options.self ? Detail::Pairs : Detail::Verdict;
        auto self = self_intersections(world.view(), {.detail = detail}, context);
        if (!self) {
            return about(body, self.error());
        }
        report.self_ms += watch.milliseconds();
        if (self->partial) {
            return {};
        }
        if (body.diagnosis->solid() && self->pairs.empty()) {
            const auto volume = volume_of_body(world, *body.diagnosis, *measures, context);
            if (!volume) {
                return about(body, volume.error());
            }
            diagnosed.volume = *volume;
        }
        if (options.self) {
            keep_self_intersections(diagnosed, std::move(*self), world.view(), options.first);
        }
    }
    report.bodies.push_back(std::move(diagnosed));
    return {};
}

Expected<DiagnoseReport> diagnose_all(const DiagnoseOptions& options, const Context& context,
                                      Progress& progress) {
    const Stopwatch total;
    DiagnoseReport report;
    report.first = options.first;
    auto scene = load_scene(options.input, progress.phase("reading", context));
    if (!scene) {
        return scene.error();
    }
    report.unit = scene->unit;
    report.loaded_bodies = scene->bodies.size();
    report.read_ms = scene->read_ms;
    const Stopwatch watch;
    const Context diagnosing = progress.phase("diagnosing", context);
    if (Status status = diagnose_bodies(scene->bodies, Told::Everything, diagnosing); !status) {
        return status.error();
    }
    DefectsOfMeshes defects(options.first);
    const Context looking = progress.phase("looking closely", context);
    for (const LoadedBody& body : scene->bodies) {
        if (context.cancelled()) {
            break;
        }
        if (Status status = examine_body(body, defects.of(body, looking), options, context, report);
            !status) {
            return status.error();
        }
        looking.report(static_cast<double>(report.bodies.size()) /
                       static_cast<double>(report.loaded_bodies));
    }
    report.diagnose_ms = watch.milliseconds() - report.self_ms;
    report.partial = context.cancelled();
    report.total_ms = total.milliseconds();
    return report;
}

int tell(const DiagnoseReport& report, const Outputs& outputs) {
    if (print_and_write(
            outputs, [&] { return diagnose_text(report); },
            [&] { return diagnose_json(report); }) != Clean) {
        return Failed;
    }
    if (report.partial) {
        return Interrupted;
    }
    return report.sound_bodies() == report.bodies.size() ? Clean : Found;
}

int run_diagnose(const DiagnoseOptions& options) { return run_query(options, diagnose_all, tell); }

} // namespace

void add_diagnose(Verb& program) {
    Verb& verb = program.verb("diagnose", "What is wrong with a mesh, and where?");
    DiagnoseOptions& options = verb.runs(run_diagnose);
    verb.files("FILES", &options.input.files, at_least(1),
               "Mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP) or a scene file");
    verb.option("--first", &options.first, "N",
                "Show the places of the first N of each kind of defect (default 3)")
        .not_negative();
    verb.flag("--self", &options.self, "Look for self-intersections too");
    add_reading_options(verb, options.input);
    add_json_and_threads(verb, options.outputs);
    verb.flag("-q,--quiet", &options.outputs.quiet, "Print no answer: the exit status is it");
    verb.footer(
        "A solid is closed, consistently oriented and encloses a volume. Counted from 0;\n"
        "positions are where the body stands. The volume is that of all points that the\n"
        "surface winds around at least once; it is not told where the surface meets itself.\n"
        "Exit status: 0 all are solids (and, with --self, free of self-intersections),\n"
        "1 something is wrong, 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge diagnose housing.stl\n"
        "  impinge diagnose --self --first 10 assembly.glb\n"
        "  impinge diagnose --json - scan.ply");
}

} // namespace impinge::cli
