// SPDX-License-Identifier: Apache-2.0
#include "io/mesh_format.hpp"

#include "io/byte_order.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace impinge::inline v0 {
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

/// The first word of the first line that is not a comment, or as much of it as matters.
std::string_view first_word(std::span<const char> text) {
    TextCursor cursor(text);
    cursor.skip_whitespace();
    while (cursor.peek() == '#') {
        cursor.skip_line();
        cursor.skip_whitespace();
    }
    return cursor.word().substr(0, 16);
}

bool begins_obj(std::string_view word) {
    constexpr std::array<std::string_view, 9> words = {"v", "vt", "vn",     "f",     "o",
                                                       "g", "s",  "mtllib", "usemtl"};
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// [ST][C][N][4][n]OFF, perhaps with a count behind it.
bool begins_off(std::string_view word) {
    for (const std::string_view prefix : {"ST", "C", "N", "4", "n"}) {
        if (word.starts_with(prefix)) {
            word.remove_prefix(prefix.size());
        }
    }
    return word.starts_with("OFF") &&
           word.find_first_not_of("0123456789", 3) == std::string_view::npos;
}

std::optional<MeshFormat> format_of_magic(std::span<const char> bytes) {
    const std::string_view head(bytes.data(), std::min<std::size_t>(bytes.size(), 4));
    if (head.starts_with("ply") && (head.size() < 4 || TextCursor::is_whitespace(head[3]))) {
        return MeshFormat::Ply;
    }
    if (head == "glTF") {
        return MeshFormat::Glb;
    }
    if (head == "PK\x03\x04") {
        return MeshFormat::ThreeMf;
    }
    return std::nullopt;
}

/// IGES has lines of 80 characters; the first section's have an S and their number at the end.
bool begins_iges(std::string_view text) {
    return text.size() > 80 && text.substr(72, 8) == "S      1";
}

std::optional<MeshFormat> format_of_cad(std::span<const char> bytes) {
    TextCursor cursor(bytes.first(std::min(bytes.size(), looked_at)));
    cursor.skip_whitespace();
    const std::string_view text(bytes.data(), std::min(bytes.size(), looked_at));
    const std::string_view word = cursor.word();
    if (word.starts_with("ISO-10303-21;")) {
        return MeshFormat::Step;
    }
    if (word == "DBRep_DrawableShape" || text.starts_with("CASCADE Topology V")) {
        return MeshFormat::Brep;
    }
    return begins_iges(text) ? std::optional(MeshFormat::Iges) : std::nullopt;
}

} // namespace

std::optional<MeshFormat> format_of_name(const std::filesystem::path& path) {
    constexpr std::array<std::pair<std::string_view, MeshFormat>, 13> extensions{{
        {".stl", MeshFormat::StlBinary},
        {".obj", MeshFormat::Obj},
        {".ply", MeshFormat::Ply},
        {".off", MeshFormat::Off},
        {".gltf", MeshFormat::Gltf},
        {".glb", MeshFormat::Glb},
        {".3mf", MeshFormat::ThreeMf},
        {".step", MeshFormat::Step},
        {".stp", MeshFormat::Step},
        {".iges", MeshFormat::Iges},
        {".igs", MeshFormat::Iges},
        {".brep", MeshFormat::Brep},
        {".brp", MeshFormat::Brep},
    }};
    const std::string extension = lower_case(path.extension().string());
    for (const auto& [known, format] : extensions) {
        if (extension == known) {
            return format;
        }
    }
    return std::nullopt;
}

std::optional<MeshFormat> detect_format(std::span<const char> bytes,
                                        const std::filesystem::path& path) {
    if (has_size_of_binary_stl(bytes)) {
        return MeshFormat::StlBinary;
    }
    if (const auto known = format_of_magic(bytes)) {
        return known;
    }
    if (const auto cad = format_of_cad(bytes)) {
        return cad;
    }
    const std::string_view word = first_word(bytes);
    if (begins_off(word)) {
        return MeshFormat::Off;
    }
    const bool text = looks_like_text(bytes);
    if (text && lower_case(std::string(word)) == "solid") {
        return MeshFormat::StlAscii;
    }
    if (const auto named = format_of_name(path)) {
        return named;
    }
    return text && begins_obj(word) ? std::optional(MeshFormat::Obj) : std::nullopt;
}

} // namespace impinge::inline v0
