// SPDX-License-Identifier: Apache-2.0
//
// impinge sample: writes the bodies of a sample scene.
#include "arguments/verb.hpp"
#include "impinge/files.hpp"
#include "io/write_mesh.hpp"
#include "output/console.hpp"
#include "output/text.hpp"
#include "scenes/catalogue.hpp"
#include "verbs.hpp"

#include <filesystem>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

struct SampleOptions {
    std::string name;
    std::string folder;
    std::string format = "ply";
    SceneOptions scene;
    bool list = false;
};

int list_samples() {
    TextTable table({{"sample"}, {"what it is"}});
    for (const SceneInfo& scene : list_scenes()) {
        table.add({scene.name, scene.description});
    }
    return print(table.text()) ? Clean : Failed;
}

/// One file per body. Warns of rounding, since it can turn touching into crossing.
int write_bodies(const Scene& scene, const SampleOptions& options) {
    for (const NamedBody& body : scene.bodies) {
        const auto file =
            std::filesystem::path(options.folder) / (body.name + "." + options.format);
        if (const Status status = write_mesh(file, body.mesh); !status) {
            return fail(status.error());
        }
        if (options.format == "stl" && !survives_as_stl(body.mesh)) {
            warn(file.string() + ": coordinates were rounded to single precision, as STL wants it");
        }
        if (!print(fmt::format("{}  {}\n", file.string(),
                               counted(body.mesh.triangles.size(), "triangle", "triangles")))) {
            return Failed;
        }
    }
    return Clean;
}

int run_sample(const SampleOptions& options) {
    if (options.list) {
        return list_samples();
    }
    if (options.name.empty() || options.folder.empty()) {
        return fail("sample: needs a NAME and --out DIR, or --list");
    }
    const auto scene = make_scene(options.name, options.scene);
    if (!scene) {
        return fail(scene.error().message + " (see impinge sample --list)");
    }
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    if (error) {
        return fail(options.folder + ": cannot be made: " + error.message());
    }
    return write_bodies(*scene, options);
}

} // namespace

void add_sample(Verb& program) {
    Verb& verb = program.verb("sample", "Write the meshes of a sample scene");
    SampleOptions& options = verb.runs(run_sample);
    verb.positional("NAME", &options.name, "The sample; --list names them")
        .suggests(listed_names(list_scenes()));
    verb.flag("--list", &options.list, "List the samples");
    verb.option("--out", &options.folder, "DIR", "Folder for the files; made if missing");
    verb.option("--triangles", &options.scene.triangles, "N",
                "Triangles in all, roughly; 0 is the sample's own size")
        .not_negative();
    verb.option("--seed", &options.scene.seed, "S", "Another seed, another variation")
        .not_negative();
    verb.option("--format", &options.format, "stl|obj|ply",
                "ply (default) and obj keep every bit; stl rounds to single precision")
        .one_of({"stl", "obj", "ply"});
    verb.footer("Examples:\n"
                "  impinge sample --list\n"
                "  impinge sample jaws-biting --out jaws && impinge check jaws/*");
}

} // namespace impinge::cli
