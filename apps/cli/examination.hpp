// SPDX-License-Identifier: Apache-2.0
//
// Every pair of bodies, one against the other: the work behind `impinge check`.
#pragma once

#include "loaded_body.hpp"

#include <cstdint>
#include <vector>

namespace impinge::cli {

struct ExaminedPair {
    std::size_t a = 0; ///< indices into the bodies, a < b
    std::size_t b = 0;
    Interference result;
};

struct Examination {
    std::size_t named_bodies = 0; ///< on the command line; not all are read when interrupted
    std::vector<LoadedBody> bodies;
    std::vector<ExaminedPair> pairs; ///< in order of (a, b); all of them unless partial
    bool partial = false;            ///< interrupted: some pairs are missing or partial themselves
    double read_ms = 0;
    double diagnose_ms = 0;
    double collide_ms = 0;
    double total_ms = 0;

    [[nodiscard]] std::uint64_t candidate_pairs() const;
    /// Digest of all answers in order.
    [[nodiscard]] std::uint64_t hash() const;
};

/// The pairs among so many bodies.
std::size_t pair_count(std::size_t bodies);

/// How often each verdict was given; what an interrupted pair has so far is not a verdict unless
/// it is final.
struct VerdictCounts {
    std::size_t apart = 0;
    std::size_t touching = 0;
    std::size_t crossing = 0;
    std::size_t a_inside_b = 0;
    std::size_t b_inside_a = 0;
    std::size_t same = 0;
    std::size_t undecided = 0;

    [[nodiscard]] std::size_t inside() const { return a_inside_b + b_inside_a; }
};
VerdictCounts count_verdicts(const Examination& examination);

/// An interrupted query still has the last word when it has found a crossing.
bool is_decided(const Interference& result);

/// Collides every pair of bodies. Fills `pairs`, `partial` and `collide_ms`.
Status examine_pairs(Examination& examination, const CollideOptions& options);

} // namespace impinge::cli
