// SPDX-License-Identifier: Apache-2.0
#include "output/outputs.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "io/mesh_format.hpp"
#include "io/write_file.hpp"
#include "output/console.hpp"

#include <array>
#include <filesystem>

namespace impinge::cli {

Detail Outputs::detail() const {
    if (!curves_file.empty()) {
        return Detail::Curves;
    }
    return wants_report() || !pairs_file.empty() ? Detail::Pairs : Detail::Verdict;
}

void add_json_option(Verb& verb, Outputs& outputs) {
    verb.option("--json", &outputs.json_file, "FILE",
                "Write the answer as JSON; - is standard output, which then holds nothing else");
}

void add_json_and_threads(Verb& verb, Outputs& outputs) {
    add_json_option(verb, outputs);
    verb.option("--threads", &outputs.threads, "N",
                "Use at most so many threads; 0 means all cores. Answers do not depend on it")
        .between(0, 1024);
}

void add_all_outputs(Verb& verb, Outputs& outputs) {
    add_json_and_threads(verb, outputs);
    verb.option("--pairs", &outputs.pairs_file, "FILE",
                "Write every pair of meeting triangles as CSV");
    verb.option("--curves", &outputs.curves_file, "FILE",
                "Write the curves in which surfaces meet as lines of an OBJ file");
    verb.flag("-q,--quiet", &outputs.quiet, "Print no answer: the exit status is it");
}

namespace {

/// A folder that can be made, or a file of several bodies that can be written.
Status check_regions_out(const std::filesystem::path& path) {
    std::error_code ignored;
    if (path.empty() || !path.has_extension() || std::filesystem::is_directory(path, ignored)) {
        return path == "-" ? Status(usage_error("-: only --json can go to standard output"))
                           : Status{};
    }
    const auto format = format_of_name(path);
    const bool writable = format == MeshFormat::Glb || format == MeshFormat::Ply ||
                          format == MeshFormat::StlBinary || format == MeshFormat::Obj ||
                          format == MeshFormat::Off;
    return writable ? check_writable(path)
                    : Status(usage_error("--regions: " + path.string() +
                                         ": neither a folder nor .glb, .ply, .stl, .obj or .off"));
}

} // namespace

Status check_outputs(const Outputs& outputs) {
    if (!outputs.curves_file.empty() && format_of_name(outputs.curves_file) != MeshFormat::Obj) {
        return Error{ErrorCode::Unsupported,
                     outputs.curves_file +
                         ": curves are written as OBJ: the name must end in .obj"};
    }
    if (!outputs.json_file.empty() && outputs.json_file != "-") {
        if (Status status = check_writable(outputs.json_file); !status) {
            return status;
        }
    }
    const std::array files{&outputs.pairs_file,   &outputs.curves_file, &outputs.csv_file,
                           &outputs.regions_file, &outputs.near_file,   &outputs.histogram_file,
                           &outputs.case_file};
    for (const std::string* file : files) {
        if (*file == "-") {
            return usage_error("-: only --json can go to standard output");
        }
        if (file->empty()) {
            continue;
        }
        if (Status status = check_writable(*file); !status) {
            return status;
        }
    }
    return check_regions_out(outputs.regions_out);
}

int write_json(std::string_view document, const Outputs& outputs) {
    if (outputs.json_file == "-") {
        return print(document) ? Clean : Failed;
    }
    return write_text_file(outputs.json_file, document);
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
