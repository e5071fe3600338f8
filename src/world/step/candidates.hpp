// SPDX-License-Identifier: Apache-2.0
//
// The pairs a step looks at, each with what is remembered of it from the step before.
#pragma once

#include "impinge/world.hpp"
#include "world/bodies/body_table.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// What is kept of pairs that are more than two polytopes told apart or not.
struct PairRecord {
    HierarchyMemory nodes;
    std::vector<PartPair> parts;
    std::shared_ptr<const Interference> interference;
    /// Within the margin. Polytopes have theirs computed when they are listed.
    std::optional<double> distance;
};

struct WorldCandidate {
    std::uint32_t a = 0;
    std::uint32_t b = 0; ///< a < b
    ConvexMemory memory{};
    std::unique_ptr<PairRecord> record{};
    std::uint32_t settled_for = 0; ///< the step that the verdict holds for
    Verdict verdict = Verdict::Touching;
    Decision decision = Decision::Final; ///< of a verdict that is settled
    DecidedBy decided_by = DecidedBy::ConvexProof;
};

/// Pairs of bodies that overlap by their boxes and pass the filters, each with its memory taken out
/// of `last` (sorted) if it was there. Written to `next`.
void take_candidates(const BodyTable& bodies, std::span<const BoxPair> pairs,
                     std::span<WorldCandidate> last, std::vector<WorldCandidate>& next);

} // namespace impinge::inline v0
