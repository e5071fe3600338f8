// SPDX-License-Identifier: Apache-2.0
//
// What `impinge check` says: a table for people, JSON for programs.
#pragma once

#include "examination.hpp"
#include "json_report.hpp"
#include "outputs.hpp"

#include <string>

namespace impinge::cli {

/// The bodies, what is wrong with those that are no solids, the pairs that are not apart, and one
/// line that says what was examined and what came out.
std::string check_table(const Examination& examination, const Outputs& outputs);

struct JsonFacts {
    Detail detail = Detail::Pairs;
    bool interference = false; ///< what the exit status says
};
Json check_json(const Examination& examination, const JsonFacts& facts);

} // namespace impinge::cli
