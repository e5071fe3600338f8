// SPDX-License-Identifier: Apache-2.0
//
// Help with pairs that are left open because a mesh is not a solid: what is probably the case, and
// what to mend. Never a proof, and no verdict hangs on it.
#pragma once

#include "examination.hpp"

#include <string>

namespace impinge::cli {

/// Fills `advice` for the first pairs that are left open. Stops early when the context is
/// cancelled.
Status advise(Examination& examination, const Context& context);

/// Null if there is none.
const PairAdvice* advice_on(const Examination& examination, const AssemblyPair& pair);

/// A line for each of the first pairs that are left open: "hint: ...", and what to do.
std::string advice_notes(const Examination& examination);

} // namespace impinge::cli
