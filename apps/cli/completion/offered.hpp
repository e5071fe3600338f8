// SPDX-License-Identifier: Apache-2.0
//
// What a shell offers behind an option, and where a positional argument stands; the same for all
// shells, whose scripts are written by bash_script.cpp, zsh_script.cpp and fish_script.cpp.
#pragma once

#include "arguments/verb.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

enum class OfferedFiles : std::uint8_t { None, Folders, Meshes, All };

struct Offered {
    std::vector<std::string> words = {};
    OfferedFiles files = OfferedFiles::None;
    std::string ending = {}; ///< of files: ".json"; empty: any
};

/// As words, type and kind of the option say.
Offered offered_behind(const Option& option);

/// Without dots: "stl", "obj", ...; and "json" for scene files.
std::vector<std::string> offered_endings();

/// A line for each of a verb's options, "--json" (never "-h"), in their order.
std::vector<const Option*> options_to_offer(const Verb& verb);

/// The program and all verbs, each before those below it.
std::vector<const Verb*> verbs_to_offer(const Verb& program);

/// "simulate cloth"; empty for the program.
std::string path_of(const Verb& verb);

/// The first sentence of a help text, short enough for a list beside the word.
std::string in_short(std::string_view help);

/// What is said about the option in such a list.
std::string said_of(const Option& option);

/// The words with blanks between them.
std::string in_a_row(const std::vector<std::string>& words);

/// The whole script for a shell.
std::string bash_script(const Verb& program);
std::string zsh_script(const Verb& program);
std::string fish_script(const Verb& program);

} // namespace impinge::cli
