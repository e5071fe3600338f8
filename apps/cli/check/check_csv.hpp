// SPDX-License-Identifier: Apache-2.0
//
// What `impinge check` says as CSV; docs/json.md names the columns.
#pragma once

#include "check/examination.hpp"

#include <string>

namespace impinge::cli {

/// One line for each pair that is listed, under a header line.
std::string check_csv(const Examination& examination, Listed listed);

/// One line for each region of every overlap that was measured.
std::string regions_csv(const Examination& examination);

} // namespace impinge::cli
