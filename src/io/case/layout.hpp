// SPDX-License-Identifier: Apache-2.0
//
// What the writer and the reader of case files must agree on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace impinge::inline v0 {

inline constexpr std::string_view case_format = "impinge-case";
inline constexpr std::uint64_t case_format_version = 1;

inline constexpr std::size_t bytes_per_vertex = 24;
inline constexpr std::size_t bytes_per_triangle = 12;
inline constexpr std::size_t bytes_per_pose = 104;
inline constexpr std::size_t bytes_per_wish_run = 16;

/// In place of a clearance.
inline constexpr double not_checked = -1;

/// 16 hexadecimal digits.
inline std::string hash_text(std::uint64_t hash) {
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; hash >>= 4) {
        text[i] = "0123456789abcdef"[hash & 15u];
    }
    return text;
}

} // namespace impinge::inline v0
