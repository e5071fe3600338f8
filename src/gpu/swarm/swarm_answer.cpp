// SPDX-License-Identifier: Apache-2.0
#include "gpu/swarm/swarm_answer.hpp"

#include "base/hash.hpp"
#include "base/parallel.hpp"
#include "impinge/world.hpp"

#include <algorithm>
#include <tuple>

namespace impinge::inline v0::gpu {
namespace {

constexpr std::size_t blocks_per_chunk = 4;
/// Proving one takes from microseconds to a tenth of a millisecond.
constexpr std::size_t proofs_per_chunk = 8;

bool in_order(const SwarmPair& p, const SwarmPair& q) {
    return std::tie(p.a, p.b) < std::tie(q.a, q.b);
}

Error cancelled() { return {ErrorCode::InvalidArgument, "swarm: the frame was cancelled"}; }

Expected<SwarmPair> prove(const DoubtfulBodies& pair, const SwarmBodies& bodies) {
    World world;
    const auto a = world.add(bodies.shape(pair.a), {.pose = pair.pose_a});
    const auto b = world.add(bodies.shape(pair.b), {.pose = pair.pose_b});
    if (!a || !b) {
        return a ? b.error() : a.error();
    }
    const auto step = world.step(Context(1));
    if (!step) {
        return step.error();
    }
    return SwarmPair{pair.a, pair.b,
                     step->pairs.empty() ? Verdict::Apart : step->pairs.front().verdict};
}

/// In the order of the pairs.
Expected<std::vector<SwarmPair>> prove_all(const RawSwarm& raw, const SwarmBodies& bodies,
                                           const Context& context) {
    std::vector<SwarmPair> proved(raw.doubtful.size());
    std::vector<Status> statuses(chunk_count(raw.doubtful.size(), proofs_per_chunk));
    for_each_chunk(context, proved.size(), proofs_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end && statuses[chunk.index]; ++i) {
            const auto pair = prove(raw.doubtful[i], bodies);
            if (pair) {
                proved[i] = *pair;
            } else {
                statuses[chunk.index] = pair.error();
            }
        }
    });
    if (context.cancelled()) {
        return cancelled();
    }
    for (const Status& status : statuses) {
        if (!status) {
            return status.error();
        }
    }
    std::sort(proved.begin(), proved.end(), in_order);
    return proved;
}

/// The device leaves long lists of partners as they came.
void write_block(const std::uint32_t* words, std::span<SwarmPair> into) {
    constexpr std::uint32_t body_bits = (1U << verdict_shift) - 1;
    for (SwarmPair& pair : into) {
        pair = {words[0], words[1] & body_bits, static_cast<Verdict>(words[1] >> verdict_shift)};
        words += 2;
    }
    if (!std::is_sorted(into.begin(), into.end(), in_order)) {
        std::sort(into.begin(), into.end(), in_order);
    }
}

std::vector<SwarmPair> written(const RawSwarm& raw, const Context& context) {
    std::vector<std::size_t> first;
    std::size_t total = 0;
    for (const PairBlock& block : raw.blocks) {
        first.push_back(total);
        total += block.count;
    }
    std::vector<SwarmPair> pairs(total);
    for_each_chunk(context, raw.blocks.size(), blocks_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            write_block(raw.words.data() + 2 * raw.blocks[i].first,
                        std::span(pairs).subspan(first[i], raw.blocks[i].count));
        }
    });
    return pairs;
}

} // namespace

Expected<std::vector<SwarmPair>> pairs_of(const RawSwarm& raw, const SwarmBodies& bodies,
                                          const Context& context) {
    std::vector<SwarmPair> pairs = written(raw, Context(context.threads()));
    const auto proved = prove_all(raw, bodies, context);
    if (!proved) {
        return proved.error();
    }
    bool some_apart = false;
    auto place = pairs.begin();
    for (const SwarmPair& pair : *proved) {
        place = std::lower_bound(place, pairs.end(), pair, in_order);
        place->verdict = pair.verdict;
        some_apart = some_apart || pair.verdict == Verdict::Apart;
    }
    if (some_apart) {
        std::erase_if(pairs, [](const SwarmPair& pair) { return pair.verdict == Verdict::Apart; });
    }
    return pairs;
}

std::uint64_t hash_of(std::span<const SwarmPair> pairs) {
    Hasher hasher;
    for (const SwarmPair& pair : pairs) {
        hasher.add(std::uint64_t{pair.a} << 32 | pair.b);
        hasher.add(std::uint64_t{0}); // generations of bodies that were never removed
        hasher.add(static_cast<std::uint64_t>(pair.verdict));
    }
    return hasher.digest();
}

Expected<SwarmStep> step_of_world(const SwarmBodies& bodies, std::span<const Rigid> poses,
                                  const Context& context) {
    World world;
    for (std::uint32_t i = 0; i < poses.size(); ++i) {
        if (const auto id = world.add(bodies.shape(i), {.pose = poses[i]}); !id) {
            return id.error();
        }
    }
    const auto found = world.step(context);
    if (!found) {
        return found.error();
    }
    if (found->partial) {
        return cancelled();
    }
    SwarmStep step;
    for (const WorldPair& pair : found->pairs) {
        if (pair.interferes()) {
            step.pairs.push_back({pair.a.index, pair.b.index, pair.verdict});
        }
    }
    step.hash = found->hash;
    step.report.candidates = found->candidates;
    step.report.by_processor = true;
    return step;
}

} // namespace impinge::inline v0::gpu
