// SPDX-License-Identifier: Apache-2.0
//
// The report for a terminal: the worst clashes, and how many there are.
#pragma once

#include "impinge/report.hpp"

#include <string>

namespace impinge::cli {

std::string report_table(const impinge::report::Report& report);

} // namespace impinge::cli
