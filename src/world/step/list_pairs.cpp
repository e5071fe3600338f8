// SPDX-License-Identifier: Apache-2.0
#include "world/step/step.hpp"

#include "base/hash.hpp"
#include "base/parallel.hpp"
#include "convex/convex_pair.hpp"
#include "impinge/distance.hpp"
#include "measures/contacts/convex_contact.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace impinge::inline v0 {

std::vector<EndedPair> tell_events(std::span<WorldPair> pairs, std::vector<EndedPair>& near) {
    std::vector<EndedPair> near_now;
    near_now.reserve(pairs.size());
    auto before = near.cbegin();
    for (WorldPair& pair : pairs) {
        const EndedPair ids{pair.a, pair.b};
        while (before != near.cend() && *before < ids) {
            ++before;
        }
        const bool was_near = before != near.cend() && *before == ids;
        pair.phase = was_near ? Phase::Persisted : Phase::Began;
        if (is_near(pair)) {
            near_now.push_back(ids);
        }
    }
    std::vector<EndedPair> ended;
    std::set_difference(near.begin(), near.end(), near_now.begin(), near_now.end(),
                        std::back_inserter(ended));
    near = std::move(near_now);
    return ended;
}

std::uint64_t hash_of(std::span<const WorldPair> pairs, Detail detail) {
    Hasher hasher;
    for (const WorldPair& pair : pairs) {
        if (!is_near(pair)) {
            continue;
        }
        hasher.add(std::uint64_t{pair.a.index} << 32 | pair.b.index);
        hasher.add(std::uint64_t{pair.a.generation} << 32 | pair.b.generation);
        hasher.add(static_cast<std::uint64_t>(pair.verdict));
        if (pair.decision == Decision::ContainmentOpen) {
            hasher.add(static_cast<std::uint64_t>(pair.decision));
        }
        // Whether double arithmetic was in doubt may hang on memory; what the engine says may not.
        const bool undoubted =
            pair.decided_by == DecidedBy::Exact || pair.decided_by == DecidedBy::Given;
        if (pair.interferes() && pair.interference && (detail != Detail::Verdict || undoubted)) {
            hasher.add(pair.interference->hash);
        }
        if (pair.distance) {
            hasher.add(*pair.distance);
        }
        if (pair.overlap) {
            hasher.add(pair.overlap->volume);
            hasher.add(pair.overlap->regions.size());
        }
        for (const Manifold& manifold : pair.manifolds) {
            hasher.add(manifold.normal);
            for (const ManifoldPoint& point : manifold.points) {
                hasher.add(point.on_a);
                hasher.add(point.on_b);
                hasher.add(point.id);
            }
        }
    }
    return hasher.digest();
}

namespace {

bool measures_polytopes(const WorldOptions& options) {
    return options.margin > 0 || options.closest || options.penetration ||
           options.contact_points > 0;
}

/// The pairs of one chunk of candidates.
class Lister {
  public:
    Lister(const BodyTable& bodies, const WorldOptions& options, const Context& context)
        : bodies_(bodies), options_(options), context_(context) {}

    Status list(WorldCandidate& candidate);
    std::vector<WorldPair> take() { return std::move(pairs_); }

  private:
    [[nodiscard]] ConvexPair convex_pair(const WorldCandidate& candidate) const {
        const MovingBody& a = bodies_[candidate.a];
        const MovingBody& b = bodies_[candidate.b];
        return {*a.polytope, *b.polytope, a.pose, b.pose};
    }
    [[nodiscard]] WorldPair describe(const WorldCandidate& candidate) const;
    Status measure(WorldCandidate& candidate, WorldPair& pair) const;
    Status find_manifold(const WorldCandidate& candidate, WorldPair& pair) const;
    Status measure_apart(WorldCandidate& candidate, WorldPair& pair) const;
    Status measure_near(const WorldCandidate& candidate, WorldPair& pair) const;

