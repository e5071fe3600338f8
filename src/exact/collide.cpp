// SPDX-License-Identifier: Apache-2.0
#include "exact/collide.hpp"

#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "base/stopwatch.hpp"
#include "exact/curves.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "exact/result_hash.hpp"
#include "exact/verdict/judge.hpp"
#include "predicates/mirrors.hpp"

#include <array>

namespace impinge::inline v0 {
namespace {

/// A body on its way through the query.
struct Subject {
    const SnapshotData& snapshot;
    Solidity solidity{};
    Normals normals = Normals::Outward;
    std::size_t components = 0;

    [[nodiscard]] const WorldMesh& mesh() const { return snapshot.mesh(); }
};

void record(Subject& subject, MeshSolidity found) {
    subject.solidity = {
        .examined = true, .solid = found.solid, .reasons = std::move(found.reasons)};
    subject.normals = found.inside_out != mirrors(subject.snapshot.body().pose) ? Normals::Inward
                                                                                : Normals::Outward;
    subject.components = found.components;
}

/// Asks for it unless the caller gave a diagnosis.
Status examine(Subject& subject, const SoliditySource& source, const Context& context) {
    if (!subject.solidity.examined) {
        auto found = source ? source(subject.snapshot.body().mesh, context)
                            : Expected(subject.snapshot.solidity(context));
        if (!found) {
            return found.error();
        }
        if (!context.cancelled()) { // which would have cut it short
            record(subject, std::move(*found));
        }
    }
    return {};
}

Subject enter(const SnapshotData& snapshot) {
    Subject subject{.snapshot = snapshot};
    if (snapshot.body().diagnosis != nullptr) {
        record(subject, solidity_of(*snapshot.body().diagnosis));
    }
    return subject;
}

bool is_solid(const Subject& subject) {
    return !subject.solidity.examined || subject.solidity.solid;
}

Solid solid_of(const Subject& subject) {
    return {subject.mesh(), subject.normals, subject.components};
}

OpenOrSolid as_judged(const Subject& subject) {
    return {solid_of(subject), is_solid(subject) ? Inside::Known : Inside::Unknown};
}

Status examine_both(Subject& a, Subject& b, const SoliditySource& source, const Context& context) {
    const Status status = examine(a, source, context);
    return status ? examine(b, source, context) : status;
}

/// The verdict for solids, or for surfaces where one is none. If it is cancelled meanwhile, the
/// pairs are all that is known.
Judgement judge_examined(Subject& a, Subject& b, std::span<const TrianglePair> pairs,
                         const AllPairs& all, const CollideOptions& options,
                         const Context& context) {
    const Verdict of_surfaces = judge_surfaces(pairs);
    if (context.cancelled()) {
        return {of_surfaces};
    }
    if (is_solid(a) && is_solid(b)) {
        const auto verdict = judge_solids(solid_of(a), solid_of(b), pairs, all, context);
        if (context.cancelled()) {
            return {of_surfaces};
        }
        if (verdict) {
            return {*verdict};
        }
        for (Subject* subject : {&a, &b}) {
            subject->solidity.solid = false;
            subject->solidity.reasons.emplace_back(
                "the bodies meet at a wall with no material on either side of it");
        }
    }
    if (context.cancelled() || of_surfaces == Verdict::Crossing) {
        return {of_surfaces};
    }
    const Judgement judged =
        judge_open(as_judged(a), as_judged(b), pairs, options.open_meshes, context);
    return context.cancelled() ? Judgement{of_surfaces} : judged;
}

/// Whether both are solids and the same, found out from their surfaces as wholes: the pairs of
/// triangles that meet may be very many then. False says nothing, and nothing is recorded.
Expected<bool> are_known_same(Subject& a, Subject& b, const SoliditySource& source,
                              const Context& context) {
    if (a.mesh().triangles.empty() || context.cancelled() || !is_solid(a) || !is_solid(b) ||
        !are_same_as_a_whole(a.mesh(), b.mesh(), 1, context)) {
        return false;
    }
    Solidity before_a = a.solidity;
    Solidity before_b = b.solidity;
    if (const Status status = examine_both(a, b, source, context); !status) {
        return status.error();
    }
    if (!context.cancelled() && is_solid(a) && is_solid(b)) {
        return true;
    }
    a.solidity = std::move(before_a);
    b.solidity = std::move(before_b);
    return false;
}

bool is_surely_open(const Subject& subject, const Context& context) {
    return subject.snapshot.surely_unbalanced(context);
}

/// Whether the triangles that cross settle the verdict without more being known of the bodies: one
/// of them is surely no solid, or their borders cross. One try, which suffices for most solids;
/// others are examined before more is tried.
bool surely_cross(const Subject& a, const Subject& b, const FoundPairs& found,
                  const Context& context) {
    if (!is_solid(a) || !is_solid(b)) {
        return true;
    }
    const auto borders = [&] {
        return first_crossing_is_of_borders(solid_of(a), solid_of(b), found, context);
    };
    const auto some_open = [&] { return is_surely_open(a, context) || is_surely_open(b, context); };
    // Shared bodies are asked first what is found out once for all queries.
    return a.snapshot.is_shared() || b.snapshot.is_shared() ? some_open() || borders()
                                                            : borders() || some_open();
}

/// Some triangles cross. Unless those of the borders do, the bodies have to be examined; but what
/// is told of that must not depend on which pairs were tried, so it is not told if they cross.
Expected<Judgement> judge_crossing(Subject& a, Subject& b, const FoundPairs& found, Stop stop,
                                   const QuerySources& sources, const CollideOptions& options,
                                   const Context& context) {
    if (surely_cross(a, b, found, context)) {
        return Judgement{Verdict::Crossing};
    }
    Solidity before_a = a.solidity;
    Solidity before_b = b.solidity;
    if (const Status status = examine_both(a, b, sources.solidity, context); !status) {
        return status.error();
    }
    const bool solids = is_solid(a) && is_solid(b);
    Judgement judged{Verdict::Crossing};
    if (solids) { // the search for pairs may have stopped at the first that cross
        judged = stop == Stop::Never
                     ? judge_examined(a, b, found.pairs, {}, options, context)
                     : judge_examined(a, b,
                                      sources.pairs(a.mesh(), b.mesh(), Stop::Never, context).pairs,
                                      {}, options, context);
    }
    const bool as_solids = is_solid(a) && is_solid(b);
    if (judged.verdict == Verdict::Crossing && solids == as_solids) {
        a.solidity = std::move(before_a);
        b.solidity = std::move(before_b);
    }
    return judged;
}

Expected<Judgement> judge(Subject& a, Subject& b, const FoundPairs& found, Stop stop,
                          const QuerySources& sources, const CollideOptions& options,
                          const Context& context) {
    const Verdict of_surfaces = judge_surfaces(found.pairs);
    const bool in_common_region = found.counters.triangles_in_region > 0;
    if (context.cancelled() || !in_common_region) {
        return Judgement{of_surfaces};
    }
    if (of_surfaces == Verdict::Crossing) {
        return judge_crossing(a, b, found, stop, sources, options, context);
    }
    Solidity before_a = a.solidity;
    Solidity before_b = b.solidity;
    if (const Status status = examine_both(a, b, sources.solidity, context); !status) {
        return status.error();
    }
    const AllPairs all = [&] {
        return sources.pairs(a.mesh(), b.mesh(), Stop::Never, context).pairs;
    };
    const Judgement judged =
        judge_examined(a, b, found.pairs, found.left_some_out ? all : AllPairs{}, options, context);
    if (judged.verdict == Verdict::Crossing && is_solid(a) && is_solid(b)) {
        // Not told of solids that cross, by whatever triangles; see judge_crossing().
        a.solidity = std::move(before_a);
        b.solidity = std::move(before_b);
    }
    return judged;
}

/// What was cancelled is not decided, unless triangles that cross were found before.
Decision decision_of(const Interference& result, Decision judged) {
    const bool unfinished = result.partial && result.verdict != Verdict::Crossing;
    return unfinished ? Decision::Cancelled : judged;
}

void count_kinds(Interference& result) {
    for (const TrianglePair& pair : result.pairs) {
        ++(pair.kind == PairKind::Crossing ? result.crossing_pairs : result.touching_pairs);
    }
}

Expected<Interference> collide_or_throw(const SnapshotData& of_a, const SnapshotData& of_b,
                                        const CollideOptions& options, const Context& context,
                                        const QuerySources& sources) {
    Stopwatch total;
    Stopwatch watch;
    Subject a = enter(of_a);
    Subject b = enter(of_b);
    const Stop stop = options.detail == Detail::Verdict ? Stop::AtFirstCrossing : Stop::Never;
    const Expected<bool> same = stop == Stop::AtFirstCrossing
                                    ? are_known_same(a, b, sources.solidity, context)
                                    : Expected<bool>(false);
    if (!same) {
        return same.error();
    }
    const double same_ms = watch.lap();
    FoundPairs found = *same || context.cancelled()
                           ? FoundPairs{}
                           : sources.pairs(a.mesh(), b.mesh(), stop, context);
    watch.lap();

    Interference result;
    const auto judged = *same ? Expected(Judgement{Verdict::Same})
                              : judge(a, b, found, stop, sources, options, context);
    if (!judged) {
        return judged.error();
    }
    result.verdict = judged->verdict;
    result.counters = found.counters;
    result.milliseconds = found.milliseconds;
    result.milliseconds.judge = same_ms + watch.lap();

    if (options.detail != Detail::Verdict) {
        result.pairs = std::move(found.pairs);
        count_kinds(result);
    }
    if (options.detail == Detail::Curves && !context.cancelled()) {
        result.segments = contact_segments(a.mesh(), b.mesh(), result.pairs, context);
        result.curves = chain_curves(result.segments);
        result.milliseconds.curves = watch.lap();
    }
    result.partial = context.cancelled();
    result.decision = decision_of(result, judged->decision);
    result.compared = is_solid(a) && is_solid(b) ? Compared::Solids : Compared::Surfaces;
    result.solidity_a = std::move(a.solidity);
    result.solidity_b = std::move(b.solidity);
    result.hash = hash_of(result);
    result.milliseconds.total = total.lap();
    return result;
}

} // namespace

Expected<Interference> collide_sharing(const SnapshotData& a, const SnapshotData& b,
                                       const CollideOptions& options, const Context& context,
                                       const QuerySources& sources) {
    return no_throw([&] { return collide_or_throw(a, b, options, context, sources); });
}

Expected<Interference> collide_sharing(const Body& a, const Body& b, const CollideOptions& options,
                                       const Context& context, const QuerySources& sources) {
    return no_throw([&]() -> Expected<Interference> {
        Stopwatch watch;
        auto world = to_world(a, b, context);
        if (!world) {
            return world.error();
        }
        const SnapshotData of_a(a, std::move(world->a), Queries::One);
        const SnapshotData of_b(b, std::move(world->b), Queries::One);
        const double world_ms = watch.lap();
        auto result = collide_or_throw(of_a, of_b, options, context, sources);
        if (result) {
            result->milliseconds.world = world_ms;
            result->milliseconds.total += world_ms;
        }
        return result;
    });
}

Expected<Interference> collide(const Body& a, const Body& b, const CollideOptions& options,
                               const Context& context) {
    return collide_sharing(a, b, options, context, {});
}

const char* to_string(Verdict verdict) {
    constexpr std::array names{"apart", "touching", "crossing", "a_inside_b", "b_inside_a", "same"};
    return name_in(names, verdict);
}

const char* to_string(Certainty certainty) {
    constexpr std::array names{"exact", "conservative", "sampled"};
    return name_in(names, certainty);
}

const char* to_string(Compared compared) {
    constexpr std::array names{"solids", "surfaces"};
    return name_in(names, compared);
}

const char* to_string(Decision decision) {
    constexpr std::array names{"final", "containment_open", "cancelled"};
    return name_in(names, decision);
}

const char* to_string(PairKind kind) {
    constexpr std::array names{"apart", "touching", "crossing"};
    return name_in(names, kind);
}

} // namespace impinge::inline v0
