// SPDX-License-Identifier: Apache-2.0
#include "console.hpp"

#include "exit_status.hpp"

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <system_error>

namespace impinge::cli {
namespace {

/// A message is one line whatever a file name holds.
void error_line(std::string_view kind, std::string_view message) {
    std::string line = fmt::format("impinge: {}{}", kind, message);
    for (char& c : line) {
        if (c == '\n' || c == '\r') {
            c = '?';
        }
    }
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace

bool print(std::string_view text) {
    errno = 0;
    const bool written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written || errno == EPIPE) {
        return true;
    }
    fail("standard output: " + std::generic_category().message(errno));
    return false;
}

int fail(std::string_view message) {
    error_line("", message);
    return Failed;
}

int fail(const Error& error) { return fail(error.message); }

void warn(std::string_view message) { error_line("warning: ", message); }

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

} // namespace impinge::cli
