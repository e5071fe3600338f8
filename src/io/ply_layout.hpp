// SPDX-License-Identifier: Apache-2.0
//
// Rows of binary PLY that all have one size, as nearly all files have them: read without asking for
// the type of each value.
#pragma once

#include "io/ply_header.hpp"

#include <array>
#include <optional>

namespace impinge::inline v0 {

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
