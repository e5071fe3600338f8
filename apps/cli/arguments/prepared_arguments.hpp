// SPDX-License-Identifier: Apache-2.0
//
// What every verb has in common about its arguments, looked at before the parser takes them apart:
// an option that is not known is named, with the one that was probably meant; a value that is
// missing or empty is refused; a folder stands for the mesh files in it.
#pragma once

#include "arguments/verb.hpp"
#include "impinge/expected.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

struct PreparedArguments {
    std::vector<std::string> arguments; ///< behind the program's name, folders replaced
    std::string verb;                   ///< whose they are: "impinge simulate polytopes"
};

/// The arguments as the parser shall see them. Fails with a sentence that names the verb or the
/// option. Warns of files in folders that are skipped.
Expected<PreparedArguments> prepared_arguments(const Verb& program,
                                               std::vector<std::string> arguments);

/// The verbs, one line each: what `impinge` alone says.
std::string list_of_verbs(const Verb& program);

/// "; did you mean VERB?", or nothing.
std::string verb_meant(const Verb& program, std::string_view word);

} // namespace impinge::cli
