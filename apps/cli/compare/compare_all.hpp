// SPDX-License-Identifier: Apache-2.0
//
// `impinge compare --method all`: every image-space method on every device, compared with the exact
// one.
#pragma once

#include "input/input.hpp"
#include "output/outputs.hpp"
#include "sampled/sampled_arguments.hpp"

#include <string_view>

namespace impinge::cli {

/// What --method is then called.
inline constexpr std::string_view every_method = "all";

struct CompareAllOptions {
    const Input& input;
    const Outputs& outputs;
    SampledArguments sampled; ///< its method is not looked at
    bool touching_counts = false;
    bool wants_pixels = false; ///< maps or pictures, of which there would be many
};

/// Returns the exit status.
int run_compare_all(const CompareAllOptions& options);

} // namespace impinge::cli
