// SPDX-License-Identifier: Apache-2.0
//
// impinge manual: the manual page of a verb, or all of them as files.
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "io/write_file.hpp"
#include "manual/manual_page.hpp"
#include "output/console.hpp"
#include "verbs.hpp"

#include <filesystem>

namespace impinge::cli {
namespace {

struct ManualOptions {
    const Verb* program = nullptr;
    std::string page;
    std::string folder;
};

/// The program and all verbs, those of verbs too.
void add_pages(const Verb& verb, std::vector<const Verb*>& pages) {
    pages.push_back(&verb);
    for (const auto& below : verb.verbs()) {
        add_pages(*below, pages);
    }
}

std::vector<const Verb*> pages_of(const Verb& program) {
    std::vector<const Verb*> pages;
    add_pages(program, pages);
    return pages;
}

int write_pages(const ManualOptions& options) {
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    if (error) {
        return fail(options.folder + ": cannot be made: " + error.message());
    }
    for (const Verb* verb : pages_of(*options.program)) {
        const auto file = std::filesystem::path(options.folder) / (page_name(*verb) + ".1");
        if (const Status status = write_file(file, manual_page(*verb, *options.program)); !status) {
            return fail(status.error());
        }
    }
    return Clean;
}

int run_manual(const ManualOptions& options) {
    if (!options.folder.empty()) {
        return options.page.empty() ? write_pages(options)
                                    : fail("--out: takes all pages, without VERB");
    }
    std::string names;
    for (const Verb* verb : pages_of(*options.program)) {
        const std::string name = page_name(*verb);
        if (options.page.empty() || options.page == name || "impinge-" + options.page == name) {
            return print(manual_page(*verb, *options.program)) ? Clean : Failed;
        }
        names += (names.empty() ? "" : ", ") + name;
    }
    return fail(unknown_name("manual", options.page, names));
}

} // namespace

void add_manual(Verb& program) {
    Verb& verb = program.verb("manual", "Print a manual page, for man");
    ManualOptions& options = verb.runs(run_manual);
    options.program = &program;
    std::string names;
    for (const Verb* page : pages_of(program)) {
        if (!page->is_program()) {
            names +=
                (names.empty() ? "" : ", ") + page_name(*page).substr(program.name().size() + 1);
        }
    }
    verb.positional("VERB", &options.page, "Whose page; that of the program unless given")
        .suggests(names);
    verb.option("--out", &options.folder, "FOLDER",
                "Folder for all pages, a file each; made if missing");
    verb.footer("Installed, the pages are where man looks: man impinge-check. They say what --help "
                "says.\n\n"
                "Examples:\n"
                "  impinge manual check | man -l -\n"
                "  impinge manual simulate-cloth\n"
                "  impinge manual --out man1");
}

} // namespace impinge::cli
