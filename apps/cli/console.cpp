// SPDX-License-Identifier: Apache-2.0
#include "console.hpp"

#include "exit_status.hpp"
#include "progress.hpp"

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
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

std::string printable(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        const auto code = static_cast<unsigned char>(c);
        c = code < 0x20 || code == 0x7F ? '?' : c;
    }
    return out;
}

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

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

} // namespace impinge::cli
