// SPDX-License-Identifier: Apache-2.0
//
// A directed edge waits in a small table until one that runs the other way comes along; both are
// then done with. Lists of triangles are mostly ordered so that few edges wait at a time. A
// triangle takes over the label of one that it is paired with; where labels meet they are united,
// so that nothing is kept of triangles. What has found no partner at the end of a chunk, or no room
// in the table, is paired over all chunks, in tables that hold every edge.
#include "mesh/edge_pairing.hpp"

#include "base/disjoint_sets.hpp"
#include "base/parallel.hpp"
#include "base/shared_disjoint_sets.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <numeric>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// Where it comes from above where it goes.
using DirectedEdge = std::uint64_t;
constexpr DirectedEdge no_edge = ~DirectedEdge{0};

DirectedEdge directed(std::uint32_t from, std::uint32_t to) {
    return DirectedEdge{from} << 32 | to;
}
DirectedEdge reversed(DirectedEdge edge) { return std::rotl(edge, 32); }

/// The same for an edge and its reverse.
std::uint64_t edge_hash(DirectedEdge edge) {
    const DirectedEdge other = reversed(edge);
    return ((edge ^ other) * 0x9E3779B97F4A7C15u) ^ ((edge + other) * 0xD6E8FEB86659FD93u);
}

struct WaitingEdge {
    DirectedEdge edge = no_edge;
    std::uint32_t label = 0;
};

/// What a chunk leaves over: edges without a partner; labels count from 0.
struct Leftovers {
    std::vector<WaitingEdge> edges;
    std::size_t labels = 0;
};

class ChunkPairing {
  public:
    /// As many slots as triangles: far more than edges wait at a time in a list with some order.
    explicit ChunkPairing(std::size_t triangles)
        : slot_bits_(static_cast<unsigned>(std::bit_width(triangles))),
          waiting_(std::size_t{1} << slot_bits_, no_edge), own_labels_(waiting_.size(), 0) {}

    /// A directed edge is taken out by its partner or waits, and is left over if its slot is taken.
    void add(std::span<const TriangleIndices> triangles) {
        DirectedEdge* const waiting = waiting_.data();
        std::uint32_t* const own_labels = own_labels_.data();
        const std::size_t mask = waiting_.size() - 1;
        const unsigned shift = 32 - slot_bits_;
        // Edges that run alike from vertices one after the other, as along a row, are in slots one
        // after the other: then they are not in each other's way, and near in memory.
        const auto slot_of = [mask, shift](std::uint32_t from, std::uint32_t to) {
            const std::uint32_t smaller = std::min(from, to);
            const std::uint32_t step = std::max(from, to) - smaller;
            return (smaller + (step * 0x9E3779B9U >> shift)) & mask;
        };
        for (const TriangleIndices& triangle : triangles) {
            const auto [a, b, c] = triangle;
            if (a == b || b == c || c == a) {
                leave_over(triangle);
                continue;
            }
            const std::array<DirectedEdge, 3> edges{directed(a, b), directed(b, c), directed(c, a)};
            const std::array<std::size_t, 3> places{slot_of(a, b), slot_of(b, c), slot_of(c, a)};
            const std::array<DirectedEdge, 3> there{waiting[places[0]], waiting[places[1]],
                                                    waiting[places[2]]};
            std::uint32_t label = none;
            for (std::size_t i = 0; i < 3; ++i) {
                if (there[i] == reversed(edges[i])) {
                    const std::uint32_t found = own_labels[places[i]];
                    label = label == none || label == found ? found : labels_.unite(label, found);
                }
            }
            if (label == none) {
                label = labels_.add();
            }
            for (std::size_t i = 0; i < 3; ++i) {
                if (there[i] == reversed(edges[i])) {
                    waiting[places[i]] = no_edge;
                } else if (waiting[places[i]] == no_edge) {
                    waiting[places[i]] = edges[i];
                    own_labels[places[i]] = label;
                } else {
                    spilled_.push_back({edges[i], label});
                }
            }
        }
    }

    /// Labels of one set get one number.
    Leftovers take() {
        const std::vector<std::uint32_t> numbers = labels_.numbers();
        for (std::size_t slot = 0; slot < waiting_.size(); ++slot) {
            if (waiting_[slot] != no_edge) {
                spilled_.push_back({waiting_[slot], own_labels_[slot]});
            }
        }
        for (WaitingEdge& edge : spilled_) {
            edge.label = numbers[edge.label];
        }
        return {std::move(spilled_), labels_.set_count()};
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Union-find over labels, which are made on the way.
    class Labels {
      public:
        std::uint32_t add() {
            parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
            return parents_.back();
        }
        std::uint32_t root(std::uint32_t label) {
            while (parents_[label] != label) {
                parents_[label] = parents_[parents_[label]];
                label = parents_[label];
            }
            return label;
        }
        std::uint32_t unite(std::uint32_t a, std::uint32_t b) {
            const std::uint32_t root_a = root(a);
            const std::uint32_t root_b = root(b);
            return parents_[std::max(root_a, root_b)] = std::min(root_a, root_b);
        }
        /// For each label the number of its set, in the order of their smallest.
        std::vector<std::uint32_t> numbers() {
            std::vector<std::uint32_t> found(parents_.size());
            sets_ = 0;
            for (std::uint32_t label = 0; label < found.size(); ++label) {
                const std::uint32_t smallest = root(label);
                found[label] = smallest == label ? sets_++ : found[smallest];
            }
            return found;
        }
        [[nodiscard]] std::size_t set_count() const { return sets_; }

      private:
        std::vector<std::uint32_t> parents_;
        std::uint32_t sets_ = 0;
    };

    /// A triangle that may run through one of its edges both ways.
    void leave_over(const TriangleIndices& triangle) {
        const std::uint32_t label = labels_.add();
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t from = triangle[i];
            const std::uint32_t to = triangle[(i + 1) % 3];
            if (from != to) {
                spilled_.push_back({directed(from, to), label});
            }
        }
    }

    unsigned slot_bits_; // 1 or more, and far less than 32
    Labels labels_;
    std::vector<DirectedEdge> waiting_;
    std::vector<std::uint32_t> own_labels_;
    std::vector<WaitingEdge> spilled_;
};

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
