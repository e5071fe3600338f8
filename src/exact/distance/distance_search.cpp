// SPDX-License-Identifier: Apache-2.0
//
// The nearest pair of triangles: two BVHs descended together, branch and bound, nearer pairs of
// nodes first.
//
// The answer is the smallest (distance, first triangle, second triangle) over all pairs, and only
// node pairs that provably hold nothing better are left out. It therefore does not depend on the
// order of the visits, and threads may share their bounds as they find them.
#include "exact/distance/distance_search.hpp"

#include "base/parallel.hpp"
#include "geometry/bvh.hpp"
#include "geometry/triangle_distance.hpp"
#include "math/measures.hpp"

#include <atomic>
#include <mutex>

namespace impinge::inline v0 {
namespace {

template <typename T> void lower(std::atomic<T>& target, T value) {
    T current = target.load(std::memory_order_relaxed);
    while (value < current &&
           !target.compare_exchange_weak(current, value, std::memory_order_relaxed)) {
    }
}

std::uint64_t packed(std::uint32_t first, std::uint32_t second) {
    return (std::uint64_t{first} << 32) | second;
}

/// A tree over the survivors of one body, and the smallest triangle index below each node.
struct Side {
    const WorldMesh& mesh;
    const SurvivingTriangles& survivors;
    Bvh tree;
    std::vector<std::uint32_t> least_triangle;

    Side(const WorldMesh& world, const SurvivingTriangles& kept, const Context& context)
        : mesh(world), survivors(kept), tree(kept.boxes, context),
          least_triangle(tree.nodes().size()) {
        const auto nodes = tree.nodes();
        for (std::size_t i = nodes.size(); i-- > 0;) {
            const BvhNode& node = nodes[i];
            if (!node.is_leaf()) {
                least_triangle[i] =
                    std::min(least_triangle[node.first], least_triangle[node.first + 1]);
                continue;
            }
            least_triangle[i] = triangle_at(node.first);
            for (std::uint32_t k = node.first + 1; k < node.first + node.count; ++k) {
                least_triangle[i] = std::min(least_triangle[i], triangle_at(k));
            }
        }
    }

    [[nodiscard]] std::uint32_t triangle_at(std::uint32_t entry) const {
        return survivors.triangles[tree.items()[entry]];
    }
};

struct NodePair {
    double bound = 0; ///< squared distance of the boxes
    /// Where boxes overlap, small triangle indices first: of touching pairs the smallest counts.
    std::uint64_t least_triangles = 0;
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    friend constexpr auto operator<=>(const NodePair&, const NodePair&) = default;
};

/// What all threads know: how near a pair has been found.
struct Shared {
    std::atomic<double> limit;
    /// Smallest pair of touching triangles, first in the upper half; pairs above it cannot win.
    std::atomic<std::uint64_t> touching_pair{std::numeric_limits<std::uint64_t>::max()};
};

/// How far `second` lies beyond `first` along a direction, in lengths of that direction squared.
double separation_along(Vec3d direction, const Triangle& first, const Triangle& second,
                        double unit) {
    const Vec3d origin = first[0] * unit;
    const auto along = [&](Vec3d corner) { return dot(corner * unit - origin, direction); };
    return std::min(along(second[0]), std::min(along(second[1]), along(second[2]))) -
           std::max(0.0, std::max(along(first[1]), along(first[2])));
}

class PairSearch {
  public:
    PairSearch(const DistanceQuery& query, const Side& first, const Side& second, Shared& shared)
        : query_(query), first_(first), second_(second), shared_(shared) {}

    /// Pairs of children of the larger node (or the leaves' triangles themselves, looked at now).
    void open(const NodePair& pair, std::vector<NodePair>& out) {
        if (hopeless(pair)) {
            return;
        }
        const BvhNode& a = first_.tree.nodes()[pair.first];
        const BvhNode& b = second_.tree.nodes()[pair.second];
        if (a.is_leaf() && b.is_leaf()) {
            look_at_leaves(a, b);
            return;
        }
        const bool open_first =
            b.is_leaf() || (!a.is_leaf() && longest_side(a.box) >= longest_side(b.box));
        NodePair early = open_first ? make(a.first, pair.second) : make(pair.first, b.first);
        NodePair late = open_first ? make(a.first + 1, pair.second) : make(pair.first, b.first + 1);
        if (late < early) {
            std::swap(early, late);
        }
        out.push_back(late);
        out.push_back(early); // taken first from the stack
    }

    void run(const NodePair& start, const Context& context) {
        std::vector<NodePair> stack{start};
        while (!stack.empty() && !context.cancelled()) {
            const NodePair pair = stack.back();
            stack.pop_back();
            open(pair, stack);
        }
    }

    [[nodiscard]] NodePair make(std::uint32_t first, std::uint32_t second) const {
        return {squared_distance(first_.tree.nodes()[first].box, second_.tree.nodes()[second].box),
                packed(first_.least_triangle[first], second_.least_triangle[second]), first,
                second};
    }
    [[nodiscard]] const NearestPair& best() const { return best_; }

