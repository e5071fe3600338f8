// SPDX-License-Identifier: Apache-2.0
//
// What was asked of `impinge report`.
#pragma once

#include "impinge/report.hpp"
#include "input/input.hpp"
#include "output/outputs.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impinge::cli {

class Verb;

struct ReportVerbOptions {
    Input input;
    Outputs outputs;
    std::string page_file;
    std::string bcf_file;
    std::string bcf_version = "2.1";
    std::string bcf_topics = "clashes";
    bool bcf_clip = false;
    std::string review_out;
    std::string baseline;
    std::vector<std::string> reviews;
    std::optional<double> hard;
    std::optional<double> clearance;
    std::vector<std::string> contacts;
    bool containment = false;
    bool duplicates = false;
    bool surfaces = false;
    bool open = false;
    std::string fail_on = "error";
    std::string date;
};

void add_report_options(Verb& verb, ReportVerbOptions& options);

struct ReportRequest {
    std::vector<ClashRule> rules;
    /// The least severity of an open clash that makes the exit status 1; empty: none does.
    std::optional<Severity> fail_on;
};

/// Fails on what contradicts itself or cannot be written, before any work.
Expected<ReportRequest> understand(const ReportVerbOptions& options);

} // namespace impinge::cli
