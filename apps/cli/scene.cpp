// SPDX-License-Identifier: Apache-2.0
//
// impinge scene: writes a scene file to start from.
#include "console.hpp"
#include "exit_status.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "io/scene/start.hpp"
#include "io/write_file.hpp"
#include "progress.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
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
            return Error{ErrorCode::InvalidArgument, file + ": is a scene file, not a mesh file"};
        }
    }
    if (!options.input.unit.empty() && !unit_from_text(options.input.unit)) {
        return Error{ErrorCode::InvalidArgument,
                     "--unit: '" + options.input.unit + "' is none of um, mm, cm, m, in, ft"};
    }
    if (options.to_file() && !is_scene_file(options.out_file)) {
        return Error{ErrorCode::InvalidArgument,
                     options.out_file + ": the name of a scene file ends in .json"};
    }
    return options.to_file() ? check_writable(options.out_file) : Status{};
}

StartOptions start_options(const SceneVerbOptions& options) {
    StartOptions start;
    start.read.weld = options.input.weld ? Weld::Equal : Weld::AsFormat;
    start.read.split = options.input.split == "groups" ? Split::Groups : Split::AsFormat;
    start.unit = unit_from_text(options.input.unit);
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
    const Context context(options.threads);
    Progress progress(Progress::Show::OnTerminal);
    const InterruptGuard guard(context);
    const std::filesystem::path out = options.to_file() ? options.out_file : "";
    auto scene = starting_scene(options.input.files, out.parent_path(), start_options(options),
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

void add_options(CLI::App& verb, SceneVerbOptions& options) {
    verb.add_option("FILES", options.input.files, "Mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF)")
        ->required()
        ->type_name("");
    verb.add_option("-o,--out", options.out_file,
                    "The scene file to write, replaced if it is there; paths in it are relative to "
                    "its folder. Standard output if not given")
        ->type_name("FILE.json");
    add_reading_options(verb, options.input);
    verb.add_option("--split", options.input.split, "Each group or object of an OBJ file is a body")
        ->type_name("groups")
        ->check(CLI::IsMember({"groups"}).description(""));
    verb.add_flag("--whole", options.whole_files,
                  "One entry for each file, also for those of many parts");
    verb.add_option("--group-by", options.group_by,
                    "Put bodies into groups: those of a file, of a folder, or of a name that "
                    "differs in the number at its end only")
        ->type_name("file|folder|name")
        ->check(CLI::IsMember({"file", "folder", "name"}).description(""));
    verb.add_flag("--ignore-within-groups", options.ignore_within_groups,
                  "Add rules that keep members of a group from being checked against each other");
    verb.add_option("--threads", options.threads,
                    "Read with at most so many threads; 0 means all cores")
        ->type_name("N")
        ->check(CLI::Range(0, 1024).description(""));
}

} // namespace

void add_scene(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<SceneVerbOptions>();
    CLI::App* verb = program.add_subcommand("scene", "Write a scene file to start from");
    add_options(*verb, *options);
    verb->footer("A scene file names bodies, puts them in place and into groups, and says which\n"
                 "pairs to check and how near they may come. docs/scene.md explains its fields.\n\n"
                 "Examples:\n"
                 "  impinge scene housing.stl shaft.stl -o scene.json && impinge check scene.json\n"
                 "  impinge scene assembly.glb --unit mm --group-by name -o scene.json\n"
                 "  impinge scene robot/*.stl cell/*.stl --group-by folder --ignore-within-groups");
    verb->callback([options, &chosen] { chosen = [options] { return run_scene(*options); }; });
}

} // namespace impinge::cli
