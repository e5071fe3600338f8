// SPDX-License-Identifier: Apache-2.0
//
// Values as text in files, the same in every locale: numbers, fields of CSV, texts and objects of
// JSON.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace impinge::inline v0 {

/// The shortest text that reads back as the same bits.
template <typename Number> void append_number(std::string& out, Number number) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    out.append(text.data(), end);
}

/// A field of a CSV line (RFC 4180): in quotes if it holds a comma, a quote or a line end;
/// otherwise as it is.
inline std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string field = "\"";
    for (const char c : text) {
        field += c == '"' ? "\"\"" : std::string(1, c);
    }
    return field + '"';
}

/// What is not UTF-8 becomes U+FFFD: one for each sequence that begins well and breaks off, one for
/// each byte that begins none.
std::string valid_utf8(std::string_view text);

/// In quotes, with escapes where JSON wants them; otherwise as valid_utf8().
std::string json_text(std::string_view text);

enum class JsonSpaces : std::uint8_t { None, AfterSigns };

/// [a, b, ...] on one line, of values that are texts of JSON already.
std::string json_list(std::span<const std::string> values,
                      JsonSpaces spaces = JsonSpaces::AfterSigns);

/// {"key": value, ...} on one line; values are texts of JSON already.
class JsonLine {
  public:
    explicit JsonLine(JsonSpaces spaces = JsonSpaces::AfterSigns) : spaces_(spaces) {}

    void add(std::string_view key, std::string_view value);
    /// As a text; nothing if it is empty.
    void add_text(std::string_view key, std::string_view value);
    [[nodiscard]] std::string text() const { return text_.empty() ? "{}" : text_ + "}"; }

  private:
    JsonSpaces spaces_;
    std::string text_;
};

} // namespace impinge::inline v0
