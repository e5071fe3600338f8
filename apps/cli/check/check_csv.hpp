// SPDX-License-Identifier: Apache-2.0
//
// What `impinge check` says as CSV; docs/json.md names the columns.
#pragma once

#include "check/examination.hpp"

#include <string>

namespace impinge::cli {

/// One line for each pair that is listed, under a header line.
std::string check_csv(const Examination& examination, Listed listed);

/// Its two parts: the header line, and the lines below it, each with `before` in front.
std::string check_csv_header(const Examination& examination);
std::string check_csv_rows(const Examination& examination, Listed listed,
                           const std::string& before = "");

/// One line for each region of every overlap that was measured.
std::string regions_csv(const Examination& examination);

} // namespace impinge::cli
