// SPDX-License-Identifier: Apache-2.0
//
// Last stage of a step: the pairs that are told about, with all that is wanted of them.
#pragma once

#include "world/step/candidates.hpp"

namespace impinge::inline v0 {

/// Pairs that interfere, are undecided, are within the margin, or of which closest features are
/// wanted; and those that were not settled, as partial ones. Sorted; all phases are Began. When
/// cancelled, distances and penetrations of polytopes may be missing.
Expected<std::vector<WorldPair>> list_pairs(const BodyTable& bodies,
                                            std::span<WorldCandidate> candidates,
                                            const WorldOptions& options, const Context& context);

/// Whether a pair is listed for more than its closest features.
inline bool is_near(const WorldPair& pair) {
    return pair.interferes() || !pair.decided() || pair.distance;
}

/// Sets the phases by what was near in the step before (sorted), which is replaced by what is near
/// now. Returns what has ended.
std::vector<EndedPair> tell_events(std::span<WorldPair> pairs, std::vector<EndedPair>& near);

/// Of what does not depend on memory, boxes or threads.
std::uint64_t hash_of(std::span<const WorldPair> pairs, Detail detail);

} // namespace impinge::inline v0
