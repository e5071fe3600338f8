// SPDX-License-Identifier: Apache-2.0
//
// BCF files that come from a reviewer: what they say of clashes. 2.1 and 3.0; of each topic the
// status, who it is assigned to, and the last comment.
#pragma once

#include "impinge/report.hpp"

#include <span>

namespace impinge::inline v0::report {

/// Throws a ParseFailure. Words for a status that other programs use are understood ("Closed",
/// "IN_PROGRESS"); the others are remarks.
Review parse_bcf(std::span<const char> bytes);

/// What a word for a status means, capital or not, if anything.
std::optional<ClashStatus> status_of_bcf(std::string_view word);

} // namespace impinge::inline v0::report
