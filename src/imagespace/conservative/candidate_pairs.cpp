// SPDX-License-Identifier: Apache-2.0
#include "imagespace/conservative/candidate_pairs.hpp"

#include "base/parallel.hpp"
#include "exact/pairs/prove_pairs.hpp"
#include "math/measures.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// Proving one takes a hundred nanoseconds or so.
constexpr std::size_t candidates_per_chunk = 2048;

std::uint64_t key_of(const Candidate& pair) { return std::uint64_t{pair.a} << 32 | pair.b; }

} // namespace

void sort_candidates(std::vector<Candidate>& candidates) {
    const auto same = [](const Candidate& p, const Candidate& q) { return key_of(p) == key_of(q); };
    std::ranges::sort(candidates, {}, key_of);
    candidates.erase(std::unique(candidates.begin(), candidates.end(), same), candidates.end());
}

FoundPairs prove_candidates(const WorldMesh& a, const WorldMesh& b,
                            std::span<const Candidate> candidates, const Context& context) {
    SharedSearch shared{
        .meshes = {a, b, &a == &b ? Surfaces::One : Surfaces::Two}, .stop = Stop::Never, .own = {}};
    shared.reach = longest_side(united(a.box, b.box));
    FoundPairs found;
    found.pairs = gather_chunks<TrianglePair>(
        context, candidates.size(), candidates_per_chunk, [&](const Chunk& chunk) {
            PairProver prover(shared, context);
            prover.take(candidates.subspan(chunk.begin, chunk.end - chunk.begin));
            return std::move(prover.found.pairs);
        });
    std::sort(found.pairs.begin(), found.pairs.end());
    found.counters.candidate_pairs = candidates.size();
    return found;
}

} // namespace impinge::inline v0::imagespace
