// SPDX-License-Identifier: Apache-2.0
//
// What `impinge check` says: a table for people, JSON and CSV for programs.
#pragma once

#include "examination.hpp"
#include "json_report.hpp"
#include "outputs.hpp"

#include <string>

namespace impinge::cli {

/// The bodies, what is wrong with those that are no solids, the pairs that are not apart, and one
/// line that says what was examined and what came out.
std::string check_table(const Examination& examination);

struct ReportFacts {
    bool interference = false; ///< what the exit status says
    Listed listed = Listed::All;
};
/// How often each verdict was given.
Json json_counts(const VerdictCounts& counts);
Json check_json(const Examination& examination, const ReportFacts& facts);

/// One line for each pair that is listed, under a header line.
std::string check_csv(const Examination& examination, Listed listed);

} // namespace impinge::cli
