// SPDX-License-Identifier: Apache-2.0
//
// What goes to the terminal: answers to standard output, one line per error or warning to standard
// error.
#pragma once

#include "impinge/expected.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

/// Ends the progress line that may be shown, then writes all of it, or says on standard error why
/// not and returns false. A reader that has gone away (`| head`) is no failure.
[[nodiscard]] bool print(std::string_view text);

/// Without control characters: names come from files, and must not drive the terminal.
std::string printable(std::string_view text);

/// "impinge: MESSAGE", where the message names the file first. Returns ExitStatus::Failed.
int fail(const Error& error);
int fail(std::string_view message);

/// "impinge: warning: MESSAGE", also where a verb is told to be quiet: the exit status may rest on
/// what the warning is about.
void warn(std::string_view message);
/// All of this run, in order; JSON documents repeat them.
const std::vector<std::string>& warnings_given();

/// "1 pair", "2 pairs", "0 bodies"; the plural of body is given.
std::string counted(std::size_t count, std::string_view one, std::string_view many);

} // namespace impinge::cli
