// SPDX-License-Identifier: Apache-2.0
//
// The header of a PLY file: which elements follow, how many of each, and what a row of each holds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {

enum class PlyType : std::uint8_t { Int8, Uint8, Int16, Uint16, Int32, Uint32, Float32, Float64 };

constexpr std::size_t size_of(PlyType type) {
    constexpr std::array<std::size_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}
constexpr bool is_integer(PlyType type) {
    return type != PlyType::Float32 && type != PlyType::Float64;
}

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::Float32;
    std::optional<PlyType> count_type; ///< present for a list: a count, then that many values
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;

    /// The position of the property with that name in a row, if there is one.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view property) const;
};

enum class PlyEncoding : std::uint8_t { Ascii, BinaryLittleEndian, BinaryBigEndian };

struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::Ascii;
    std::vector<PlyElement> elements;
    std::size_t size = 0; ///< bytes up to where the rows begin

    [[nodiscard]] const PlyElement* find(std::string_view element) const;
};

/// Throws a ParseFailure. Whether the rows fit into the file is not looked at here.
PlyHeader parse_ply_header(std::span<const char> bytes);

// Rows of binary PLY that all have one size, as nearly all files have them: read without asking for
// the type of each value.

inline constexpr std::array<std::string_view, 3> ply_axis_names{"x", "y", "z"};

/// Vertices without lists whose coordinates have one type, float or double.
struct PlyPointLayout {
    std::size_t row_bytes = 0;
    std::array<std::size_t, 3> axis_offset{};
    PlyType type = PlyType::Float32;
};
std::optional<PlyPointLayout> point_layout(const PlyElement& vertex);

/// Faces with one list of 32-bit numbers, its length in a byte; where the list has three values
/// the row has `row_bytes` bytes.
struct PlyTriangleLayout {
    std::size_t row_bytes = 0;
    std::size_t list_offset = 0;
};
std::optional<PlyTriangleLayout> triangle_layout(const PlyElement& face, std::size_t list);

} // namespace impinge::inline v0
