// SPDX-License-Identifier: Apache-2.0
#include "check/check_options.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"

#include <cmath>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

/// A recorded case brings its own bodies and wishes.
bool asks_for_bodies(const CheckOptions& options) {
    const Input& input = options.input;
    return !input.files.empty() || input.weld || !input.split.empty() || !input.unit.empty() ||
           input.asks_for_cad() || options.clearance || options.surfaces || !input.ignore.empty() ||
           !options.group_by.empty() || !options.sequence.empty() ||
           !options.outputs.case_file.empty();
}

/// The first option given that the sampled method cannot serve; null if there is none.
const char* option_for_exact(const CheckOptions& options, const NamedMethod& method) {
    const Outputs& outputs = options.outputs;
    const bool rows = method.looks_at_all_bodies();
    const bool peels = peels_surfaces(method);
    return options.clearance                       ? "--clearance"
           : options.tolerance                     ? "--tolerance"
           : options.measure                       ? "--measure"
           : !options.outputs.regions_file.empty() ? "--regions-csv"
           : !options.outputs.regions_out.empty()  ? "--regions"
           : options.surfaces && !peels            ? "--surfaces"
           : !options.sequence.empty()             ? "--sequence"
           : !options.replay_file.empty()          ? "--replay"
           : !outputs.case_file.empty()            ? "--dump-case"
           : !outputs.curves_file.empty()          ? "--curves"
           : !outputs.pairs_file.empty() && !peels ? "--pairs"
           : !outputs.csv_file.empty() && !rows    ? "--csv"
                                                   : nullptr;
}

/// --direction is a way out where overlaps are measured, else that of a method's view.
bool direction_is_way_out(const CheckOptions& options) {
    return options.measure && options.sampled.method == "exact";
}

/// The first output given that is about one position of the bodies; null if there is none.
const char* output_of_one_position(const Outputs& outputs) {
    return !outputs.pairs_file.empty()       ? "--pairs"
           : !outputs.curves_file.empty()    ? "--curves"
           : !outputs.regions_file.empty()   ? "--regions-csv"
           : !outputs.regions_out.empty()    ? "--regions"
           : !outputs.near_file.empty()      ? "--clearance-pairs"
           : !outputs.histogram_file.empty() ? "--histogram"
           : !outputs.case_file.empty()      ? "--dump-case"
                                             : nullptr;
}

Status refuse_bad_length(const char* option, const std::optional<double>& length) {
    if (length && !(*length >= 0 && std::isfinite(*length))) {
        return usage_error(std::string(option) + ": must be a finite number that is not negative");
    }
    return {};
}

void add_measuring_options(Verb& verb, CheckOptions& options) {
    verb.option("--clearance", &options.clearance, "D",
                "Report every pair that is no farther apart than this (0: that meets), with "
                "distance and nearest points; a pair nearer than this counts as interfering");
    verb.flag("--measure", &options.measure,
              "How badly do bodies interfere: regions with volume, area and depth of every pair, "
              "and how far the second body must move to come free, by the shortest way found or "
              "along --direction");
    verb.option("--tolerance", &options.tolerance, "T",
                "Bodies that cross no deeper than this are reported as touching, with their depth, "
                "and do not count as interfering. A scene file may have one for each pair");
    verb.option("--regions-csv", &options.outputs.regions_file, "FILE",
                "Write one line for each region of every overlap; measures as --measure does");
    verb.option("--regions", &options.outputs.regions_out, "FILE",
                "Write the closed mesh of each region: FOLDER (a PLY file each), FILE.glb (a node "
                "each), or FILE.ply, .stl, .obj; measures as --measure does");
    verb.option("--clearance-pairs", &options.outputs.near_file, "FILE",
                "Write every pair of triangles within the clearance wanted, with distance and "
                "nearest points");
    verb.option("--histogram", &options.outputs.histogram_file, "FILE",
                "Write how much of each surface lies within tenths of the clearance wanted");
}

