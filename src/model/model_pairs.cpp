// SPDX-License-Identifier: Apache-2.0
#include "model/model_pairs.hpp"

#include "base/stopwatch.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace impinge::inline v0::model {
namespace {

/// The triangles of one block in the world, placed when they are asked for.
class WorldBlock {
  public:
    WorldBlock(const PlacedModel& body) : world_(body), tree_(body.model.data().tree) {}

    void enter(std::uint32_t block) {
        if (block != block_ || placed_ == never) {
            block_ = block;
            placed_ = 0;
        }
    }
    const Triangle& triangle(std::size_t lane) {
        const std::uint32_t bit = 1U << lane;
        if ((placed_ & bit) == 0) {
            placed_ |= bit;
            triangles_[lane] = world_.at(std::size_t{block_} * lanes + lane);
        }
        return triangles_[lane];
    }
    [[nodiscard]] std::uint32_t index(std::size_t lane) const {
        return tree_.order()[std::size_t{block_} * lanes + lane];
    }

    /// The smallest that index() gives.
    [[nodiscard]] std::uint32_t first_index() const {
        const auto all =
            tree_.order().subspan(std::size_t{block_} * lanes, tree_.triangles_in_block(block_));
        return *std::min_element(all.begin(), all.end());
    }

  private:
    static constexpr std::uint32_t never = 1U << lanes;

    WorldTriangles world_;
    const ObbTree& tree_;
    std::array<Triangle, lanes> triangles_;
    std::uint32_t block_ = 0;
    std::uint32_t placed_ = never;
};

/// Walls of like triangles that lie flush on each other have less than half of it.
std::size_t most_for_verdict(const PlacedModel& body) {
    return 1024 + 16 * body.model.mesh().triangle_count();
}

bool settles(PairKind kind, Stop stop) {
    return stop == Stop::AtFirstPair ||
           (stop == Stop::AtFirstCrossing && kind == PairKind::Crossing);
}

} // namespace

std::optional<FoundPairs> find_by_trees(const PlacedModel& a, const PlacedModel& b, Stop stop,
                                        const Context& context) {
    return find_by_trees(a, b, TreePair(placed_tree(a), placed_tree(b)), stop, context);
}

std::optional<FoundPairs> find_by_trees(const PlacedModel& a, const PlacedModel& b,
                                        const TreePair& trees, Stop stop, const Context& context) {
    FoundPairs found;
    const std::size_t most = stop == Stop::Never ? std::numeric_limits<std::size_t>::max()
                                                 : most_for_verdict(a) + most_for_verdict(b);
    Stopwatch watch;
    WorldBlock of_a(a);
    WorldBlock of_b(b);
    BlockPairs blocks(trees);
    bool going_on = true;
    visit_meeting_blocks(trees, [&](std::uint32_t block_a, std::uint32_t block_b, bool a_is_fixed) {
        of_a.enter(block_a);
        of_b.enter(block_b);
        blocks.visit(block_a, block_b, a_is_fixed, [&](std::size_t lane_a, std::size_t lane_b) {
            if (!going_on) {
                return;
            }
            ++found.counters.candidate_pairs;
            const PairKind kind = classify_triangles(of_a.triangle(lane_a), of_b.triangle(lane_b));
            if (kind != PairKind::Apart) {
                found.pairs.push_back({of_a.index(lane_a), of_b.index(lane_b), kind});
                going_on = !settles(kind, stop) && found.pairs.size() <= most;
            }
        });
        return going_on && !context.cancelled();
    });
    if (found.pairs.size() > most) {
        return std::nullopt;
    }
    std::sort(found.pairs.begin(), found.pairs.end());
    found.milliseconds.match = watch.lap();
    return found;
}

std::optional<TrianglePair> first_by_trees(const PlacedModel& a, const PlacedModel& b,
                                           const Context& context) {
    const TreePair trees(placed_tree(a), placed_tree(b));
    WorldBlock of_a(a);
    WorldBlock of_b(b);
    BlockPairs blocks(trees);
    std::optional<TrianglePair> first;
    visit_meeting_blocks(trees, [&](std::uint32_t block_a, std::uint32_t block_b, bool a_is_fixed) {
        of_a.enter(block_a);
        of_b.enter(block_b);
        if (first && of_a.first_index() > first->a) {
            return !context.cancelled();
        }
        blocks.visit(block_a, block_b, a_is_fixed, [&](std::size_t lane_a, std::size_t lane_b) {
            TrianglePair pair{of_a.index(lane_a), of_b.index(lane_b), PairKind::Apart};
            if (first && std::pair(first->a, first->b) < std::pair(pair.a, pair.b)) {
                return;
            }
            pair.kind = classify_triangles(of_a.triangle(lane_a), of_b.triangle(lane_b));
            if (pair.kind != PairKind::Apart) {
                first = pair;
            }
        });
        return !context.cancelled();
    });
    return first;
}

} // namespace impinge::inline v0::model
