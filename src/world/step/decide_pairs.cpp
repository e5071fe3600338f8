// SPDX-License-Identifier: Apache-2.0
#include "world/step/step.hpp"

#include "base/body_name.hpp"
#include "base/parallel.hpp"
#include "convex/convex_pair.hpp"
#include "exact/collide.hpp"
#include "impinge/distance.hpp"
#include "measures/contacts/contacts.hpp"
#include "measures/overlap_sharing.hpp"
#include "world/weighted_work.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace impinge::inline v0 {
namespace {

std::uint64_t key_of(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

} // namespace

void take_candidates(const BodyTable& bodies, std::span<const BoxPair> pairs, double margin,
                     std::span<WorldCandidate> last, std::vector<WorldCandidate>& next) {
    next.clear();
    next.reserve(pairs.size());
    const bool filtered = bodies.any_filter();
    const auto boxes_meet = [&](const BoxPair& pair) {
        return margin == 0 ? bodies.boxes_meet(pair.a, pair.b)
                           : bodies.boxes_meet(pair.a, pair.b, [margin](const Box3& box) {
                                 return grown_by_half(box, margin);
                             });
    };
    auto old = last.begin();
    for (const BoxPair& pair : pairs) {
        if ((filtered && !bodies.filters_pass(pair.a, pair.b)) || !boxes_meet(pair)) {
            continue;
        }
        const std::uint64_t key = key_of(pair.a, pair.b);
        while (old != last.end() && key_of(old->a, old->b) < key) {
            ++old;
        }
        if (old != last.end() && key_of(old->a, old->b) == key) {
            next.push_back(std::move(*old));
        } else {
            next.emplace_back();
            next.back().a = pair.a;
            next.back().b = pair.b;
        }
    }
}

// --- two polytopes -------------------------------------------------------------------------------

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

/// Says which search it was that told.
ConvexVerdict search_verdict(const ConvexPair& pair, WorldCandidate& candidate,
                             ConvexSearch search) {
    if (search == ConvexSearch::ClosestFeatures) {
        const ConvexVerdict walked = walked_verdict(pair, candidate.memory);
        if (walked != ConvexVerdict::Unsure) {
            candidate.decided_by = DecidedBy::ClosestFeatures;
            return walked;
        }
    }
    candidate.decided_by = DecidedBy::ConvexProof;
    return convex_verdict(pair, candidate.memory);
}

void decide(const BodyTable& bodies, WorldCandidate& candidate, ConvexSearch search) {
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
        search_verdict({*a.polytope, *b.polytope, a.pose, b.pose}, candidate, search);
    candidate.record.reset();
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
                      ConvexSearch search, const Context& context) {
    for_each_chunk(context, candidates.size(), pairs_per_chunk, [&](const Chunk& chunk) {
        constexpr std::size_t ahead = 4;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            if (i + ahead < candidates.size()) {
                fetch(bodies, candidates[i + ahead]);
            }
            decide(bodies, candidates[i], search);
        }
    });
}

// --- the others ----------------------------------------------------------------------------------

namespace {

Detail detail_asked(const MovingBody& a, const MovingBody& b, const PairWants& wants) {
    return wants.contact_points > 0 && !are_polytopes(a, b) ? std::max(wants.detail, Detail::Pairs)
                                                            : wants.detail;
}

/// A candidate on its way through the slower roads.
class SlowPair {
  public:
    SlowPair(const BodyTable& bodies, WorldCandidate& candidate, const PairWants& wants)
        : bodies_(bodies), candidate_(candidate), wants_(wants), a_(bodies[candidate.a]),
          b_(bodies[candidate.b]) {}

    Status decide(const Context& context);
    // The same in three steps.
    /// What boxes and parts say. Whether collide() has to be asked.
    Expected<bool> begin();
    void take(Interference found, DecidedBy by);
    /// Distances.
    Status finish(const Context& context);

    [[nodiscard]] bool is_doubted() const { return !is_settled() && a_.convex && b_.convex; }

