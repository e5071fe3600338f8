// SPDX-License-Identifier: Apache-2.0
//
// Which arguments name files that are read and which name files that are written, in all verbs:
// nothing that is read is overwritten, no file is written twice, and names of PNG files end in
// .png.
//
// An option tells by the type that its help shows: FILE, with or without an ending behind it, is
// written; PREFIX becomes PREFIX-a.ply and PREFIX-b.ply; every other type with an ending
// (POSES.json, CASE.bin) is read, and so are mesh files and what a scene file names.
#pragma once

#include "arguments/verb.hpp"
#include "impinge/expected.hpp"

#include <array>
#include <filesystem>
#include <set>
#include <string>

namespace impinge::cli {

/// Of the verb that was chosen, after the arguments were parsed and before any work. Fails with a
/// sentence that names option and file. Files are compared by what they are, also through links and
/// however they are spelled.
Status check_file_arguments(const Verb& verb);

/// What a PREFIX stands for; an ending .ply of it is left out.
std::array<std::string, 2> files_of_prefix(const std::string& prefix);

/// Whether a file to be written is one of those that were read. What does not exist yet is none.
bool is_input(const std::filesystem::path& written, const std::set<std::filesystem::path>& read);

/// Fails unless the name ends in .png.
Status check_picture_name(const std::string& file);

} // namespace impinge::cli
