// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "convex/convex_pair.hpp"
#include "convex/hierarchy/posed_hierarchy.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// Finds the leaf pairs that are not surely apart.
class MeetingSearch {
  public:
    MeetingSearch(PosedPair& pair, HierarchyMemory::Data& memory, ConvexSearch search)
        : pair_(pair), memory_(memory), search_(search) {}

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
        return convex_verdict(pair_.solids(a, b), entry.memory, search_);
    }

    bool boxes_are_apart(PartId a, PartId b) {
        return gap_between(pair_.a.posed(a).box, pair_.b.posed(b).box) > 2 * pair_.error();
    }

    PosedPair& pair_;
    HierarchyMemory::Data& memory_;
    ConvexSearch search_;
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

/// Whether some leaf of one body reaches out of the other: it meets no leaf of the other, or just
/// one, in which it does not lie. Else the boxes of the bodies may tell.
bool sticks_out(const HierarchyMeeting& meeting, PartId PartPair::*side, std::size_t leaves,
                ConvexVerdict within_the_other, const Box3& box, const Box3& other_box) {
    std::map<PartId, std::pair<std::size_t, bool>> met; // how many, and whether in one of them
    for (const PartPair& pair : meeting.parts) {
        auto& [count, may_be_within] = met[pair.*side];
        ++count;
        may_be_within = may_be_within || pair.verdict == within_the_other ||
                        pair.verdict == ConvexVerdict::Unsure;
    }
    return met.size() < leaves || !holds(other_box, box) ||
           std::any_of(met.begin(), met.end(), [](const auto& leaf) {
               return leaf.second.first == 1 && !leaf.second.second;
           });
}

/// Parts that cross for sure make the bodies cross if each reaches out of the other: the other
/// parts may fill what one leaves free. Without contact, all parts of one body have to lie inside
/// the other. Both need solids: of a part without a volume, collide() looks at the surface only.
ConvexVerdict settled(const HierarchyMeeting& meeting, const HierarchyBody& a,
                      const HierarchyBody& b) {
    if (meeting.parts.empty()) {
        return ConvexVerdict::Apart;
    }
    if (has(meeting, ConvexVerdict::Crossing)) {
        const Box3 box_a = a.shape.world_box(a.pose);
        const Box3 box_b = b.shape.world_box(b.pose);
        const bool both_stick_out = sticks_out(meeting, &PartPair::a, a.shape.leaves().size(),
                                               ConvexVerdict::AInsideB, box_a, box_b) &&
                                    sticks_out(meeting, &PartPair::b, b.shape.leaves().size(),
                                               ConvexVerdict::BInsideA, box_b, box_a);
        return both_stick_out ? ConvexVerdict::Crossing : ConvexVerdict::Unsure;
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
                                   HierarchyMemory& memory, ConvexSearch convex_search) {
    return no_throw([&]() -> Expected<HierarchyMeeting> {
        auto pair = posed_pair(a, b, memory.data());
        if (!pair) {
            return pair.error();
        }
        MeetingSearch search(*pair, memory.data(), convex_search);
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
