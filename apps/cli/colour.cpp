// SPDX-License-Identifier: Apache-2.0
#include "colour.hpp"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace impinge::cli {
namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

const char* colour_code(Verdict verdict) {
    switch (verdict) {
    case Verdict::Apart:
        return "\x1b[32m";
    case Verdict::Touching:
        return "\x1b[33m";
    default:
        return "\x1b[31m";
    }
}

} // namespace

bool colour_wanted() {
    static const bool wanted = isatty(STDOUT_FILENO) != 0 && environment("NO_COLOR").empty() &&
                               environment("TERM") != "dumb";
    return wanted;
}

std::string coloured(std::string text, Verdict verdict) {
    return colour_wanted() ? colour_code(verdict) + std::move(text) + "\x1b[0m" : text;
}

} // namespace impinge::cli
