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

/// Whether some pair interferes, as the exit status says it.
enum class Answer : std::uint8_t { No, Yes, Unknown };

struct ReportFacts {
    Answer interference = Answer::No; ///< Unknown: none that could be told, but not all could
    Listed listed = Listed::All;
};
/// The verdict in words, coloured on a terminal: "could not tell" where a method could not.
std::string verdict_words(const Examination& examination, const AssemblyPair& pair);
/// The pairs that a sampled method does not call apart, and how it looked at them.
std::string sampled_pair_table(const Examination& examination);
/// How often each verdict was given.
Json json_counts(const VerdictCounts& counts);
Json check_json(const Examination& examination, const ReportFacts& facts);

/// One line for each pair that is listed, under a header line.
std::string check_csv(const Examination& examination, Listed listed);

} // namespace impinge::cli
