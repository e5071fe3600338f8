// SPDX-License-Identifier: Apache-2.0
//
// The command line: picks the verb, and turns whatever goes wrong into one line and a status.
#include "arguments.hpp"
#include "console.hpp"
#include "exit_status.hpp"
#include "file_arguments.hpp"
#include "help_formatter.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace impinge::cli {
namespace {

/// CLI11 has exit codes of its own, one per kind of mistake; here there is one for all.
int parse_failure(const CLI::App& program, const CLI::ParseError& error, const std::string& verb) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        std::ostringstream text;
        program.exit(error, text, text);
        return print(text.str()) ? Clean : Failed;
    }
    std::string message = error.what();
    // "Could not convert: --clearance = abc"
    const std::string_view prefix = "Could not convert: ";
    const std::size_t equals = message.find(" = ");
    if (message.starts_with(prefix) && equals != std::string::npos) {
        message = message.substr(prefix.size(), equals - prefix.size()) + ": '" +
                  message.substr(equals + 3) + "' is not a number that it takes";
    }
    return fail(message + " (see " + verb + " --help)");
}

const CLI::App* find_verb(const CLI::App& program, std::string_view name) {
    const auto found =
        program.get_subcommands([&](const CLI::App* verb) { return verb->get_name() == name; });
    return found.empty() ? nullptr : found.front();
}

void add_verbs(CLI::App& program, Work& chosen) {
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
}

/// `impinge` alone is no question, so that it must not end as one that was answered with "no
/// interference": status 2, and what it can be asked on standard error.
int list_verbs(const CLI::App& program) {
    const std::string text = "usage: impinge VERB [ARGUMENTS]\n\n" + list_of_verbs(program) +
                             "\nimpinge VERB --help explains a verb.\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
    return Failed;
}

/// `impinge help VERB` is what users of other programs try.
void turn_help_around(std::vector<std::string>& arguments) {
    if (arguments.front() == "help") {
        arguments.erase(arguments.begin());
        arguments.emplace_back("--help");
    }
}

int run(std::vector<std::string> arguments) {
    CLI::App program("Exact interference checks for triangle meshes", "impinge");
    program.formatter(std::make_shared<HelpFormatter>());
    program.set_version_flag("--version", "impinge " IMPINGE_VERSION);
    program.require_subcommand(1);
    program.footer("impinge VERB --help explains a verb.");
    Work chosen;
    add_verbs(program, chosen);
    if (arguments.empty()) {
        return list_verbs(program);
    }
    turn_help_around(arguments);
    const std::string verb = arguments.front();
    if (!verb.starts_with("-") && find_verb(program, verb) == nullptr) {
        return fail(printable(verb) + ": unknown verb" + verb_meant(program, verb) +
                    " (see impinge --help)");
    }
    auto prepared = prepared_arguments(program, std::move(arguments));
    if (!prepared) {
        return fail(prepared.error());
    }
    try {
        std::vector<std::string>& reversed = prepared->arguments; // as the parser wants them
        std::reverse(reversed.begin(), reversed.end());
        program.parse(reversed);
    } catch (const CLI::ParseError& error) {
        return parse_failure(program, error, prepared->verb);
    }
    if (const Status status = check_file_arguments(program); !status) {
        return fail(status.error());
    }
    return chosen();
}

} // namespace
} // namespace impinge::cli

int main(int argc, char** argv) {
    // A reader that closes our output early shows as a failed write instead of killing us.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return impinge::cli::run({argv + std::min(argc, 1), argv + argc});
    } catch (const std::bad_alloc&) {
        return impinge::cli::fail("not enough memory");
    } catch (const std::exception& error) {
        return impinge::cli::fail(error.what());
    }
}
