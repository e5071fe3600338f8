// SPDX-License-Identifier: Apache-2.0
//
// Pairs that were measured, for people: the worst first.
#pragma once

#include "check/examination.hpp"

#include <string>

namespace impinge::cli {

/// The pairs that are not apart: first those that interfere, the deepest first, then those that
/// could not be measured, are left open, too near, within their tolerance, and those that touch.
/// Under the table, what depths have in common.
std::string measured_pair_table(const Examination& examination);

} // namespace impinge::cli
