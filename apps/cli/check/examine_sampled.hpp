// SPDX-License-Identifier: Apache-2.0
//
// `impinge check --method M`: every pair examined by an image-space method, which looks at samples,
// instead of the exact engine.
#pragma once

#include "check/examination.hpp"
#include "sampled/sampled_arguments.hpp"

namespace impinge::cli {

/// The same as examine_pairs(), by a sampled method; fills `sampled` too. Only pairs whose boxes
/// overlap (broad phase) are drawn. For methods that compare depths, bodies that come that near
/// must have been diagnosed, and be solids.
Status examine_pairs_sampled(Examination& examination, const SampledRequest& request,
                             const Context& context);

/// Pairs that the method could not settle.
std::uint64_t count_untold(const Examination& examination);

/// Some bodies interfere, told by an algorithm that does not name pairs. If pairs were not asked
/// about it may have been one of those, and if pairs were confirmed one that only touches: then
/// nothing is said.
bool interferes_as_a_whole(const Examination& examination);

/// The sentence that goes with them: how many these are, and what to do.
std::string untold_words(const Examination& examination);

} // namespace impinge::cli
