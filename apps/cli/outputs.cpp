// SPDX-License-Identifier: Apache-2.0
#include "outputs.hpp"

#include "console.hpp"
#include "exit_status.hpp"
#include "io/mesh_format.hpp"
#include "io/write_file.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace impinge::cli {

Detail Outputs::detail() const {
    if (!curves_file.empty()) {
        return Detail::Curves;
    }
    return wants_report() || !pairs_file.empty() ? Detail::Pairs : Detail::Verdict;
}

void add_json_and_threads(CLI::App& verb, Outputs& outputs) {
    verb.add_option("--json", outputs.json_file,
                    "Write the answer as JSON; - is standard output, which then holds nothing else")
        ->type_name("FILE");
    verb.add_option("--threads", outputs.threads,
                    "Use at most so many threads; 0 means all cores. Answers do not depend on it")
        ->type_name("N")
        ->check(CLI::Range(0, 1024).description(""));
}

void add_all_outputs(CLI::App& verb, Outputs& outputs) {
    add_json_and_threads(verb, outputs);
    verb.add_option("--pairs", outputs.pairs_file, "Write every pair of meeting triangles as CSV")
        ->type_name("FILE");
    verb.add_option("--curves", outputs.curves_file,
                    "Write the curves in which surfaces meet as lines of an OBJ file")
        ->type_name("FILE");
    verb.add_flag("-q,--quiet", outputs.quiet, "Print no answer: the exit status is it");
}

Status check_outputs(const Outputs& outputs) {
    if (!outputs.curves_file.empty() && format_of_name(outputs.curves_file) != MeshFormat::Obj) {
        return Error{ErrorCode::Unsupported,
                     outputs.curves_file +
                         ": curves are written as OBJ: the name must end in .obj"};
    }
    for (const std::string* file :
         {&outputs.pairs_file, &outputs.csv_file, &outputs.case_file, &outputs.curves_file}) {
        if (*file == "-") {
            return Error{ErrorCode::InvalidArgument, "-: only --json can go to standard output"};
        }
    }
    for (const std::string* file : {&outputs.json_file, &outputs.pairs_file, &outputs.curves_file,
                                    &outputs.csv_file, &outputs.case_file}) {
        if (file->empty() || *file == "-") {
            continue;
        }
        if (Status status = check_writable(*file); !status) {
            return status;
        }
    }
    return {};
}

int write_json(const nlohmann::ordered_json& document, const Outputs& outputs) {
    if (outputs.json_file.empty()) {
        return Clean;
    }
    // File names need not be UTF-8; JSON has to be.
    const std::string text =
        document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    if (outputs.json_file == "-") {
        return print(text) ? Clean : Failed;
    }
    return write_text_file(outputs.json_file, text);
}

int write_text_file(const std::string& file, std::string_view content) {
    if (file.empty()) {
        return Clean;
    }
    const Status status = write_file(file, content);
    return !status ? fail(status.error()) : Clean;
}

int write_contact_files(std::span<const NamedContacts> contacts, const Outputs& outputs) {
    if (!outputs.pairs_file.empty()) {
        if (const Status status = write_pairs(outputs.pairs_file, contacts); !status) {
            return fail(status.error());
        }
    }
    if (!outputs.curves_file.empty()) {
        if (const Status status = write_curves(outputs.curves_file, contacts); !status) {
            return fail(status.error());
        }
    }
    return Clean;
}

} // namespace impinge::cli
