// SPDX-License-Identifier: Apache-2.0
//
// Edges are paired within chunks of consecutive triangles first. What has found no partner at the
// end of a chunk, or no room in its table, is paired over all chunks, in tables that hold every
// edge.
#include "mesh/edge_pairing.hpp"

#include "base/parallel.hpp"
#include "base/shared_disjoint_sets.hpp"
#include "mesh/chunk_pairing.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// The same for an edge and its reverse.
std::uint64_t edge_hash(DirectedEdge edge) {
    const DirectedEdge other = reversed(edge);
    return ((edge ^ other) * 0x9E3779B97F4A7C15u) ^ ((edge + other) * 0xD6E8FEB86659FD93u);
}

/// So that a chunk has many more triangles than edges on its rim, and there are chunks enough.
std::size_t triangles_per_pairing(std::size_t triangles) {
    return std::clamp<std::size_t>(triangles / 32, 1 << 13, 1 << 17);
}

std::vector<Leftovers> pair_within_chunks(std::span<const TriangleIndices> triangles,
                                          const Context& context) {
    const std::size_t chunk_size = triangles_per_pairing(triangles.size());
    std::vector<Leftovers> leftovers(chunk_count(triangles.size(), chunk_size));
    for_each_chunk(context, triangles.size(), chunk_size, [&](const Chunk& chunk) {
        ChunkPairing pairing(chunk.end - chunk.begin);
        pairing.add(triangles.subspan(chunk.begin, chunk.end - chunk.begin));
        leftovers[chunk.index] = pairing.take();
    });
    return leftovers;
}

// --- over all chunks -----------------------------------------------------------------------------

/// Edges dealt by their hashes, so that an edge and its reverse are in one share.
class EdgeShares {
  public:
    EdgeShares(std::vector<Leftovers>& leftovers, const Context& context) {
        std::size_t edges = 0;
        for (const Leftovers& chunk : leftovers) {
            firsts_.push_back(labels_);
            labels_ += chunk.labels;
            edges += chunk.edges.size();
        }
        constexpr std::size_t edges_per_share = 1 << 13;
        count_ = std::bit_ceil(
            std::clamp<std::size_t>(edges / edges_per_share, 1, std::size_t{1} << 11));
        places_.resize(leftovers.size() * (count_ + 1));
        for_each_chunk(context, leftovers.size(), 1, [&](const Chunk& chunk) {
            sort_by_share(leftovers[chunk.index], chunk.index);
        });
    }

    [[nodiscard]] std::size_t size() const { return count_; }
    /// All labels, those of each chunk following those of the one before.
    [[nodiscard]] std::size_t label_count() const { return labels_; }

    template <typename Visit>
    void for_each_edge(const std::vector<Leftovers>& leftovers, std::size_t share,
                       Visit visit) const {
        for (std::size_t chunk = 0; chunk < leftovers.size(); ++chunk) {
            const std::size_t* const starts = places_.data() + chunk * (count_ + 1);
            for (std::size_t at = starts[share]; at < starts[share + 1]; ++at) {
                const WaitingEdge& edge = leftovers[chunk].edges[at];
                visit(edge.edge, static_cast<std::uint32_t>(firsts_[chunk] + edge.label));
            }
        }
    }

  private:
    [[nodiscard]] std::size_t share_of(DirectedEdge edge) const {
        return (edge_hash(edge) >> 16) & (count_ - 1);
    }
    void sort_by_share(Leftovers& chunk, std::size_t index) {
        std::size_t* const starts = places_.data() + index * (count_ + 1);
        for (const WaitingEdge& edge : chunk.edges) {
            ++starts[share_of(edge.edge) + 1];
        }
        std::partial_sum(starts, starts + count_ + 1, starts);
        std::vector<std::size_t> next(starts, starts + count_);
        std::vector<WaitingEdge> sorted(chunk.edges.size());
        for (const WaitingEdge& edge : chunk.edges) {
            sorted[next[share_of(edge.edge)]++] = edge;
        }
        chunk.edges = std::move(sorted);
    }

    std::size_t count_ = 1;
    std::size_t labels_ = 0;
    std::vector<std::size_t> firsts_;
    std::vector<std::size_t> places_; ///< for each chunk where each share starts
};

/// An edge, from the smaller vertex, and how much more often it is run through that way.
struct EdgeBalance {
    DirectedEdge edge = no_edge;
    std::uint32_t label = 0;
    std::int64_t balance = 0;
};

/// Whether all edges of the share are balanced; unites the labels at each.
bool pair_share(const EdgeShares& shares, const std::vector<Leftovers>& leftovers,
                std::size_t share, SharedDisjointSets& sets) {
    std::size_t count = 0;
    shares.for_each_edge(leftovers, share, [&](DirectedEdge, std::uint32_t) { ++count; });
    const std::size_t slots = std::bit_ceil(2 * count + 1);
    std::vector<EdgeBalance> table(slots);
    shares.for_each_edge(leftovers, share, [&](DirectedEdge edge, std::uint32_t label) {
        const DirectedEdge upward = std::min(edge, reversed(edge));
        std::size_t slot = (edge_hash(edge) >> 32) & (slots - 1);
        while (table[slot].edge != upward && table[slot].edge != no_edge) {
            slot = (slot + 1) & (slots - 1);
        }
        if (table[slot].edge == no_edge) {
            table[slot] = {upward, label, 0};
        } else if (table[slot].label != label) {
            sets.unite(table[slot].label, label);
        }
        table[slot].balance += edge == upward ? 1 : -1;
    });
    return std::ranges::all_of(table, [](const EdgeBalance& edge) { return edge.balance == 0; });
}

} // namespace

EdgePairing pair_edges(std::span<const TriangleIndices> triangles, const Context& context) {
    std::vector<Leftovers> leftovers = pair_within_chunks(triangles, context);
    const EdgeShares shares(leftovers, context);
    const bool alone = context.threads() == 1 || shares.size() == 1;
    SharedDisjointSets sets(shares.label_count(), alone ? SharedDisjointSets::Users::One
                                                        : SharedDisjointSets::Users::Many);
    for (std::size_t label = 0; label < sets.count(); ++label) {
        sets.enter(static_cast<std::uint32_t>(label));
    }
    std::atomic<bool> balanced{true};
    for_each_chunk(context, shares.size(), 1, [&](const Chunk& chunk) {
        if (balanced.load(std::memory_order_relaxed) &&
            !pair_share(shares, leftovers, chunk.index, sets)) {
            balanced.store(false, std::memory_order_relaxed);
        }
    });
    EdgePairing pairing{.balanced = balanced.load()};
    for (std::size_t label = 0; label < sets.count(); ++label) {
        pairing.pieces += sets.root(static_cast<std::uint32_t>(label)) == label ? 1 : 0;
    }
    return pairing;
}

} // namespace impinge::inline v0
