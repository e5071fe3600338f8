// SPDX-License-Identifier: Apache-2.0
//
// The command line: picks the verb, and turns whatever goes wrong into one line and a status.
#include "console.hpp"
#include "exit_status.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <new>

namespace impinge::cli {
namespace {

/// CLI11 has exit codes of its own, one per kind of mistake; here there is one for all.
int parse_failure(const CLI::App& program, const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        std::ostringstream text;
        program.exit(error, text, text);
        return print(text.str()) ? Clean : Failed;
    }
    return fail(std::string(error.what()) + " (see impinge --help)");
}

bool has_verb(CLI::App& program, std::string_view name) {
    return !program.get_subcommands([&](CLI::App* verb) { return verb->get_name() == name; })
                .empty();
}

int run(int argc, char** argv) {
    CLI::App program("Exact interference checks for triangle meshes", "impinge");
    program.set_version_flag("--version", "impinge " IMPINGE_VERSION);
    program.require_subcommand(1);
    program.footer("impinge VERB --help explains a verb.");
    Work chosen;
    add_check(program, chosen);
    add_self(program, chosen);
    add_distance(program, chosen);
    add_map(program, chosen);
    add_compare(program, chosen);
    add_diagnose(program, chosen);
    add_sample(program, chosen);
    add_scene(program, chosen);
    add_picture(program, chosen);
    add_image(program, chosen);
    add_simulate(program, chosen);
    add_devices(program, chosen);
    if (argc > 1 && argv[1][0] != '-' && !has_verb(program, argv[1])) {
        return fail(std::string(argv[1]) + ": unknown verb (see impinge --help)");
    }
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parse_failure(program, error);
    }
    return chosen();
}

} // namespace
} // namespace impinge::cli

int main(int argc, char** argv) {
    // A reader that closes our output early shows as a failed write instead of killing us.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return impinge::cli::run(argc, argv);
    } catch (const std::bad_alloc&) {
        return impinge::cli::fail("not enough memory");
    } catch (const std::exception& error) {
        return impinge::cli::fail(error.what());
    }
}