  private:
    [[nodiscard]] bool have_parts() const;
    [[nodiscard]] bool boxes_overlap() const {
        return impinge::boxes_overlap(bodies_.boxes[candidate_.a], bodies_.boxes[candidate_.b]) &&
               bodies_.boxes_meet(candidate_.a, candidate_.b);
    }
    [[nodiscard]] bool is_settled() const { return candidate_.settled_for == bodies_.step(); }
    [[nodiscard]] HierarchyBody parts_of(std::uint32_t index) const {
        return {bodies_.shape(index).parts(), bodies_[index].pose};
    }
    /// Manifolds are made from pairs, those of polytopes mostly without.
    [[nodiscard]] Detail asked_detail() const { return detail_asked(a_, b_, wants_); }
    void settle(Verdict verdict, DecidedBy by);
    Status meet_parts();
    struct Models {
        Model a;
        Model b;
    };
    [[nodiscard]] std::optional<Models> models_of_both() const;
    struct Snapshots {
        std::shared_ptr<const SnapshotData> a;
        std::shared_ptr<const SnapshotData> b;
    };
    [[nodiscard]] Expected<Snapshots> place_both(const Context& context) const;
    Expected<Interference> collide_meshes(const Context& context);
    [[nodiscard]] Expected<Clearance> meshes_within_margin(const Context& context) const;
    Status ask_exact(const Context& context);
    Status find_manifolds(const Context& context);
    Status find_overlap(const Context& context);
    Status measure(const Context& context);
    Status measure_parts();

