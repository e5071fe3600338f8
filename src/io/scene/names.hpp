// SPDX-License-Identifier: Apache-2.0
//
// What bodies are called: short names for files, and names for the parts of a file that tell them
// apart where the file's own do not.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {

/// The stem where that is unique, else the file name, else the whole path, and a number behind it
/// for a file named twice.
std::vector<std::string> unique_names(std::span<const std::string> files);

struct PartName {
    std::string name;  ///< as the file has it, without control characters; its number if none
    std::string label; ///< unique in the file: NAME, NAME#2, ...
    std::string first; ///< NAME#1 for the first of several that share a name, else empty

    /// Whether a pattern means this part, by its name or by its label.
    [[nodiscard]] bool is_meant_by(std::string_view pattern) const;
};

std::vector<PartName> part_names(std::span<const std::string> names);

// Patterns for names: * stands for any characters, also none; ? for one; the rest for itself.

/// Takes time in proportion to the two lengths multiplied at worst, whatever the pattern. A
/// character is one of UTF-8; a byte that is none stands for itself.
bool matches_pattern(std::string_view pattern, std::string_view name);

} // namespace impinge::inline v0
