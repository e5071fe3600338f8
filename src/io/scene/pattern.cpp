// SPDX-License-Identifier: Apache-2.0
#include "io/scene/pattern.hpp"

#include <cstddef>

namespace impinge::inline v0 {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

/// Bytes of the character at the start of a text that is not empty.
std::size_t character_length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t announced = lead >= 0xF0u ? 4 : lead >= 0xE0u ? 3 : lead >= 0xC0u ? 2 : 1;
    std::size_t length = 1;
    while (length < announced && length < text.size() && continues_character(text[length])) {
        ++length;
    }
    return length;
}

} // namespace

bool matches_pattern(std::string_view pattern, std::string_view name) {
    // Only the last star needs to be tried again: an earlier one that took less leaves more.
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t star = std::string_view::npos;
    std::size_t taken_by_star = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken_by_star = n;
        } else if (p < pattern.size() && pattern[p] == '?') {
            ++p;
            n += character_length(name.substr(n));
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            taken_by_star += character_length(name.substr(taken_by_star));
            n = taken_by_star;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

} // namespace impinge::inline v0