  private:
    [[nodiscard]] bool hopeless(const NodePair& pair) const {
        return too_far(pair.bound) || beaten(pair.least_triangles);
    }
    [[nodiscard]] bool too_far(double bound) const {
        return bound > shared_.limit.load(std::memory_order_relaxed);
    }
    /// Whether a touching pair is known that comes before all of these.
    [[nodiscard]] bool beaten(std::uint64_t triangles) const {
        return triangles >= shared_.touching_pair.load(std::memory_order_relaxed);
    }

    void look_at_leaves(const BvhNode& a, const BvhNode& b) {
        for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
            if (too_far(squared_distance(first_.tree.item_boxes()[i], b.box))) {
                continue;
            }
            const std::uint32_t first = first_.triangle_at(i);
            const Triangle triangle = first_.mesh.triangle(first);
            for (std::uint32_t k = b.first; k < b.first + b.count; ++k) {
                const double bound =
                    squared_distance(first_.tree.item_boxes()[i], second_.tree.item_boxes()[k]);
                const std::uint32_t second = second_.triangle_at(k);
                if (!too_far(bound) && !beaten(packed(first, second))) {
                    look_at(triangle, first, second);
                }
            }
        }
    }

    void look_at(const Triangle& triangle, std::uint32_t first, std::uint32_t second) {
        const Triangle other = second_.mesh.triangle(second);
        const double limit = shared_.limit.load(std::memory_order_relaxed);
        if (limit == 0) {
            if (triangles_intersect(triangle, other)) {
                accept({0, first, second});
            }
            return;
        }
        if (far_along_last_direction(triangle, other, limit)) {
            return;
        }
        const TriangleGap gap = triangle_gap(triangle, other, query_.unit);
        direction_ = gap.direction;
        accept({gap.squared, first, second});
    }

    /// Neighbouring pairs are mostly separated by planes of the same direction. The limit already
    /// holds one slack; the second pays for rounding in here.
    [[nodiscard]] bool far_along_last_direction(const Triangle& a, const Triangle& b,
                                                double limit) const {
        const double separation = separation_along(direction_, a, b, query_.unit);
        const double length = std::sqrt(squared_length(direction_));
        return separation > length * (std::sqrt(limit) + query_.slack);
    }

    void accept(const NearestPair& pair) {
        if (pair < best_) {
            best_ = pair;
            lower(shared_.limit, prune_limit(pair.squared, query_.slack));
            if (pair.squared == 0) {
                lower(shared_.touching_pair, packed(pair.first, pair.second));
            }
        }
    }

    const DistanceQuery& query_;
    const Side& first_;
    const Side& second_;
    Shared& shared_;
    NearestPair best_;
    Vec3d direction_;
};

/// Opens node pairs, all of one round together, until there are enough for many threads.
std::vector<NodePair> first_tasks(PairSearch& search) {
    constexpr std::size_t enough = 256;
    constexpr std::size_t most_rounds = 24;
    std::vector<NodePair> pairs{search.make(0, 0)};
    for (std::size_t round = 0; round < most_rounds && pairs.size() < enough; ++round) {
        std::vector<NodePair> opened;
        for (const NodePair& pair : pairs) {
            search.open(pair, opened);
        }
        pairs = std::move(opened);
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// Calls of the progress function must not overlap and must not step back.
class SearchProgress {
  public:
    SearchProgress(const Context& context, std::size_t tasks) : context_(context), tasks_(tasks) {}

    void one_done() {
        const std::lock_guard lock(mutex_);
        ++done_;
        context_.report(0.5 + 0.5 * static_cast<double>(done_) / static_cast<double>(tasks_));
    }

  private:
    const Context& context_;
    std::mutex mutex_;
    std::size_t done_ = 0;
    std::size_t tasks_;
};

} // namespace

NearestPair search_nearest(const DistanceQuery& query, const SurvivorPair& survivors,
                           const NearestPair& start, double limit, const Context& context) {
    if (survivors.first.triangles.empty() || survivors.second.triangles.empty()) {
        return start;
    }
    const bool start_wins = start.squared == 0 && packed(start.first, start.second) <=
                                                      packed(survivors.first.triangles.front(),
                                                             survivors.second.triangles.front());
    if (start_wins) {
        return start;
    }
    const Side first(query.first, survivors.first, context);
    const Side second(query.second, survivors.second, context);
    if (context.cancelled()) {
        return start;
    }
    context.report(0.5);
    Shared shared;
    shared.limit = limit;
    if (start.squared == 0) {
        shared.touching_pair = packed(start.first, start.second);
    }
    PairSearch opening(query, first, second, shared);
    const std::vector<NodePair> tasks = first_tasks(opening);
    std::vector<NearestPair> found(tasks.size());
    SearchProgress progress(context, tasks.size());
    for_each_chunk(context, tasks.size(), 1, [&](const Chunk& chunk) {
        PairSearch search(query, first, second, shared);
        search.run(tasks[chunk.index], context);
        found[chunk.index] = search.best();
        progress.one_done();
    });
    NearestPair best = std::min(start, opening.best());
    for (const NearestPair& pair : found) {
        best = std::min(best, pair);
    }
    return best;
}

} // namespace impinge::inline v0
