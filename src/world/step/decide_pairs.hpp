// SPDX-License-Identifier: Apache-2.0
//
// The verdicts of a step. Two polytopes are settled in double arithmetic where that can prove
// something; hierarchies by their parts; all the rest by the exact engine.
#pragma once

#include "world/step/candidates.hpp"

namespace impinge::inline v0 {

/// Both stand in poses that closest features can be asked about.
inline bool are_polytopes(const MovingBody& a, const MovingBody& b) {
    return a.convex && b.convex && a.polytope != nullptr && b.polytope != nullptr;
}

/// Touching for Unsure.
Verdict verdict_of(ConvexVerdict verdict);

/// What is wanted beyond a verdict.
struct PairWants {
    Detail detail = Detail::Verdict;
    double margin = 0;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
};

/// Settles all pairs of polytopes it can, and those of which neither body moved. Pairs that are
/// left when the context is cancelled stay unsettled.
void decide_polytopes(const BodyTable& bodies, std::span<WorldCandidate> candidates,
                      const Context& context);

/// Settles the others, and asks for more detail about pairs that interfere if that is wanted. Fails
/// as collide() does, naming the bodies by their index.
Status decide_others(const BodyTable& bodies, std::span<WorldCandidate> candidates,
                     const PairWants& wants, const Context& context);

} // namespace impinge::inline v0
