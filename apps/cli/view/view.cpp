// SPDX-License-Identifier: Apache-2.0
//
// impinge view: starts the viewer, which is a program of its own, so that this one needs no window
// system.
#include "arguments/file_arguments.hpp"
#include "arguments/verb.hpp"
#include "output/console.hpp"
#include "verbs.hpp"
#include "view/view_options.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace impinge::cli {
namespace {

namespace fs = std::filesystem;

/// The arguments of this run, for the viewer to read again.
std::vector<std::string> own_arguments; // set once, before the verb runs

/// Beside this program, where builds and installations put it; else along PATH.
std::string viewer_program() {
    std::error_code error;
    const fs::path own = fs::read_symlink("/proc/self/exe", error);
    const fs::path beside = own.parent_path() / "impinge-view";
    return !error && fs::exists(beside, error) ? beside.string() : "impinge-view";
}

int run_view(const ViewOptions& options) {
    if (const Status status = check_view_options(options); !status) {
        return fail(status.error());
    }
    const std::string program = viewer_program();
    std::vector<char*> words;
    std::string name = program;
    words.push_back(name.data());
    for (std::string& argument : own_arguments) {
        words.push_back(argument.data());
    }
    words.push_back(nullptr);
    execvp(program.c_str(), words.data());
    if (errno == ENOENT) {
        return fail("view: the viewer is not installed (impinge-view, built with IMPINGE_VIEWER); "
                    "impinge picture draws without it");
    }
    return fail("view: " + program + ": " + std::strerror(errno));
}

} // namespace

void remember_arguments(const std::vector<std::string>& arguments) {
    own_arguments.assign(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
}

void add_view(Verb& program) {
    Verb& verb = program.verb("view", "Look at bodies, move them, and see at once what interferes");
    add_view_options(verb, verb.runs(run_view));
}

} // namespace impinge::cli
