// SPDX-License-Identifier: Apache-2.0
//
// What goes to the terminal: answers to standard output, one line per error or warning to standard
// error; and the exit status.
#pragma once

#include "impinge/expected.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

/// What the exit status of the program means.
enum ExitStatus : int {
    Clean = 0,         ///< done; for check and self: no interference
    Found = 1,         ///< done; there is interference
    Failed = 2,        ///< wrong usage, bad input, or an output that could not be written
    Undecided = 3,     ///< done; no interference is known, but it could not be told of all pairs
    Interrupted = 130, ///< Ctrl-C; what was printed is partial
};

/// Ends the progress line that may be shown, then writes all of it, or says on standard error why
/// not and returns false. A reader that has gone away (`| head`) is no failure.
[[nodiscard]] bool print(std::string_view text);

/// "impinge: MESSAGE", where the message names the file first. Returns ExitStatus::Failed.
int fail(const Error& error);
int fail(std::string_view message);

/// "impinge: warning: MESSAGE", also where a verb is told to be quiet: the exit status may rest on
/// what the warning is about.
void warn(std::string_view message);
/// All of this run, in order; JSON documents repeat them.
const std::vector<std::string>& warnings_given();

} // namespace impinge::cli