    const BodyTable& bodies_;
    const WorldOptions& options_;
    const Context& context_;
    std::vector<WorldPair> pairs_;
};

std::shared_ptr<const Interference> not_looked_at() {
    Interference nothing;
    nothing.verdict = Verdict::Touching;
    nothing.partial = true;
    nothing.decision = Decision::Cancelled;
    return std::make_shared<const Interference>(std::move(nothing));
}

WorldPair Lister::describe(const WorldCandidate& candidate) const {
    WorldPair pair;
    pair.a = bodies_.id(candidate.a);
    pair.b = bodies_.id(candidate.b);
    pair.verdict = candidate.verdict;
    pair.decision = candidate.decision;
    pair.decided_by = candidate.decided_by;
    if (candidate.record) {
        pair.parts = candidate.record->parts;
        pair.interference = candidate.record->interference;
        pair.distance = candidate.record->distance;
        pair.nearest = candidate.record->nearest;
        pair.gap = candidate.record->gap;
        pair.manifolds = candidate.record->manifolds;
        pair.overlap = candidate.record->overlap;
    }
    return pair;
}

Status Lister::list(WorldCandidate& candidate) {
    if (candidate.settled_for != bodies_.step()) {
        pairs_.push_back(describe(candidate));
        if (pairs_.back().verdict == Verdict::Apart) {
            pairs_.back().verdict = Verdict::Touching;
        }
        pairs_.back().decision =
            pairs_.back().verdict == Verdict::Crossing ? Decision::Final : Decision::Cancelled;
        if (!pairs_.back().interference) {
            pairs_.back().interference = not_looked_at();
        }
        return {};
    }
    const bool measures = measures_polytopes(options_);
    const bool is_free =
        candidate.verdict == Verdict::Apart && candidate.decision == Decision::Final;
    if (is_free && !measures) {
        return {};
    }
    WorldPair pair = describe(candidate);
    if (measures && are_polytopes(bodies_[candidate.a], bodies_[candidate.b])) {
        if (Status status = measure(candidate, pair); !status) {
            return status;
        }
    }
    if (is_near(pair) || pair.closest) {
        pairs_.push_back(std::move(pair));
    }
    return {};
}

Status Lister::measure(WorldCandidate& candidate, WorldPair& pair) const {
    if (context_.cancelled()) {
        return {};
    }
    if (pair.verdict == Verdict::Apart) {
        return options_.margin > 0 || options_.closest ? measure_apart(candidate, pair) : Status();
    }
    if (options_.penetration) {
        pair.penetration = penetration(convex_pair(candidate));
    }
    if (options_.closest) {
        pair.closest = closest_features(convex_pair(candidate), candidate.memory.features);
    }
    const bool wants_manifold =
        options_.contact_points > 0 &&
        has_convex_manifold(bodies_[candidate.a], bodies_[candidate.b], pair.verdict);
    return wants_manifold ? find_manifold(candidate, pair) : Status();
}

Status Lister::find_manifold(const WorldCandidate& candidate, WorldPair& pair) const {
    if (auto manifold = convex_manifold(convex_pair(candidate), options_.contact_points)) {
        pair.manifolds = {std::move(*manifold)};
        return {};
    }
    auto found = contacts(bodies_.body(candidate.a), bodies_.body(candidate.b),
                          {.points = options_.contact_points}, Context(1));
    if (!found) {
        return found.error();
    }
    pair.manifolds = std::move(found->manifolds);
    return {};
}

Status Lister::measure_apart(WorldCandidate& candidate, WorldPair& pair) const {
    const ClosestFeatures found =
        closest_features(convex_pair(candidate), candidate.memory.features);
    candidate.memory.features = found.features;
    if (options_.closest) {
        pair.closest = found;
    }
    const double slack = rounding_of_distances(bodies_.boxes[candidate.a]) +
                         rounding_of_distances(bodies_.boxes[candidate.b]);
    return options_.margin > 0 && found.distance <= options_.margin + slack
               ? measure_near(candidate, pair)
               : Status();
}

/// Without memory, so that the distance is a function of the poses to the last bit.
Status Lister::measure_near(const WorldCandidate& candidate, WorldPair& pair) const {
    const ClosestFeatures found = closest_features(convex_pair(candidate), FeaturePair{});
    double distance = found.distance;
    if (found.penetrating || distance == 0) { // to rounding; but they are known to be apart
        const auto exact =
            impinge::distance(bodies_.body(candidate.a), bodies_.body(candidate.b), Context(1));
        if (!exact) {
            return exact.error();
        }
        distance = exact->distance;
    }
    if (distance <= options_.margin) {
        pair.distance = distance;
        pair.gap = gap_of(found);
        pair.closest = found;
    }
    return {};
}

} // namespace

Expected<std::vector<WorldPair>> list_pairs(const BodyTable& bodies,
                                            std::span<WorldCandidate> candidates,
                                            const WorldOptions& options, const Context& context) {
    if (candidates.empty()) {
        return std::vector<WorldPair>{};
    }
    const bool measures = measures_polytopes(options);
    const std::size_t chunk_size = measures ? 64 : 1 << 14;
    std::vector<std::vector<WorldPair>> parts(chunk_count(candidates.size(), chunk_size));
    std::vector<Status> statuses(parts.size());
    const auto list = [&](const Chunk& chunk) {
        Lister lister(bodies, options, context);
        for (std::size_t i = chunk.begin; i < chunk.end && statuses[chunk.index]; ++i) {
            statuses[chunk.index] = lister.list(candidates[i]);
        }
        parts[chunk.index] = lister.take();
    };
    const Context uninterrupted(context.threads());
    for_each_chunk(uninterrupted, candidates.size(), chunk_size, std::cref(list));
    for (const Status& status : statuses) {
        if (!status) {
            return status.error();
        }
    }
    if (parts.size() == 1) {
        return std::move(parts.front());
    }
    std::vector<WorldPair> pairs;
    for (std::vector<WorldPair>& part : parts) {
        pairs.insert(pairs.end(), std::make_move_iterator(part.begin()),
                     std::make_move_iterator(part.end()));
    }
    return pairs;
}

} // namespace impinge::inline v0
