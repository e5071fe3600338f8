// SPDX-License-Identifier: Apache-2.0
//
// Narrow phase: candidate pairs are classified by exact predicates. Nearly all that are apart are
// dismissed before: all corners of one lie on one side of the other's plane, by more than rounding
// could have moved them.
#pragma once

#include "exact/pairs/find_pairs.hpp"
#include "exact/pairs/match_parts.hpp"
#include "exact/pairs/side_filter.hpp"

#include <atomic>
#include <vector>

namespace impinge::inline v0 {

/// What a search with several threads shares.
struct SharedSearch {
    Meshes meshes;
    Stop stop = Stop::Never;
    /// For find_own_pairs: the triangles of B that those of A are. Empty otherwise.
    std::span<const std::uint32_t> own;
    double reach = 0;
    std::atomic<bool> settled{false};
};

/// How two triangles of two surfaces meet, or of one, where only what they have beyond common
/// corners counts.
PairKind kind_of_pair(const Triangle& s, const Triangle& t, Surfaces surfaces);

/// Proves candidates as they come.
class PairProver final : public CandidateSink {
  public:
    PairProver(SharedSearch& search, const Context& context);

    bool take(std::span<const Candidate> pairs) override;

    FoundPairs found;

  private:
    void prove(const OpenCandidate& candidate);
    [[nodiscard]] bool wanted() const;

    SharedSearch& search_;
    const Context& context_;
    SideFilter filter_;
};

} // namespace impinge::inline v0