/// Where the exact method runs.
Expected<ExactDeviceRequest> understand_place(const CheckOptions& options) {
    if (options.sampled.device == "software") {
        return usage_error("--device: software draws for --method " + sampled_method_names() +
                           "; the exact method takes cpu, opengl or auto");
    }
    auto request = understand_exact_device({options.sampled.device, options.fallback});
    if (request && request->place != ExactPlace::Cpu && !options.sequence.empty()) {
        return usage_error("--device: with --sequence the exact method asks prepared bodies, on "
                           "the processor");
    }
    return request;
}

void add_device_options(Verb& verb, CheckOptions& options) {
    verb.option("--device", &options.sampled.device, "DEVICE",
                "Of the exact method, who finds the triangles that meet: cpu (default), opengl, or "
                "auto, which takes a GPU if there is one and the meshes are large. Of sampled "
                "methods, what draws: software (default) or opengl")
        .suggests("cpu, opengl, auto, software");
    add_fallback_option(verb, options.fallback);
}

} // namespace

Expected<Measuring> understand_measures(const CheckOptions& options) {
    const Outputs& outputs = options.outputs;
    const bool regions = !outputs.regions_file.empty() || !outputs.regions_out.empty();
    Measuring measuring{.everything = options.measure || regions,
                        .tolerance = options.tolerance,
                        .meshes = !outputs.regions_out.empty()};
    if (direction_is_way_out(options) && !options.sampled.direction.empty()) {
        const auto direction = parse_direction("--direction", options.sampled.direction);
        if (!direction) {
            return direction.error();
        }
        measuring.direction = *direction;
    }
    return measuring;
}

Expected<SampledRequest> understand(const CheckOptions& options) {
    if (options.input.files.empty() && options.replay_file.empty()) {
        return usage_error("check: needs mesh files or a scene file (see impinge check --help)");
    }
    if (const char* output = output_of_one_position(options.outputs);
        output != nullptr && !options.sequence.empty()) {
        return usage_error(std::string(output) + ": is about one position, not with --sequence");
    }
    for (const auto& [option, length] : {std::pair{"--clearance", options.clearance},
                                         std::pair{"--tolerance", options.tolerance}}) {
        if (Status status = refuse_bad_length(option, length); !status) {
            return status.error();
        }
    }
    if (!options.replay_file.empty() && asks_for_bodies(options)) {
        return usage_error("--replay: takes no files, and no options that choose or change bodies");
    }
    if (const Status status = check_outputs(options.outputs); !status) {
        return status.error();
    }
    SampledArguments sampled = options.sampled;
    if (direction_is_way_out(options)) {
        sampled.direction.clear();
    }
    const bool exact = sampled.method == "exact";
    if (exact) {
        sampled.device.clear();
    }
    auto request = understand_sampled(sampled);
    if (!request) {
        return request;
    }
    if (exact) {
        const auto place = understand_place(options);
        if (!place) {
            return place.error();
        }
        request->exact = *place;
        return request;
    }
    if (options.fallback) {
        return usage_error("--fallback: only with the exact method");
    }
    if (const char* exact_only = option_for_exact(options, *request->method)) {
        return usage_error(fmt::format("{}: needs the exact engine: not with --method {}",
                                       exact_only, request->method->name));
    }
    if (options.surfaces) {
        request->peeling.open_meshes = OpenMeshes::Surfaces;
    }
    if (options.touching_counts) {
        if (Status status = count_touching(*request); !status) {
            return status.error();
        }
    }
    return request;
}

