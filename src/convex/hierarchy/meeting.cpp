// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "convex/convex_verdict.hpp"
#include "convex/hierarchy/posed_hierarchy.hpp"

#include <algorithm>
#include <set>

namespace impinge::inline v0 {
namespace {

/// Finds the leaf pairs that are not surely apart.
class MeetingSearch {
  public:
    MeetingSearch(PosedPair& pair, HierarchyMemory::Data& memory) : pair_(pair), memory_(memory) {}

    void visit(PartId a, PartId b) {
        if (is_empty(pair_.a.node(a).box) || is_empty(pair_.b.node(b).box)) {
            return;
        }
        ++found_.node_pairs;
        const ConvexVerdict verdict = verdict_of(a, b);
        if (verdict == ConvexVerdict::Apart) {
            return;
        }
        if (pair_.a.node(a).shape && pair_.b.node(b).shape) {
            found_.parts.push_back({a, b, verdict});
        } else if (pair_.descends_into_a(a, b)) {
            for (const PartId child : pair_.a.node(a).children) {
                visit(child, b);
            }
        } else {
            for (const PartId child : pair_.b.node(b).children) {
                visit(a, child);
            }
        }
    }

    /// Without a verdict yet.
    HierarchyMeeting finish() {
        std::sort(found_.parts.begin(), found_.parts.end());
        return std::move(found_);
    }

  private:
    /// Of the volumes of two nodes; for inner nodes anything but Apart means: look below.
    ConvexVerdict verdict_of(PartId a, PartId b) {
        const ConvexMemory* known = memory_.recall(a, b);
        if (known == nullptr && boxes_are_apart(a, b)) {
            return ConvexVerdict::Apart;
        }
        if (pair_.a.node(a).solid() == nullptr || pair_.b.node(b).solid() == nullptr) {
            return ConvexVerdict::Unsure;
        }
        NodePairMemory& entry = memory_.found.emplace_back(
            NodePairMemory{a, b, known != nullptr ? *known : ConvexMemory{}});
        return convex_verdict(pair_.solids(a, b), entry.memory);
    }

    bool boxes_are_apart(PartId a, PartId b) {
        return gap_between(pair_.a.posed(a).box, pair_.b.posed(b).box) > 2 * pair_.error();
    }

    PosedPair& pair_;
    HierarchyMemory::Data& memory_;
    HierarchyMeeting found_;
};

bool has(const HierarchyMeeting& meeting, ConvexVerdict verdict) {
    return std::any_of(meeting.parts.begin(), meeting.parts.end(),
                       [&](const PartPair& pair) { return pair.verdict == verdict; });
}

/// How many leaves of one side are named.
template <typename Member> std::size_t count_parts(const HierarchyMeeting& meeting, Member member) {
    std::set<PartId> parts;
    for (const PartPair& pair : meeting.parts) {
        parts.insert(pair.*member);
    }
    return parts.size();
}

/// Parts that overlap for sure, and whose surfaces therefore meet, make the bodies cross unless
/// those are the same; without contact, all parts of one body have to lie inside the other. Both
/// need solids: of a part without a volume, collide() looks at the surface only.
ConvexVerdict settled(const HierarchyMeeting& meeting, const HierarchyBody& a,
                      const HierarchyBody& b) {
    if (meeting.parts.empty()) {
        return ConvexVerdict::Apart;
    }
    if (has(meeting, ConvexVerdict::Crossing)) {
        const bool may_be_same = a.shape.world_box(a.pose) == b.shape.world_box(b.pose);
        return may_be_same ? ConvexVerdict::Unsure : ConvexVerdict::Crossing;
    }
    if (has(meeting, ConvexVerdict::Unsure)) {
        return ConvexVerdict::Unsure;
    }
    const bool a_in_b = has(meeting, ConvexVerdict::AInsideB);
    const bool b_in_a = has(meeting, ConvexVerdict::BInsideA);
    if (a_in_b && !b_in_a && count_parts(meeting, &PartPair::a) == a.shape.leaves().size()) {
        return ConvexVerdict::AInsideB;
    }
    if (b_in_a && !a_in_b && count_parts(meeting, &PartPair::b) == b.shape.leaves().size()) {
        return ConvexVerdict::BInsideA;
    }
    return ConvexVerdict::Unsure;
}

} // namespace

Expected<HierarchyMeeting> meeting(const HierarchyBody& a, const HierarchyBody& b,
                                   HierarchyMemory& memory) {
    return no_throw([&]() -> Expected<HierarchyMeeting> {
        auto pair = posed_pair(a, b, memory.data());
        if (!pair) {
            return pair.error();
        }
        MeetingSearch search(*pair, memory.data());
        search.visit(0, 0);
        memory.data().turn_over();
        HierarchyMeeting found = search.finish();
        const bool solids = pair->a.surely_solid() && pair->b.surely_solid();
        found.verdict =
            solids || found.parts.empty() ? settled(found, a, b) : ConvexVerdict::Unsure;
        return found;
    });
}

} // namespace impinge::inline v0
