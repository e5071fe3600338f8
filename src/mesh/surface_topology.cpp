// SPDX-License-Identifier: Apache-2.0
//
// The edges of one range of vertices at a time, grouped by their smaller end and the way they are
// run through. At a vertex of a plain surface the two groups name the same other ends, each once:
// that is seen at a glance, and anything else is sorted and counted.
#include "mesh/surface_topology.hpp"

#include "base/shared_disjoint_sets.hpp"
#include "base/unset_array.hpp"
#include "mesh/vertex_ranges.hpp"
#include "mesh/weld.hpp"

#include <atomic>
#include <bit>
#include <numeric>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t triangles_per_sweep = 1 << 16;

/// The larger end of a directed edge above its triangle; so they are sorted by both.
using EdgeEnd = std::uint64_t;
std::uint32_t end_of(EdgeEnd edge) { return static_cast<std::uint32_t>(edge >> 32); }
std::uint32_t owner_of(EdgeEnd edge) { return static_cast<std::uint32_t>(edge); }

/// Behind the edges of a range there are so many that mean nothing and may be read.
constexpr std::size_t spare_edges = 8;

/// The directed edges whose smaller end lies in one range: at [2 v] those that leave vertex v of
/// the range, at [2 v + 1] those that lead to it. A Place counts them.
template <typename Place> class RangeEdges {
  public:
    RangeEdges(const VertexRanges& ranges, std::size_t range)
        : first_(ranges.first_vertex(range)), vertices_(ranges.vertex_count(range)),
          ends_(2 * std::size_t{vertices_} + 1, 0) {
        for_each_edge(ranges, range, [&](std::size_t key, EdgeEnd) { ++ends_[key + 1]; });
        std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
        edges_ = make_unset_array<EdgeEnd>(ends_.back() + spare_edges);
        std::fill_n(edges_.get() + ends_.back(), spare_edges, EdgeEnd{0});
        for_each_edge(ranges, range,
                      [&](std::size_t key, EdgeEnd edge) { edges_[ends_[key]++] = edge; });
    }

    [[nodiscard]] std::uint32_t vertex_count() const { return vertices_; }
    /// Once filled, the end of each group is the start of the next.
    [[nodiscard]] std::span<EdgeEnd> operator[](std::size_t key) const {
        const Place begin = key == 0 ? 0 : ends_[key - 1];
        return {edges_.get() + begin, ends_[key] - begin};
    }

  private:
    template <typename Put>
    void for_each_edge(const VertexRanges& ranges, std::size_t range, Put put) const {
        const auto triangles = ranges.triangles();
        ranges.for_each_triangle(range, [&](std::uint32_t index) {
            const auto& [a, b, c] = triangles[index];
            put_edge(a, b, index, put);
            put_edge(b, c, index, put);
            put_edge(c, a, index, put);
        });
    }
    /// Nearly all edges of the triangles of a range belong to it and have two ends, so that the one
    /// branch is foreseen; which end is the smaller nobody could foresee.
    template <typename Put>
    void put_edge(std::uint32_t from, std::uint32_t to, std::uint32_t triangle, Put put) const {
        const std::uint32_t smaller = std::min(from, to);
        const std::uint32_t larger = std::max(from, to);
        const std::uint32_t vertex = smaller - first_;
        if (vertex < vertices_ && smaller != larger) {
            put(2 * std::size_t{vertex} + (from > to ? 1 : 0), EdgeEnd{larger} << 32 | triangle);
        }
    }

    std::uint32_t first_;
    std::uint32_t vertices_;
    std::vector<Place> ends_;
    UnsetArray<EdgeEnd> edges_;
};

/// What the threads find out together.
struct TopologyWork {
    SharedDisjointSets sets;
    std::vector<EdgeCensus> census;                     ///< by range
    std::vector<std::vector<std::uint32_t>> unbalanced; ///< by range: a face of each such edge
    std::atomic<bool> balanced{true};
};

