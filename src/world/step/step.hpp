// SPDX-License-Identifier: Apache-2.0
//
// The stages of a step, on both sides of the broad phase: boxes before it, the narrow phase and the
// answer after it. world_step.cpp calls them in this order.
#pragma once

#include "impinge/world.hpp"
#include "world/bodies/body_table.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

// --- the boxes of the bodies that moved: moving_boxes.cpp --------------------------------------

/// Also finds out which of them stand in poses that keep convex shapes convex. Fails on the first
/// body with a vertex that its pose makes infinite, naming it by its index.
Status update_boxes(BodyTable& bodies, BoxKind kind, const Context& context);

/// More than the distances between bodies in such boxes, or near them, are wrong by.
double rounding_of_distances(const Box3& box);

/// Grown by half the margin, so that two such boxes overlap if bodies in them come within the
/// margin, rounding included.
Box3 grown_by_half(const Box3& box, double margin);

// --- verdicts, the narrow phase: decide_pairs.cpp ----------------------------------------------
//
// The candidate pairs of the broad phase, each with what is remembered of it from the step before.
// Two polytopes are settled in double arithmetic where that can prove something; hierarchies by
// their parts; all the rest by the exact engine.

/// What is kept of pairs that are more than two polytopes told apart or not.
struct PairRecord {
    HierarchyMemory nodes;
    std::vector<PartPair> parts;
    std::shared_ptr<const Interference> interference;
    /// Within the margin. Polytopes have theirs computed when they are listed.
    std::optional<double> distance;
    std::optional<Distance> nearest; ///< of meshes
    std::optional<Gap> gap;          ///< of all but polytopes
    std::vector<Manifold> manifolds;
    std::shared_ptr<const Overlap> overlap;
    PairMemory triangles; ///< of meshes
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

/// Those of the pairs whose boxes overlap, grown by half the margin, and that pass the filters,
/// each with its memory taken out of `last` (sorted) if it was there. Written to `next`.
void take_candidates(const BodyTable& bodies, std::span<const BoxPair> pairs, double margin,
                     std::span<WorldCandidate> last, std::vector<WorldCandidate>& next);

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
    unsigned contact_points = 0;
    bool overlaps = false;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
    ConvexSearch convex_search = ConvexSearch::LinearProgram;
    const NarrowPhase& narrow_phase; ///< in place of the exact engine, unless it is empty
};

/// Whether manifolds are found when pairs are listed, from polytopes alone.
inline bool has_convex_manifold(const MovingBody& a, const MovingBody& b, Verdict verdict) {
    return verdict != Verdict::Apart && verdict != Verdict::Touching && are_polytopes(a, b);
}

/// Settles all pairs of polytopes it can, and those of which neither body moved. Pairs that are
/// left when the context is cancelled stay unsettled.
void decide_polytopes(const BodyTable& bodies, std::span<WorldCandidate> candidates,
                      ConvexSearch search, const Context& context);

/// Settles the others, and asks for more detail about pairs that interfere if that is wanted. Fails
/// as collide() does, naming the bodies by their index.
Status decide_others(const BodyTable& bodies, std::span<WorldCandidate> candidates,
                     const PairWants& wants, const Context& context);

/// Of closest features of two bodies that are apart.
inline Gap gap_of(const ClosestFeatures& closest) {
    const Distance distance{
        .distance = closest.distance, .point_a = closest.point_a, .point_b = closest.point_b};
    return {closest.point_a, closest.point_b, direction_of(distance)};
}

// --- the pairs that are told about: list_pairs.cpp ---------------------------------------------

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