void add_check_options(Verb& verb, CheckOptions& options) {
    verb.files("FILES", &options.input.files, any_number,
               "Mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP) and at most one "
               "scene file "
               "(.json)");
    verb.option("--method", &options.sampled.method, "NAME",
                "Who examines the pairs: exact, or on samples " + sampled_method_names())
        .shows_default()
        .suggests("exact, " + sampled_method_names());
    add_device_options(verb, options);
    add_sampled_options(verb, options.sampled);
    add_measuring_options(verb, options);
    verb.option("--sequence", &options.sequence, "POSES.json",
                "Every pair in every frame of a motion: poses of two bodies, or motions of any "
                "number (docs/poses.md); --csv then has a line per frame and pair");
    verb.option("--group-by", &options.group_by, "file",
                "Bodies of one file are not checked against each other")
        .one_of({"file"});
    add_split_option(verb, options.input);
    add_reading_options(verb, options.input);
    verb.flag("--surfaces", &options.surfaces,
              "Open meshes are meant as surfaces, such as a cloth: nothing can lie in them");
    add_ignore_option(verb, options.input);
    verb.flag("--touching-counts", &options.touching_counts,
              "Bodies that only touch count as interfering");
    verb.flag("--all-pairs", &options.all_pairs,
              "List pairs that are apart in --csv too, and in --json however many there are");
    add_all_outputs(verb, options.outputs);
    verb.option("--csv", &options.outputs.csv_file, "FILE",
                "Write one line for each pair that is not apart, or within its clearance");
    verb.option("--dump-case", &options.outputs.case_file, "FILE",
                "Write all that the answer depends on, and the answer, into one file");
    verb.option("--replay", &options.replay_file, "CASE.bin",
                "Instead of files: check what --dump-case wrote, and compare with the answer "
                "recorded there");
    verb.footer(
        "Each STL, PLY and OFF file is one body, and so is an OBJ file without --split; glTF, 3MF\n"
        "and CAD files hold many. A scene file names bodies, poses, pairs to ignore and "
        "clearances.\n"
        "A folder stands for the mesh files in it, as FOLDER/*.stl and so on would.\n\n"
        "A sampled --method looks at the pixels of pictures of the bodies: what lies between the "
        "pixels\n"
        "is not seen. The bodies must be solids; edge-rays, which looks at all of them in one "
        "sweep,\n"
        "takes others too and says what it cannot tell about them. surface-peeling takes open and\n"
        "closed surfaces, proves every pair of triangles it reports, and with --conservative "
        "finds all.\n\n"
        "A mesh that is not a solid is compared as a surface. If another body may lie in it, had\n"
        "it an inside, the pair is undecided: mend the mesh (impinge diagnose), or say "
        "--surfaces.\n\n"
        "Exit status: 0 no interference (apart, touching or within tolerance), 1 interference\n"
        "(crossing, one inside the other, the same solid twice, or nearer than a wanted\n"
        "clearance), 2 error, or not the recorded answer, 3 undecided (no interference is known,\n"
        "but not all pairs could be told), 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge check housing.stl shaft.stl gear.stl\n"
        "  impinge check assembly.glb --clearance 0.5 --unit mm --csv near.csv\n"
        "  impinge check scene.json --json report.json\n"
        "  impinge check upper.stl lower.stl --sequence closing.json --clearance 0.1 --csv "
        "bite.csv\n"
        "  impinge check drive.glb --unit mm --tolerance 0.1 --csv clashes.csv\n"
        "  impinge check a.stl b.stl --measure --direction 0,0,1 --regions-csv where.csv\n"
        "  impinge check upper.ply lower.ply --method cascade --resolution 1024\n"
        "  impinge check parts/*.stl --method edge-rays --precision 0.1 --refine\n"
        "  impinge check cloth.ply ball.ply --method surface-peeling --conservative --pairs p.csv\n"
        "  impinge check robot.glb cell.3mf --group-by file\n"
        "  impinge check parts/ --ignore 'bolt*:housing' --ignore 'label*'\n"
        "  impinge check --json report.json --curves contact.obj upper.ply lower.ply\n"
        "  impinge check a.stl b.stl --dump-case bug.case && impinge check --replay bug.case");
}

} // namespace impinge::cli
