// SPDX-License-Identifier: Apache-2.0
//
// The options that several verbs share: what to write, where to, and with how many threads.
#pragma once

#include "impinge/collide.hpp"
#include "io/write_contacts.hpp"
#include "output/progress.hpp"

#include <span>
#include <string>
#include <string_view>

namespace impinge::cli {

class Verb;

struct Outputs {
    std::string json_file; ///< "-" is standard output; empty if not wanted, like the others
    std::string pairs_file;
    std::string curves_file;
    std::string csv_file;
    std::string regions_file; ///< a table of them
    std::string regions_out;  ///< their meshes: a folder, or one file
    std::string near_file;
    std::string histogram_file;
    std::string case_file;
    bool quiet = false;
    unsigned threads = 0;

    /// A table for a person: not when told to be quiet, nor when JSON has standard output.
    [[nodiscard]] bool wants_table() const { return !quiet && json_file != "-"; }
    [[nodiscard]] bool wants_json() const { return !json_file.empty(); }
    [[nodiscard]] bool wants_report() const {
        return wants_table() || wants_json() || !csv_file.empty() || !case_file.empty();
    }
    /// The least detail that answers all that is wanted.
    [[nodiscard]] Detail detail() const;
    [[nodiscard]] Progress::Show progress() const {
        return quiet ? Progress::Show::Never : Progress::Show::OnTerminal;
    }
};

void add_json_option(Verb& verb, Outputs& outputs);
void add_json_and_threads(Verb& verb, Outputs& outputs);
void add_all_outputs(Verb& verb, Outputs& outputs);

/// Before any work: can the files be written where they shall go?
Status check_outputs(const Outputs& outputs);

/// A document, to the file or to standard output, if wanted. Returns an ExitStatus: Clean, or
/// Failed after saying why.
int write_json(std::string_view document, const Outputs& outputs);
/// The pairs and curves files, as far as they are wanted. Returns an ExitStatus likewise.
int write_contact_files(std::span<const NamedContacts> contacts, const Outputs& outputs);
/// A file that is wanted if it has a name.
int write_text_file(const std::string& file, std::string_view content);

} // namespace impinge::cli
