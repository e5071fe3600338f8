// SPDX-License-Identifier: Apache-2.0
//
// What `impinge check` says to programs: JSON, whose manual is docs/json.md.
#pragma once

#include "check/examination.hpp"
#include "output/json_report.hpp"

#include <string>

namespace impinge::cli {

/// Whether some pair interferes, as the exit status says it.
enum class Answer : std::uint8_t { No, Yes, Unknown };

struct ReportFacts {
    Answer interference = Answer::No; ///< Unknown: none that could be told, but not all could
    Listed listed = Listed::All;
};
/// The text of the document.
std::string check_json(const Examination& examination, const ReportFacts& facts);

/// How often each verdict was given.
Json json_counts(const VerdictCounts& counts);

} // namespace impinge::cli
