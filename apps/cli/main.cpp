// SPDX-License-Identifier: Apache-2.0
//
// The command line: picks the verb, and turns whatever goes wrong into one line and a status.
#include "arguments/file_arguments.hpp"
#include "arguments/parse.hpp"
#include "arguments/prepared_arguments.hpp"
#include "arguments/verb.hpp"
#include "output/console.hpp"
#include "output/text.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <limits>
#include <new>
#include <string>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef IMPINGE_WITH_CAD
#include "impinge/cad.hpp"
#endif

namespace impinge::cli {
namespace {

void add_verbs(Verb& program) {
    add_check(program);
    add_report(program);
    add_self(program);
    add_distance(program);
    add_map(program);
    add_slice(program);
    add_compare(program);
    add_diagnose(program);
    add_sample(program);
    add_scene(program);
    add_picture(program);
    add_image(program);
    add_simulate(program);
    add_particles(program);
    add_devices(program);
    add_view(program);
    add_completion(program);
    add_manual(program);
}

/// `impinge` alone is no question, so that it must not end as one that was answered with "no
/// interference": status 2, and what it can be asked on standard error.
int list_verbs(const Verb& program) {
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

/// Large arrays are made and dropped by every stage of a verb. By default the C library gives each
/// back to the system, which clears all its pages anew for the next: a third of a check of large
/// files. The program ends soon and may keep them.
void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

/// Without it, reading a CAD file says what is missing.
void read_cad_files() {
#ifdef IMPINGE_WITH_CAD
    enable_cad();
#endif
}

int run(std::vector<std::string> arguments) {
    Verb program("impinge", "Exact interference checks for triangle meshes");
    program.version("impinge " IMPINGE_VERSION);
    program.footer("impinge VERB --help explains a verb.\n\n"
                   "Exit status: 0 done, and nothing interferes where that was asked; 1 there is "
                   "interference;\n"
                   "2 error; 3 not all could be told; 130 interrupted.");
    add_verbs(program);
    if (arguments.empty()) {
        return list_verbs(program);
    }
    turn_help_around(arguments);
    const std::string verb = arguments.front();
    if (!verb.starts_with("-") && program.find_verb(verb) == nullptr) {
        return fail(printable(verb) + ": unknown verb" + verb_meant(program, verb) +
                    " (see impinge --help)");
    }
    auto prepared = prepared_arguments(program, std::move(arguments));
    if (!prepared) {
        return fail(prepared.error());
    }
    remember_arguments(prepared->arguments);
    const auto parsed = parse(program, std::move(prepared->arguments));
    if (!parsed) {
        return fail(parsed.error().message + " (see " + prepared->verb + " --help)");
    }
    if (parsed->verb == nullptr) {
        return print(parsed->text) ? Clean : Failed;
    }
    if (const Status status = check_file_arguments(*parsed->verb); !status) {
        return fail(status.error());
    }
    return parsed->verb->run();
}

} // namespace
} // namespace impinge::cli

int main(int argc, char** argv) {
    // A reader that closes our output early shows as a failed write instead of killing us.
    std::signal(SIGPIPE, SIG_IGN);
    impinge::cli::keep_freed_memory();
    impinge::cli::read_cad_files();
    try {
        return impinge::cli::run({argv + std::min(argc, 1), argv + argc});
    } catch (const std::bad_alloc&) {
        return impinge::cli::fail("not enough memory");
    } catch (const std::exception& error) {
        return impinge::cli::fail(error.what());
    }
}
