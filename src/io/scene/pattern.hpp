// SPDX-License-Identifier: Apache-2.0
//
// Patterns for names: * stands for any characters, also none; ? for one; the rest for itself.
#pragma once

#include <string_view>

namespace impinge::inline v0 {

/// Takes time in proportion to the two lengths multiplied at worst, whatever the pattern. A
/// character is one of UTF-8; a byte that is none stands for itself.
bool matches_pattern(std::string_view pattern, std::string_view name);

} // namespace impinge::inline v0
