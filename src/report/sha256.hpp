// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 (FIPS 180-4), so that a report can be held against the files it was made of with any
// other program.
#pragma once

#include <span>
#include <string>

namespace impinge::inline v0::report {

/// 64 hexadecimal digits.
std::string sha256(std::span<const char> bytes);

} // namespace impinge::inline v0::report
