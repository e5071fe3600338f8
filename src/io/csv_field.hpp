// SPDX-License-Identifier: Apache-2.0
//
// A text as one field of a CSV line (RFC 4180).
#pragma once

#include <string>

namespace impinge::inline v0 {

/// In quotes if it holds a comma, a quote or a line end; otherwise as it is.
inline std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string field = "\"";
    for (const char c : text) {
        field += c == '"' ? "\"\"" : std::string(1, c);
    }
    return field + '"';
}

} // namespace impinge::inline v0
