// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.hpp"
#include "convex/convex_verdict.hpp"
#include "world/step/decide_pairs.hpp"

namespace impinge::inline v0 {
namespace {

constexpr std::size_t pairs_per_chunk = 64;

bool can_reuse(const BodyTable& bodies, const WorldCandidate& candidate) {
    return candidate.settled_for == bodies.step() - 1 && !bodies.moved(bodies[candidate.a]) &&
           !bodies.moved(bodies[candidate.b]);
}

/// Bodies of a pair lie anywhere in the table: they are fetched while earlier pairs are looked at.
void fetch(const BodyTable& bodies, const WorldCandidate& candidate) {
    for (const std::uint32_t index : {candidate.a, candidate.b}) {
        __builtin_prefetch(&bodies[index]);
        __builtin_prefetch(&bodies[index].polytope); // on the second cache line
    }
}

void decide(const BodyTable& bodies, WorldCandidate& candidate) {
    const MovingBody& a = bodies[candidate.a];
    const MovingBody& b = bodies[candidate.b];
    if (bodies.changed(a) || bodies.changed(b)) { // perhaps not even the same bodies as before
        candidate = {.a = candidate.a, .b = candidate.b};
    }
    if (can_reuse(bodies, candidate)) {
        candidate.settled_for = bodies.step();
        return;
    }
    if (!are_polytopes(a, b)) {
        return;
    }
    const ConvexVerdict verdict =
        convex_verdict({*a.polytope, *b.polytope, a.pose, b.pose}, candidate.memory);
    candidate.record.reset();
    candidate.decided_by = DecidedBy::ConvexProof;
    candidate.verdict = verdict_of(verdict);
    candidate.decision = Decision::Final;
    candidate.settled_for = verdict == ConvexVerdict::Unsure ? 0 : bodies.step();
}

} // namespace

Verdict verdict_of(ConvexVerdict verdict) {
    switch (verdict) {
    case ConvexVerdict::Apart:
        return Verdict::Apart;
    case ConvexVerdict::Crossing:
        return Verdict::Crossing;
    case ConvexVerdict::AInsideB:
        return Verdict::AInsideB;
    case ConvexVerdict::BInsideA:
        return Verdict::BInsideA;
    case ConvexVerdict::Unsure:
        break;
    }
    return Verdict::Touching; // neither apart nor proved to be more
}

void decide_polytopes(const BodyTable& bodies, std::span<WorldCandidate> candidates,
                      const Context& context) {
    for_each_chunk(context, candidates.size(), pairs_per_chunk, [&](const Chunk& chunk) {
        constexpr std::size_t ahead = 4;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            if (i + ahead < candidates.size()) {
                fetch(bodies, candidates[i + ahead]);
            }
            decide(bodies, candidates[i]);
        }
    });
}

} // namespace impinge::inline v0
