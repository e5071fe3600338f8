// SPDX-License-Identifier: Apache-2.0
//
// The two kinds of URI a glTF buffer may have: data in base64, and a path relative to the file.
#include "io/gltf/buffers.hpp"

#include <array>
#include <charconv>

namespace impinge::inline v0 {
namespace {

constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 64;

constexpr std::array<std::uint8_t, 256> digit_values() {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::size_t i = 0; i < base64_digits.size(); ++i) {
        values[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::uint8_t>(i);
    }
    return values;
}

std::optional<std::vector<char>> decode_base64(std::string_view text) {
    static constexpr auto values = digit_values();
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) {
        text.remove_suffix(1);
    }
    if (text.size() % 4 == 1) {
        return std::nullopt;
    }
    std::vector<char> bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int bit_count = 0;
    for (const char c : text) {
        const std::uint8_t value = values[static_cast<unsigned char>(c)];
        if (value == no_digit) {
            return std::nullopt;
        }
        bits = (bits << 6) | value;
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            bytes.push_back(static_cast<char>((bits >> bit_count) & 0xFFu));
        }
    }
    return bytes;
}

std::optional<std::string> decode_percents(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        const std::string_view digits = text.substr(i + 1, 2);
        unsigned value = 0;
        const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() < 2 || end.ptr != digits.data() + 2 || value == 0) {
            return std::nullopt;
        }
        decoded += static_cast<char>(value);
        i += 2;
    }
    return decoded;
}

} // namespace

std::optional<std::vector<char>> decode_data_uri(std::string_view uri) {
    const std::size_t comma = uri.find(',');
    if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64")) {
        return std::nullopt;
    }
    return decode_base64(uri.substr(comma + 1));
}

std::optional<std::filesystem::path> path_of_uri(std::string_view uri) {
    // What stands before a colon in the first segment is a scheme, as in http: and file:.
    const auto decoded = decode_percents(uri);
    if (!decoded || decoded->empty() ||
        uri.substr(0, uri.find('/')).find(':') != std::string_view::npos ||
        decoded->find('\0') != std::string::npos) {
        return std::nullopt;
    }
    const auto path = std::filesystem::path(*decoded).lexically_normal();
    if (path.is_absolute() || *path.begin() == "..") {
        return std::nullopt;
    }
    return path;
}

} // namespace impinge::inline v0