    const BodyTable& bodies_;
    WorldCandidate& candidate_;
    const PairWants& wants_;
    const MovingBody& a_;
    const MovingBody& b_;
};

bool SlowPair::have_parts() const { return a_.convex && b_.convex && !are_polytopes(a_, b_); }

/// Of two meshes that have been asked about often.
std::optional<SlowPair::Models> SlowPair::models_of_both() const {
    auto a = bodies_.shape(candidate_.a).model();
    auto b = bodies_.shape(candidate_.b).model();
    return a && b ? std::optional<Models>({std::move(*a), std::move(*b)}) : std::nullopt;
}

Expected<SlowPair::Snapshots> SlowPair::place_both(const Context& context) const {
    auto a = bodies_.snapshot(candidate_.a, context);
    auto b = bodies_.snapshot(candidate_.b, context);
    if (!a || !b) {
        return a ? b.error() : a.error();
    }
    return Snapshots{std::move(*a), std::move(*b)};
}

void SlowPair::settle(Verdict verdict, DecidedBy by) {
    candidate_.verdict = verdict;
    candidate_.decision = Decision::Final;
    candidate_.decided_by = by;
    candidate_.settled_for = bodies_.step();
}

/// Where each arrow of the road leads on: boxes, parts, the exact engine, distances.
Status SlowPair::decide(const Context& context) {
    const auto asks = begin();
    if (!asks) {
        return asks.error();
    }
    if (*asks) {
        if (Status status = ask_exact(context); !status) {
            return status;
        }
    }
    return finish(context);
}

Expected<bool> SlowPair::begin() {
    if (!candidate_.record) {
        candidate_.record = std::make_unique<PairRecord>();
    }
    candidate_.record->interference.reset();
    candidate_.record->distance.reset();
    candidate_.record->nearest.reset();
    candidate_.record->gap.reset();
    candidate_.record->manifolds.clear();
    candidate_.record->overlap.reset();
    candidate_.record->parts.clear();
    const bool undecided = !is_settled();
    if (undecided && !boxes_overlap()) {
        settle(Verdict::Apart, have_parts() ? DecidedBy::Hierarchy : DecidedBy::Exact);
    } else if (undecided && have_parts()) {
        if (Status status = meet_parts(); !status) {
            return status.error();
        }
    }
    const bool more = asked_detail() != Detail::Verdict && candidate_.verdict != Verdict::Apart;
    return !is_settled() || more;
}

Status SlowPair::finish(const Context& context) {
    if (!is_settled()) {
        return {};
    }
    if (candidate_.verdict == Verdict::Apart) {
        return wants_.margin > 0 ? measure(context) : Status();
    }
    if (wants_.overlaps) {
        if (Status status = find_overlap(context); !status) {
            return status;
        }
    }
    return wants_.contact_points > 0 && !has_convex_manifold(a_, b_, candidate_.verdict)
               ? find_manifolds(context)
               : Status();
}

Status SlowPair::find_overlap(const Context& context) {
    const auto placed = place_both(context);
    if (!placed) {
        return placed.error();
    }
    const MeshSolidity of_a = bodies_.shape(candidate_.a).solidity(context);
    const MeshSolidity of_b = bodies_.shape(candidate_.b).solidity(context);
    auto found = overlap_sharing(*placed->a, *placed->b, {}, {&of_a, &of_b, nullptr}, context);
    if (!found) {
        return found.error();
    }
    if (found->partial) {
        candidate_.settled_for = 0; // looked at again by the next step
    } else {
        candidate_.record->overlap = std::make_shared<const Overlap>(std::move(*found));
    }
    return {};
}

Status SlowPair::find_manifolds(const Context& context) {
    const auto placed = place_both(context);
    if (!placed) {
        return placed.error();
    }
    const MeshSolidity of_a = bodies_.shape(candidate_.a).solidity(context);
    const MeshSolidity of_b = bodies_.shape(candidate_.b).solidity(context);
    const auto ask = [&](const Interference& found) {
        return manifolds_of(*placed->a, *placed->b, found, wants_.contact_points, {&of_a, &of_b},
                            context);
    };
    const bool all_known = !wants_.narrow_phase && asked_detail() != Detail::Verdict;
    auto manifolds =
        all_known ? ask(*candidate_.record->interference) : Expected(std::vector<Manifold>());
    if (!all_known) { // a given narrow phase may leave out pairs
        const auto found = collide_sharing(
            *placed->a, *placed->b, {.detail = Detail::Pairs, .open_meshes = wants_.open_meshes},
            context, {});
        if (!found) {
            return found.error();
        }
        manifolds = ask(*found);
    }
    if (!manifolds) {
        return manifolds.error();
    }
    candidate_.record->manifolds = std::move(*manifolds);
    return {};
}

Status SlowPair::meet_parts() {
    auto met = meeting(parts_of(candidate_.a), parts_of(candidate_.b), candidate_.record->nodes,
                       wants_.convex_search);
    if (!met) {
        return met.error();
    }
    candidate_.record->parts = std::move(met->parts);
    candidate_.decided_by = DecidedBy::Hierarchy;
    if (met->verdict != ConvexVerdict::Unsure) {
        settle(verdict_of(met->verdict), DecidedBy::Hierarchy);
    }
    return {};
}

Expected<Interference> SlowPair::collide_meshes(const Context& context) {
    const CollideOptions options{.detail = asked_detail(), .open_meshes = wants_.open_meshes};
    if (const auto models = models_of_both()) {
        return collide({models->a, a_.pose}, {models->b, b_.pose}, candidate_.record->triangles,
                       options, context);
    }
    const auto placed = place_both(context);
    if (!placed) {
        return placed.error();
    }
    return collide_sharing(
        *placed->a, *placed->b, options, context,
        {.solidity = [&](const MeshView& mesh, const Context& inner) {
            const auto* const triangles = placed->a->body().mesh.triangles().data();
            const bool of_a = mesh.triangles().data() == triangles;
            return bodies_.shape(of_a ? candidate_.a : candidate_.b).solidity(inner);
        }});
}

Status SlowPair::ask_exact(const Context& context) {
    auto found = collide_meshes(context);
    if (!found) {
        return found.error();
    }
    const DecidedBy by = is_doubted() ? DecidedBy::ExactAfterDoubt : DecidedBy::Exact;
    take(std::move(*found), by);
    return {};
}

void SlowPair::take(Interference found, DecidedBy by) {
    if (!found.partial) {
        settle(found.verdict, by);
        candidate_.decision = found.decision;
    } else if (found.verdict == Verdict::Crossing) {
        candidate_.verdict = Verdict::Crossing; // proved, whatever is missing beside it
    }
    candidate_.record->interference = std::make_shared<const Interference>(std::move(found));
}

Expected<Clearance> SlowPair::meshes_within_margin(const Context& context) const {
    if (const auto models = models_of_both()) {
        return within({models->a, a_.pose}, {models->b, b_.pose}, wants_.margin,
                      candidate_.record->triangles, context);
    }
    const auto placed = place_both(context);
    if (!placed) {
        return placed.error();
    }
    return within_sharing(*placed->a, *placed->b, wants_.margin, context);
}

Status SlowPair::measure(const Context& context) {
    if (are_polytopes(a_, b_)) {
        return {}; // measured when they are listed
    }
    if (have_parts()) {
        return measure_parts();
    }
    const auto near = meshes_within_margin(context);
    if (!near) {
        return near.error();
    }
    if (near->within) {
        candidate_.record->distance = near->nearest.distance;
        candidate_.record->nearest = near->nearest;
        candidate_.record->gap = {near->nearest.point_a, near->nearest.point_b,
                                  direction_of(near->nearest)};
    }
    return {};
}

Status SlowPair::measure_parts() {
    const auto found = hierarchy_distance(parts_of(candidate_.a), parts_of(candidate_.b),
                                          candidate_.record->nodes, wants_.margin);
    if (!found) {
        return found.error();
    }
    if (found->distance <= wants_.margin) {
        candidate_.record->distance = found->distance;
        candidate_.record->gap = gap_of(found->closest);
    }
    return {};
}

/// Two bodies that collide() would be asked about, and which candidate they are.
struct SlowPairAsked {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::size_t place = 0;
};

/// Whether the fast road has not said all there is to say.
bool is_open(const BodyTable& bodies, const WorldCandidate& candidate, const PairWants& wants) {
    if (candidate.settled_for != bodies.step()) {
        return true;
    }
    if (candidate.verdict == Verdict::Apart) {
        return false;
    }
    const PairRecord* const known = candidate.record.get();
    const Detail detail = detail_asked(bodies[candidate.a], bodies[candidate.b], wants);
    return (detail != Detail::Verdict && (known == nullptr || !known->interference)) ||
           (wants.overlaps && (known == nullptr || !known->overlap));
}

/// Bodies and pairs, as a narrow phase is asked about them.
struct NarrowQuestion {
    std::vector<Body> bodies;
    std::vector<BoxPair> pairs; ///< by their places in `bodies`
};

NarrowQuestion question_about(const BodyTable& bodies, std::span<const SlowPairAsked> asked) {
    std::vector<std::uint32_t> used;
    for (const SlowPairAsked& pair : asked) {
        used.insert(used.end(), {pair.a, pair.b});
    }
    std::ranges::sort(used);
    used.erase(std::unique(used.begin(), used.end()), used.end());
    const auto place = [&](std::uint32_t body) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(used, body) - used.begin());
    };
    NarrowQuestion question;
    for (const std::uint32_t body : used) {
        question.bodies.push_back({bodies.shape(body).surface(), bodies[body].pose});
    }
    for (const SlowPairAsked& pair : asked) {
        question.pairs.push_back({place(pair.a), place(pair.b)});
    }
    return question;
}