/// Whether the edges that leave the vertex and those that lead to it are pairs, each of a different
/// edge; then the triangles of each pair are united.
bool pair_up(std::span<const EdgeEnd> forward, std::span<const EdgeEnd> backward,
             SharedDisjointSets& sets) {
    constexpr std::size_t most = spare_edges;
    if (forward.size() != backward.size() || forward.size() > most) {
        return false;
    }
    const EdgeEnd* const candidates = forward.data();
    const unsigned all = (1U << forward.size()) - 1;
    unsigned paired = 0;
    for (const EdgeEnd edge : backward) {
        unsigned equal = 0;
        for (unsigned i = 0; i < most; ++i) { // all of them: quicker than stopping at the right one
            equal |= (end_of(candidates[i]) == end_of(edge) ? 1U : 0U) << i;
        }
        equal &= all;
        // Not std::has_single_bit(), which is a call where there is no instruction for it.
        if (equal == 0 || (equal & (equal - 1)) != 0 || (paired & equal) != 0) {
            return false;
        }
        paired |= equal;
        sets.unite(owner_of(candidates[std::countr_zero(equal)]), owner_of(edge));
    }
    return true;
}

/// The edges of one vertex, whatever they are.
void count_edges(std::span<EdgeEnd> forward, std::span<EdgeEnd> backward, std::size_t range,
                 TopologyWork& work) {
    std::sort(forward.begin(), forward.end());
    std::sort(backward.begin(), backward.end());
    visit_edges_of_vertex(0, forward, backward, [&](const EdgeFaces& edge) {
        const FaceCount faces = count_faces(edge);
        work.census[range].open += is_open(faces) ? 1 : 0;
        work.census[range].non_manifold += is_non_manifold(faces) ? 1 : 0;
        work.census[range].misoriented += is_misoriented(faces) ? 1 : 0;
        const std::uint32_t first =
            owner_of(edge.forward.empty() ? edge.backward[0] : edge.forward[0]);
        for (const auto& side : {edge.forward, edge.backward}) {
            for (const EdgeEnd entry : side) {
                work.sets.unite(first, owner_of(entry));
            }
        }
        if (edge.forward.size() != edge.backward.size()) {
            work.unbalanced[range].push_back(first);
            work.balanced.store(false, std::memory_order_relaxed);
        }
    });
}

template <typename Place>
void examine_range(const VertexRanges& ranges, std::size_t range, AtImbalance at_imbalance,
                   TopologyWork& work) {
    const auto stopped = [&] {
        return at_imbalance == AtImbalance::Stop && !work.balanced.load(std::memory_order_relaxed);
    };
    if (stopped() || ranges.triangle_count(range) == 0) {
        return;
    }
    const RangeEdges<Place> edges(ranges, range);
    for (std::size_t vertex = 0; vertex < edges.vertex_count(); ++vertex) {
        const auto forward = edges[2 * vertex];
        const auto backward = edges[2 * vertex + 1];
        if (!pair_up(forward, backward, work.sets)) {
            count_edges(forward, backward, range, work);
            if (stopped()) {
                return;
            }
        }
    }
}

// --- components ----------------------------------------------------------------------------------

/// How many sets have their root in each chunk, as places: sums of those before.
std::vector<std::size_t> places_of_roots(SharedDisjointSets& sets, const Context& context) {
    std::vector<std::size_t> places(chunk_count(sets.count(), triangles_per_sweep) + 1, 0);
    for_each_chunk(context, sets.count(), triangles_per_sweep, [&](const Chunk& chunk) {
        std::size_t roots = 0;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const auto member = static_cast<std::uint32_t>(i);
            roots += sets.root(member) == member ? 1 : 0;
        }
        places[chunk.index + 1] = roots;
    });
    std::partial_sum(places.begin(), places.end(), places.begin());
    return places;
}

Components numbered(SharedDisjointSets& sets, const Context& context) {
    const std::vector<std::size_t> places = places_of_roots(sets, context);
    Components components{{}, places.back()};
    if (components.count < 2) {
        return components;
    }
    components.of_triangle.resize(sets.count());
    const auto for_each_member = [&](auto visit) {
        for_each_chunk(context, sets.count(), triangles_per_sweep, [&](const Chunk& chunk) {
            auto next = static_cast<std::uint32_t>(places[chunk.index]);
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const auto member = static_cast<std::uint32_t>(i);
                visit(member, sets.root(member), next);
            }
        });
    };
    for_each_member([&](std::uint32_t member, std::uint32_t root, std::uint32_t& next) {
        if (root == member) {
            components.of_triangle[member] = next++;
        }
    });
    for_each_member([&](std::uint32_t member, std::uint32_t root, std::uint32_t&) {
        if (root != member) {
            components.of_triangle[member] = components.of_triangle[root];
        }
    });
    return components;
}

