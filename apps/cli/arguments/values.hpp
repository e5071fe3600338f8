// SPDX-License-Identifier: Apache-2.0
//
// Words, sizes of pictures, points and directions, as they are written on the command line.
#pragma once

#include "impinge/expected.hpp"
#include "impinge/picture.hpp"
#include "impinge/vec3.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace impinge::cli {

/// All of the text as a number, whatever the locale.
template <typename Number> std::optional<Number> number_of(std::string_view text) {
    Number number{};
    const char* end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, number);
    const bool whole = problem == std::errc() && stopped == end;
    return whole ? std::optional(number) : std::nullopt;
}

/// Something is wrong with what the user wrote.
Error usage_error(std::string message);

/// For an option that takes one of a few words: "OPTION: 'NAME' is none of KNOWN".
Error unknown_name(std::string_view option, std::string_view name, std::string_view known);

/// "1,-2,0.5", all finite.
std::optional<Vec3d> vector_of(std::string_view text);

/// "N" for a square, or "WxH"; at least 1 and at most 65536 each. The error begins with the option.
Expected<render::PixelSize> parse_size(const std::string& option, const std::string& text);

/// "X,Y,Z", not all zero.
Expected<Vec3d> parse_direction(const std::string& option, const std::string& text);

} // namespace impinge::cli
