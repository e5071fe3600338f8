// SPDX-License-Identifier: Apache-2.0
//
// impinge sample: writes the bodies of a sample scene.
#include "console.hpp"
#include "exit_status.hpp"
#include "impinge/files.hpp"
#include "io/write_mesh.hpp"
#include "scenes/catalogue.hpp"
#include "text_table.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

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

/// One file per body. Rounding is told, since it can turn touching into crossing.
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

void add_sample(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<SampleOptions>();
    CLI::App* verb = program.add_subcommand("sample", "Write the meshes of a sample scene");
    verb->add_option("NAME", options->name, "The sample; --list names them")->type_name("");
    verb->add_flag("--list", options->list, "List the samples");
    verb->add_option("--out", options->folder, "Folder for the files; made if missing")
        ->type_name("DIR");
    verb->add_option("--triangles", options->scene.triangles,
                     "Triangles in all, roughly; 0 is the sample's own size")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber.description(""));
    verb->add_option("--seed", options->scene.seed, "Another seed, another variation")
        ->type_name("S")
        ->check(CLI::NonNegativeNumber.description(""));
    verb->add_option("--format", options->format,
                     "ply (default) and obj keep every bit; stl rounds to single precision")
        ->type_name("stl|obj|ply")
        ->check(CLI::IsMember({"stl", "obj", "ply"}).description(""));
    verb->footer("Examples:\n"
                 "  impinge sample --list\n"
                 "  impinge sample jaws-biting --out jaws && impinge check jaws/*");
    verb->callback([options, &chosen] { chosen = [options] { return run_sample(*options); }; });
}

} // namespace impinge::cli
