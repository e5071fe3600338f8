// SPDX-License-Identifier: Apache-2.0
//
// `impinge check --sequence`, from bodies that are read to reports that are written.
#pragma once

#include "check/check_options.hpp"
#include "check/sequence.hpp"
#include "output/progress.hpp"

namespace impinge::cli {

/// Returns the exit status.
int run_sequence(Examination base, Sequence sequence, const CheckOptions& options,
                 const Context& context, Progress& progress);

} // namespace impinge::cli
