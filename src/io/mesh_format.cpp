// SPDX-License-Identifier: Apache-2.0
#include "io/mesh_format.hpp"

#include "io/byte_order.hpp"
#include "io/stl_layout.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace impinge {
namespace {

constexpr std::size_t looked_at = 1024; ///< bytes that decide between text and binary

std::string lower_case(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c + 32);
        }
    }
    return text;
}

bool has_size_of_binary_stl(std::span<const char> bytes) {
    return bytes.size() >= stl_header_bytes &&
           stl_header_bytes + std::size_t{load_little<std::uint32_t>(bytes.data() + 80)} *
                                  stl_triangle_bytes ==
               bytes.size();
}

bool looks_like_text(std::span<const char> bytes) {
    const auto head = bytes.first(std::min(bytes.size(), looked_at));
    return std::none_of(head.begin(), head.end(),
                        [](char c) { return c >= 0 && c < 0x20 && !TextCursor::is_whitespace(c); });
}

/// The first word of the first line that is no comment, in lower case.
std::string first_word(std::span<const char> text) {
    TextCursor cursor(text);
    cursor.skip_whitespace();
    while (cursor.peek() == '#') {
        cursor.skip_line();
        cursor.skip_whitespace();
    }
    return lower_case(std::string(cursor.word()));
}

bool begins_obj(const std::string& word) {
    constexpr std::array<std::string_view, 9> words = {"v", "vt", "vn",     "f",     "o",
                                                       "g", "s",  "mtllib", "usemtl"};
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

std::optional<MeshFormat> format_of_name(const std::filesystem::path& path) {
    const std::string extension = lower_case(path.extension().string());
    if (extension == ".stl") {
        return MeshFormat::StlBinary;
    }
    if (extension == ".obj") {
        return MeshFormat::Obj;
    }
    if (extension == ".ply") {
        return MeshFormat::Ply;
    }
    return std::nullopt;
}

std::optional<MeshFormat> detect_format(std::span<const char> bytes,
                                        const std::filesystem::path& path) {
    const std::string_view head(bytes.data(), std::min<std::size_t>(bytes.size(), 4));
    if (head.starts_with("ply") && (head.size() < 4 || TextCursor::is_whitespace(head[3]))) {
        return MeshFormat::Ply;
    }
    if (has_size_of_binary_stl(bytes)) {
        return MeshFormat::StlBinary;
    }
    const bool text = looks_like_text(bytes);
    const std::string word = text ? first_word(bytes) : std::string();
    if (word == "solid") {
        return MeshFormat::StlAscii;
    }
    if (const auto named = format_of_name(path)) {
        return named;
    }
    return begins_obj(word) ? std::optional(MeshFormat::Obj) : std::nullopt;
}

} // namespace impinge
