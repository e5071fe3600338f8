// SPDX-License-Identifier: Apache-2.0
//
// impinge scene: writes a scene file to start from.
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "input/input.hpp"
#include "io/scene/start.hpp"
#include "io/write_file.hpp"
#include "output/console.hpp"
#include "output/progress.hpp"
#include "output/text.hpp"
#include "verbs.hpp"

#include <map>
#include <set>

namespace impinge::cli {
namespace {

struct SceneVerbOptions {
    Input input;
    std::string out_file; ///< standard output if empty or "-"
    std::string group_by;
    bool ignore_within_groups = false;
    bool whole_files = false;
    unsigned threads = 0;

    [[nodiscard]] bool to_file() const { return !out_file.empty() && out_file != "-"; }
};

const std::map<std::string, GroupBy> ways_to_group = {
    {"", GroupBy::Nothing},
    {"file", GroupBy::File},
    {"folder", GroupBy::Folder},
    {"name", GroupBy::Name},
};

/// What can be said before any file is read.
Status refuse(const SceneVerbOptions& options) {
    for (const std::string& file : options.input.files) {
        if (is_scene_file(file)) {
            return usage_error(file + ": is a scene file, not a mesh file");
        }
    }
    if (!options.input.unit.empty() && !length_unit_from_string(options.input.unit)) {
        return unknown_unit(options.input.unit);
    }
    if (options.to_file() && !is_scene_file(options.out_file)) {
        return usage_error(options.out_file + ": the name of a scene file ends in .json");
    }
    return options.to_file() ? check_writable(options.out_file) : Status{};
}

Expected<StartOptions> start_options(const SceneVerbOptions& options) {
    StartOptions start;
    if (const Status status = apply_reading_options(options.input, start.read); !status) {
        return status.error();
    }
    start.unit = length_unit_from_string(options.input.unit);
    start.group_by = ways_to_group.at(options.group_by);
    start.parts = options.whole_files ? ListParts::TheFile : ListParts::Each;
    return start;
}

void ignore_pairs_within_groups(SceneDescription& scene) {
    std::set<std::string> known;
    for (const SceneBody& body : scene.bodies) {
        if (!body.group.empty() && known.insert(body.group).second) {
            const std::string group = "group:" + body.group;
            scene.pairs.push_back({{group, group}, false});
        }
    }
}

int write_scene(const SceneDescription& scene, const SceneVerbOptions& options) {
    if (!options.to_file()) {
        return print(scene_text(scene)) ? Clean : Failed;
    }
    if (const Status status = write_file(options.out_file, scene_text(scene)); !status) {
        return fail(status.error());
    }
    return print(options.out_file + "  " + counted(scene.bodies.size(), "body", "bodies") + " of " +
                 counted(options.input.files.size(), "file", "files") + "\n")
               ? Clean
               : Failed;
}

int run_scene(const SceneVerbOptions& options) {
    if (const Status status = refuse(options); !status) {
        return fail(status.error());
    }
    const auto start = start_options(options);
    if (!start) {
        return fail(start.error());
    }
    const Context context(options.threads);
    Progress progress(Progress::Show::OnTerminal);
    const InterruptGuard guard(context);
    const std::filesystem::path out = options.to_file() ? options.out_file : "";
    auto scene = starting_scene(options.input.files, out.parent_path(), *start,
                                progress.phase("reading", context));
    progress.finish();
    if (context.cancelled()) {
        return Interrupted;
    }
    if (!scene) {
        return fail(scene.error());
    }
    if (options.ignore_within_groups) {
        ignore_pairs_within_groups(*scene);
    }
    return write_scene(*scene, options);
}

void add_options(Verb& verb, SceneVerbOptions& options) {
    verb.files("FILES", &options.input.files, at_least(1),
               "Mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP)");
    verb.option("-o,--out", &options.out_file, "FILE.json",
                "The scene file to write, replaced if it is there; paths in it are relative to "
                "its folder. Standard output if not given");
    add_reading_options(verb, options.input);
    add_split_option(verb, options.input);
    verb.flag("--whole", &options.whole_files,
              "One entry for each file, also for those of many parts");
    verb.option("--group-by", &options.group_by, "file|folder|name",
                "Put bodies into groups: those of a file, of a folder, or of a name that "
                "differs in the number at its end only")
        .one_of({"file", "folder", "name"});
    verb.flag("--ignore-within-groups", &options.ignore_within_groups,
              "Add rules that keep members of a group from being checked against each other");
    verb.option("--threads", &options.threads, "N",
                "Read with at most so many threads; 0 means all cores")
        .between(0, 1024);
}

} // namespace

void add_scene(Verb& program) {
    Verb& verb = program.verb("scene", "Write a scene file to start from");
    SceneVerbOptions& options = verb.runs(run_scene);
    add_options(verb, options);
    verb.footer("A scene file names bodies, puts them in place and into groups, and says which\n"
                "pairs to check and how near they may come. docs/scene.md explains its fields.\n\n"
                "Examples:\n"
                "  impinge scene housing.stl shaft.stl -o scene.json && impinge check scene.json\n"
                "  impinge scene assembly.glb --unit mm --group-by name -o scene.json\n"
                "  impinge scene robot/*.stl cell/*.stl --group-by folder --ignore-within-groups");
}

} // namespace impinge::cli
