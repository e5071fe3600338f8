// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "convex/convex_pair.hpp"
#include "convex/hierarchy/posed_hierarchy.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace impinge::inline v0 {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct NodePair {
    double distance; ///< of leaves; a lower bound for others
    PartId a;
    PartId b;

    friend auto operator<=>(const NodePair&, const NodePair&) = default;
};

/// Measures pairs of leaves, nearest boxes first, with what is remembered of them.
class DistanceSearch {
  public:
    DistanceSearch(PosedPair& pair, HierarchyMemory::Data& memory, double limit)
        : pair_(pair), memory_(memory), least_(limit) {}

    void visit(const NodePair& nodes) {
        if (!(nodes.distance <= reach())) {
            return;
        }
        if (pair_.a.node(nodes.a).shape && pair_.b.node(nodes.b).shape) {
            measure(nodes.a, nodes.b);
            return;
        }
        for (const NodePair& below : nearest_first(nodes.a, nodes.b)) {
            visit(below);
        }
    }

    NodePair bounded(PartId a, PartId b) {
        const bool any = !is_empty(pair_.a.node(a).box) && !is_empty(pair_.b.node(b).box);
        return {any ? gap_between(pair_.a.posed(a).box, pair_.b.posed(b).box) : infinity, a, b};
    }

    /// All pairs that can be the closest one, rounding taken into account.
    [[nodiscard]] std::vector<NodePair> closest() const {
        std::vector<NodePair> found = measured_;
        std::erase_if(found, [&](const NodePair& leaves) { return leaves.distance > reach(); });
        return found;
    }

  private:
    [[nodiscard]] double reach() const { return least_ + 2 * pair_.error(); }

    std::vector<NodePair> nearest_first(PartId a, PartId b) {
        std::vector<NodePair> below;
        if (pair_.descends_into_a(a, b)) {
            for (const PartId child : pair_.a.node(a).children) {
                below.push_back(bounded(child, b));
            }
        } else {
            for (const PartId child : pair_.b.node(b).children) {
                below.push_back(bounded(a, child));
            }
        }
        std::sort(below.begin(), below.end());
        return below;
    }

    void measure(PartId a, PartId b) {
        const ConvexMemory* known = memory_.recall(a, b);
        ConvexMemory memory = known != nullptr ? *known : ConvexMemory{};
        const ClosestFeatures found = closest_features(pair_.solids(a, b), memory.features);
        memory.features = found.features;
        memory_.found.push_back({a, b, memory});
        measured_.push_back({found.distance, a, b});
        least_ = std::min(least_, found.distance);
    }

    PosedPair& pair_;
    HierarchyMemory::Data& memory_;
    double least_;
    std::vector<NodePair> measured_;
};

/// The closest of a few pairs, walked to without memory: the same bits whatever was asked before.
HierarchyDistance measure_again(PosedPair& pair, std::span<const NodePair> candidates,
                                double limit) {
    HierarchyDistance best{.distance = infinity, .closest = {}};
    for (const auto& [about, a, b] : candidates) {
        const ClosestFeatures found = closest_features(pair.solids(a, b), {});
        if (found.distance <= limit &&
            NodePair{found.distance, a, b} < NodePair{best.distance, best.part_a, best.part_b}) {
            best = {found.distance, a, b, found};
        }
    }
    return best;
}

} // namespace

Expected<HierarchyDistance> hierarchy_distance(const HierarchyBody& a, const HierarchyBody& b,
                                               HierarchyMemory& memory, double limit) {
    return no_throw([&]() -> Expected<HierarchyDistance> {
        auto pair = posed_pair(a, b, memory.data());
        if (!pair) {
            return pair.error();
        }
        DistanceSearch search(*pair, memory.data(), limit);
        search.visit(search.bounded(0, 0));
        memory.data().turn_over();
        return measure_again(*pair, search.closest(), limit);
    });
}

} // namespace impinge::inline v0
