// SPDX-License-Identifier: Apache-2.0
#include "output/console.hpp"

#include "output/progress.hpp"
#include "output/text.hpp"

#include <cerrno>
#include <cstdio>
#include <fmt/core.h>
#include <system_error>

namespace impinge::cli {
namespace {

/// A message is one line whatever a file name holds.
void error_line(std::string_view kind, std::string_view message) {
    finish_progress();
    const std::string line = fmt::format("impinge: {}{}\n", kind, printable(message));
    std::fwrite(line.data(), 1, line.size(), stderr);
}

std::vector<std::string>& given_warnings() {
    static std::vector<std::string> given;
    return given;
}

} // namespace

bool print(std::string_view text) {
    finish_progress();
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

void warn(std::string_view message) {
    error_line("warning: ", message);
    given_warnings().emplace_back(message);
}

const std::vector<std::string>& warnings_given() { return given_warnings(); }

} // namespace impinge::cli