std::vector<std::uint8_t> balanced_of(const Components& components, const TopologyWork& work) {
    std::vector<std::uint8_t> balanced(components.count, 1);
    for (const auto& triangles : work.unbalanced) {
        for (const std::uint32_t triangle : triangles) {
            balanced[components.count == 1 ? 0 : components.of_triangle[triangle]] = 0;
        }
    }
    return balanced;
}

} // namespace

SurfaceTopology surface_topology(std::span<const TriangleIndices> triangles,
                                 std::size_t vertex_count, AtImbalance at_imbalance,
                                 const Context& context) {
    const VertexRanges ranges(triangles, vertex_count, context);
    const bool alone = context.threads() == 1 || ranges.size() == 1;
    TopologyWork work{.sets = {triangles.size(), alone ? SharedDisjointSets::Users::One
                                                       : SharedDisjointSets::Users::Many},
                      .census = std::vector<EdgeCensus>(ranges.size()),
                      .unbalanced = std::vector<std::vector<std::uint32_t>>(ranges.size())};
    for_each_chunk(context, triangles.size(), triangles_per_sweep, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            work.sets.enter(static_cast<std::uint32_t>(i));
        }
    });
    for_each_chunk(context, ranges.size(), 1, [&](const Chunk& chunk) {
        constexpr std::size_t most_of_short_places = std::size_t{1} << 30;
        if (ranges.triangle_count(chunk.index) <= most_of_short_places) {
            examine_range<std::uint32_t>(ranges, chunk.index, at_imbalance, work);
        } else {
            examine_range<std::uint64_t>(ranges, chunk.index, at_imbalance, work);
        }
    });
    SurfaceTopology topology;
    topology.balanced = work.balanced.load();
    if (context.cancelled() || (!topology.balanced && at_imbalance == AtImbalance::Stop)) {
        return topology;
    }
    for (const EdgeCensus& part : work.census) {
        topology.edges.open += part.open;
        topology.edges.non_manifold += part.non_manifold;
        topology.edges.misoriented += part.misoriented;
    }
    topology.components = numbered(work.sets, context);
    if (!topology.balanced && !context.cancelled()) {
        topology.balanced_components = balanced_of(topology.components, work);
    }
    return topology;
}

Components welded_components(std::span<const Vec3d> positions,
                             std::span<const TriangleIndices> triangles, const Context& context) {
    const auto welded = welded_triangles(triangles, weld_map(positions, context), context);
    return surface_topology(welded, positions.size(), AtImbalance::GoOn, context).components;
}

// --- duplicates ----------------------------------------------------------------------------------

namespace {

/// Of the faces whose smallest corner lies in the range.
std::size_t duplicates_in(const VertexRanges& ranges, std::size_t range) {
    const std::uint32_t first = ranges.first_vertex(range);
    const std::uint32_t vertices = ranges.vertex_count(range);
    Buckets<std::uint64_t> faces(vertices, [&](auto put) {
        ranges.for_each_triangle(range, [&](std::uint32_t index) {
            const auto& [a, b, c] = ranges.triangles()[index];
            const std::uint32_t low = std::min(a, b);
            const std::uint32_t high = std::max(a, b);
            const std::uint32_t smallest = std::min(low, c);
            if (smallest - first < vertices) {
                put(smallest - first,
                    std::uint64_t{std::max(low, std::min(high, c))} << 32 | std::max(high, c));
            }
        });
    });
    std::size_t duplicates = 0;
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        const auto at_vertex = faces[vertex];
        std::sort(at_vertex.begin(), at_vertex.end());
        for (std::size_t i = 1; i < at_vertex.size(); ++i) {
            duplicates += at_vertex[i] == at_vertex[i - 1] ? 1 : 0;
        }
    }
    return duplicates;
}

} // namespace

std::size_t count_duplicate_faces(std::span<const TriangleIndices> triangles,
                                  std::size_t vertex_count, const Context& context) {
    const VertexRanges ranges(triangles, vertex_count, context);
    std::vector<std::size_t> found(ranges.size(), 0);
    for_each_chunk(context, ranges.size(), 1, [&](const Chunk& chunk) {
        found[chunk.index] = duplicates_in(ranges, chunk.index);
    });
    return std::accumulate(found.begin(), found.end(), std::size_t{0});
}

} // namespace impinge::inline v0