/// All open pairs at once, on the thread that steps.
Status decide_together(const BodyTable& bodies, std::span<WorldCandidate> candidates,
                       std::span<const std::size_t> open, const PairWants& wants,
                       const Context& context) {
    std::vector<SlowPairAsked> asked;
    for (const std::size_t i : open) {
        WorldCandidate& candidate = candidates[i];
        const auto asks = SlowPair(bodies, candidate, wants).begin();
        if (!asks) {
            return about_pair(candidate.a, candidate.b, asks.error());
        }
        if (*asks) {
            asked.push_back({candidate.a, candidate.b, i});
        }
    }
    const NarrowQuestion question = question_about(bodies, asked);
    auto found = asked.empty()
                     ? Expected(std::vector<Interference>())
                     : wants.narrow_phase(
                           question.bodies, question.pairs,
                           {.detail = wants.detail, .open_meshes = wants.open_meshes}, context);
    if (!found) {
        return found.error();
    }
    if (found->size() != asked.size()) {
        return Error{ErrorCode::InvalidArgument,
                     "narrow phase: it gave " + std::to_string(found->size()) + " answers for " +
                         std::to_string(asked.size()) + " pairs"};
    }
    for (std::size_t k = 0; k < asked.size(); ++k) {
        SlowPair pair(bodies, candidates[asked[k].place], wants);
        const DecidedBy by = pair.is_doubted() ? DecidedBy::ExactAfterDoubt : DecidedBy::Given;
        pair.take(std::move((*found)[k]), by);
    }
    for (const std::size_t i : open) {
        if (Status status = SlowPair(bodies, candidates[i], wants).finish(context); !status) {
            return about_pair(candidates[i].a, candidates[i].b, status.error());
        }
    }
    return {};
}

} // namespace

Status decide_others(const BodyTable& bodies, std::span<WorldCandidate> candidates,
                     const PairWants& wants, const Context& context) {
    std::vector<std::size_t> open;
    std::vector<std::uint64_t> weights;
    for (std::size_t i = 0; i < candidates.size() && !context.cancelled(); ++i) {
        const WorldCandidate& candidate = candidates[i];
        if (is_open(bodies, candidate, wants)) {
            open.push_back(i);
            weights.push_back(bodies.shape(candidate.a).weight() +
                              bodies.shape(candidate.b).weight());
        }
    }
    if (open.empty()) {
        return {};
    }
    if (wants.narrow_phase) {
        return decide_together(bodies, candidates, open, wants, context);
    }
    std::vector<Status> statuses(open.size());
    const auto decide_one = [&](std::size_t i, const Context& inner) {
        statuses[i] = SlowPair(bodies, candidates[open[i]], wants).decide(inner);
    };
    for_each_weighted(context, weights, std::cref(decide_one));
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (!statuses[i]) {
            return about_pair(candidates[open[i]].a, candidates[open[i]].b, statuses[i].error());
        }
    }
    return {};
}

} // namespace impinge::inline v0
