// SPDX-License-Identifier: Apache-2.0
//
// Names of enumerators, from tables: what the to_string() functions share.
#pragma once

#include <array>
#include <cstddef>

namespace impinge::inline v0 {

/// `names` holds those of all enumerators, which count from 0, in their order.
template <typename Enum, std::size_t count>
constexpr const char* name_in(const std::array<const char*, count>& names, Enum value) {
    const auto index = static_cast<std::size_t>(value);
    return index < count ? names[index] : "unknown";
}

} // namespace impinge::inline v0
