// SPDX-License-Identifier: Apache-2.0
//
// A sampled method held against the exact one, as text and as JSON.
#pragma once

#include "compare_ask.hpp"
#include "json_report.hpp"

namespace impinge::cli {

struct Comparison {
    std::optional<LengthUnit> unit;
    std::vector<LoadedBody> bodies; ///< A and B
    SampledRequest request;
    std::string runs_on; ///< what the device runs on
    MethodAnswer sampled;
    std::optional<imagespace::EdgeRays> edge_rays = {}; ///< if these were asked
    Interference exact;
    std::string picture_file = {}; ///< empty if none was drawn
    double read_ms = 0;
    double diagnose_ms = 0;
    double method_ms = 0; ///< drawing, bodies handed to the device included
    double exact_ms = 0;
    double total_ms = 0;

    /// Whether they share more than a border, or as much as that if touching counts.
    [[nodiscard]] bool exact_interferes() const;
    [[nodiscard]] bool sampled_interferes() const {
        return sampled.interference.verdict != Verdict::Apart;
    }
    /// The bodies interfere, and the method says they do not. What it could not tell, it has
    /// neither missed nor invented.
    [[nodiscard]] bool missed() const {
        return exact_interferes() && !sampled_interferes() && !sampled.could_not_tell();
    }
    [[nodiscard]] bool invented() const { return !exact_interferes() && sampled_interferes(); }
};

/// "512 x 300 pixels of 0.02 mm, looking along (0, 0, -1), drawn by software"
std::string comparison_facts(const Comparison& comparison);
std::string comparison_text(const Comparison& comparison);
Json comparison_json(const Comparison& comparison);

} // namespace impinge::cli
