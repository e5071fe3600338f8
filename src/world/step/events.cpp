// SPDX-License-Identifier: Apache-2.0
#include "base/hash.hpp"
#include "world/step/list_pairs.hpp"

#include <algorithm>

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
        if (pair.interferes() && pair.interference &&
            (detail != Detail::Verdict || pair.decided_by == DecidedBy::Exact)) {
            hasher.add(pair.interference->hash);
        }
        if (pair.distance) {
            hasher.add(*pair.distance);
        }
    }
    return hasher.digest();
}

} // namespace impinge::inline v0
