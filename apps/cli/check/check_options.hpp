// SPDX-License-Identifier: Apache-2.0
//
// What was asked of `impinge check`.
#pragma once

#include "check/measures.hpp"
#include "input/input.hpp"
#include "output/outputs.hpp"
#include "sampled/sampled_arguments.hpp"

#include <optional>
#include <string>

namespace impinge::cli {

class Verb;

struct CheckOptions {
    Input input;
    SampledArguments sampled{.method = "exact"};
    bool fallback = false; ///< from the device of the exact method to the processor
    std::optional<double> clearance;
    bool measure = false;
    std::optional<double> tolerance; ///< asks for measures, too
    std::string group_by;
    std::string sequence;
    std::string replay_file;
    bool touching_counts = false;
    bool surfaces = false; ///< what open meshes are meant to be
    bool all_pairs = false;
    Outputs outputs;
};

void add_check_options(Verb& verb, CheckOptions& options);

/// What is to be measured, but for the rules of a scene.
Expected<Measuring> understand_measures(const CheckOptions& options);

/// Who examines the pairs, and how. Fails on what contradicts itself or cannot be written, before
/// any work.
Expected<SampledRequest> understand(const CheckOptions& options);

} // namespace impinge::cli
