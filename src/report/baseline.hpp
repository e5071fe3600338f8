// SPDX-License-Identifier: Apache-2.0
//
// What earlier runs and people say of clashes, carried over to those that were found now.
#pragma once

#include "report/found_pairs.hpp"

namespace impinge::inline v0::report {

/// Fills in status, assignee and comment of every clash, and the list of those that are gone.
void carry_over(Finding& finding, const Baseline& baseline);

/// The same from a review. Entries that mean nothing here are warned of.
void apply_review(Report& report, const Review& review);

} // namespace impinge::inline v0::report
