// SPDX-License-Identifier: Apache-2.0
//
// Takes a command line apart. Only parse.cpp knows the library that does it, CLI11, which takes
// longer to compile than all of a verb.
#pragma once

#include "arguments/verb.hpp"
#include "impinge/expected.hpp"

namespace impinge::cli {

/// What a command line asks for: a verb to run, or a text to print instead (help, version).
struct Parsed {
    const Verb* verb = nullptr; ///< null if there is a text
    std::string text = {};
};

/// Sets the variables of the options, and what was given of each. The arguments stand behind the
/// program's name. The error says what is wrong with them, in one line.
Expected<Parsed> parse(Verb& program, std::vector<std::string> arguments);

} // namespace impinge::cli
