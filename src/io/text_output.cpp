// SPDX-License-Identifier: Apache-2.0
#include "io/text_output.hpp"

namespace impinge::inline v0 {
namespace {

struct ByteRange {
    unsigned char first;
    unsigned char last;

    [[nodiscard]] bool contains(char c) const {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= first && byte <= last;
    }
};

constexpr ByteRange continuation{0x80, 0xBF};

/// How the bytes of a character go on after its first one (table 3-7 of the Unicode standard).
struct Utf8Lead {
    std::size_t length = 0; ///< of the whole character; 0 if none begins so
    ByteRange second = continuation;
};

Utf8Lead utf8_lead(unsigned char byte) {
    if (byte < 0x80) {
        return {1};
    }
    if (byte >= 0xC2 && byte <= 0xDF) {
        return {2};
    }
    if (byte >= 0xE0 && byte <= 0xEF) {
        // Neither longer than need be nor a surrogate.
        return {3,
                {static_cast<unsigned char>(byte == 0xE0 ? 0xA0 : 0x80),
                 static_cast<unsigned char>(byte == 0xED ? 0x9F : 0xBF)}};
    }
    if (byte >= 0xF0 && byte <= 0xF4) {
        // Neither longer than need be nor beyond U+10FFFF.
        return {4,
                {static_cast<unsigned char>(byte == 0xF0 ? 0x90 : 0x80),
                 static_cast<unsigned char>(byte == 0xF4 ? 0x8F : 0xBF)}};
    }
    return {};
}

/// How many bytes at the start of a text that is not empty belong together, and whether they are a
/// character.
struct Utf8Piece {
    std::size_t bytes = 1;
    bool is_character = false;
};

Utf8Piece utf8_piece(std::string_view text) {
    const Utf8Lead lead = utf8_lead(static_cast<unsigned char>(text.front()));
    Utf8Piece piece;
    while (piece.bytes < lead.length && piece.bytes < text.size() &&
           (piece.bytes == 1 ? lead.second : continuation).contains(text[piece.bytes])) {
        ++piece.bytes;
    }
    piece.is_character = piece.bytes == lead.length;
    return piece;
}

void append_escaped(std::string& out, char c) {
    constexpr std::string_view named = "\"\\\b\f\n\r\t";
    constexpr std::string_view letters = "\"\\bfnrt";
    constexpr std::string_view digits = "0123456789abcdef";
    const std::size_t index = named.find(c);
    out += '\\';
    if (index != std::string_view::npos) {
        out += letters[index];
        return;
    }
    const auto code = static_cast<unsigned char>(c);
    out += "u00";
    out += digits[code >> 4U];
    out += digits[code & 15U];
}

} // namespace

std::string valid_utf8(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Utf8Piece piece = utf8_piece(text);
        out += piece.is_character ? text.substr(0, piece.bytes) : "\xEF\xBF\xBD"; // U+FFFD
        text.remove_prefix(piece.bytes);
    }
    return out;
}

std::string json_text(std::string_view text) {
    std::string out = "\"";
    while (!text.empty()) {
        const Utf8Piece piece = utf8_piece(text);
        const char c = text.front();
        if (!piece.is_character) {
            out += "\xEF\xBF\xBD"; // U+FFFD
        } else if (c == '"' || c == '\\' || (c >= 0 && c < 0x20)) {
            append_escaped(out, c);
        } else {
            out += text.substr(0, piece.bytes);
        }
        text.remove_prefix(piece.bytes);
    }
    return out + '"';
}

std::string json_list(std::span<const std::string> values, JsonSpaces spaces) {
    const std::string_view separator = spaces == JsonSpaces::AfterSigns ? ", " : ",";
    std::string out = "[";
    for (const std::string& value : values) {
        out += out.size() > 1 ? separator : "";
        out += value;
    }
    return out + "]";
}

void JsonLine::add(std::string_view key, std::string_view value) {
    const std::string_view space = spaces_ == JsonSpaces::AfterSigns ? " " : "";
    if (text_.empty()) {
        text_ += '{';
    } else {
        text_ += ',';
        text_ += space;
    }
    text_ += json_text(key);
    text_ += ':';
    text_ += space;
    text_ += value;
}

void JsonLine::add_text(std::string_view key, std::string_view value) {
    if (!value.empty()) {
        add(key, json_text(value));
    }
}

} // namespace impinge::inline v0
