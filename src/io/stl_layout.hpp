// SPDX-License-Identifier: Apache-2.0
//
// Where things lie in a binary STL file; shared by its detection, its reader and its writer.
#pragma once

#include <cstddef>

namespace impinge::inline v0 {

constexpr std::size_t stl_count_offset = 80;
constexpr std::size_t stl_header_bytes = 84;
constexpr std::size_t stl_triangle_bytes = 50;

} // namespace impinge::inline v0
