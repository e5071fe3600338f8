// SPDX-License-Identifier: Apache-2.0
//
// Words and names as panels write them.
#pragma once

#include <string>

namespace impinge::viewer {

/// "a_inside_b" -> "a inside b"
std::string words_of(std::string name);

/// Names of two bodies without the file or group that both are of.
struct ShortNames {
    std::string first;
    std::string second;
};
ShortNames short_names(const std::string& first, const std::string& second);
/// "left – right"
std::string pair_name(const std::string& first, const std::string& second);

} // namespace impinge::viewer
