// SPDX-License-Identifier: Apache-2.0
//
// What `impinge check` says to people.
#pragma once

#include "check/examination.hpp"

#include <string>

namespace impinge::cli {

/// The bodies, what is wrong with those that are not solids, the pairs that are not apart, and one
/// line that says what was examined and what came out.
std::string check_table(const Examination& examination);

} // namespace impinge::cli
