// SPDX-License-Identifier: Apache-2.0
//
// Two trees descended together: which triangles of the one may meet which of the other.
#pragma once

#include "model/box_tests.hpp"
#include "model/placement.hpp"
#include "model/visit_blocks.hpp"

#include <array>
#include <bit>
#include <utility>

namespace impinge::inline v0::model {

/// Two placed trees and how they lie to each other.
struct TreePair {
    const ObbTree& a;
    const ObbTree& b;
    FrameMap a_to_b;
    FrameMap b_to_a;
    FloatBoxMap boxes_to_b;
    FloatBoxMap boxes_to_a;

    TreePair(const PlacedTree& first, const PlacedTree& second)
        : TreePair(first.tree, second.tree, maps_between(first, second)) {}

    [[nodiscard]] FloatBox in_b(BoxName box_of_a) const {
        return mapped_box(boxes_to_b, a.group_of(box_of_a), box_of_a.index % lanes);
    }
    [[nodiscard]] FloatBox in_a(BoxName box_of_b) const {
        return mapped_box(boxes_to_a, b.group_of(box_of_b), box_of_b.index % lanes);
    }

  private:
    TreePair(const ObbTree& tree_a, const ObbTree& tree_b, const FrameMaps& maps)
        : a(tree_a), b(tree_b), a_to_b(maps.a_to_b), b_to_a(maps.b_to_a),
          boxes_to_b(a_to_b.for_boxes()), boxes_to_a(b_to_a.for_boxes()) {}
};

/// A box of each tree; both sizes in units of A's frame.
struct BoxPair {
    BoxName a;
    BoxName b;
    float size_a = 0;
    float size_b = 0;
};

/// What a test against this box may be off by: what the mapped box is off by, and rounding, of
/// which axes mapped in floats are up to 2^-21.
inline float margin_of(const FloatBox& box, float slack) {
    const float far = std::abs(box.centre[0]) + std::abs(box.centre[1]) + std::abs(box.centre[2]);
    return slack + 0x1p-19F * (1 + far + box.size());
}

inline float size_of(const BoxGroup& group, std::size_t lane) {
    return group.half[0][lane] + group.half[1][lane] + group.half[2][lane];
}

/// The larger of two boxes is opened, unless only the other can be.
inline bool opens_a(const BoxPair& pair) {
    return pair.b.level == 0 || (pair.a.level > 0 && pair.size_a >= pair.size_b);
}

inline BoxPair root_pair(const TreePair& trees) {
    const BoxName a = trees.a.root();
    const BoxName b = trees.b.root();
    return {a, b, trees.a.box(a).size(),
            trees.b.box(b).size() * static_cast<float>(trees.b_to_a.ratio)};
}

/// Calls open(child pair, gap) for the pairs of the children of the larger box whose gap, in units
/// of A's frame, is at most `reach`, and a few more for rounding. `bound` is gaps() or distances().
template <typename Bound, typename Open>
void open_larger(const TreePair& trees, const BoxPair& pair, float reach, Bound bound, Open open) {
    const bool in_a = opens_a(pair);
    const FrameMap& map = in_a ? trees.b_to_a : trees.a_to_b;
    const FloatBox fixed = in_a ? trees.in_a(pair.b) : trees.in_b(pair.a);
    const BoxGroup& group = in_a ? trees.a.children(pair.a) : trees.b.children(pair.b);
    const float to_a = in_a ? 1.0F : static_cast<float>(trees.b_to_a.ratio);
    const float margin = margin_of(fixed, map.slack);
    Lane8 found;
    std::uint32_t left = bound(group, fixed, margin + reach / to_a * (1 + 0x1p-20F), found);
    for (; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        BoxPair child = pair;
        (in_a ? child.a : child.b) = ObbTree::child(in_a ? pair.a : pair.b, lane);
        (in_a ? child.size_a : child.size_b) = size_of(group, lane) * to_a;
        open(child, (found[lane] - margin) * to_a);
    }
}

/// Two blocks that may meet. Of one of them, the fixed one, the triangles are mapped to the frame
/// of the other, once for all that it is paired with in a row.
class BlockPairs {
  public:
    explicit BlockPairs(const TreePair& trees)
        : trees_(trees), a_to_b_(trees.a_to_b.in_floats()), b_to_a_(trees.b_to_a.in_floats()) {}

    /// Calls candidate(lane of A, lane of B) for the triangles that may meet.
    template <typename Candidate>
    void visit(std::uint32_t block_a, std::uint32_t block_b, bool a_is_fixed, Candidate candidate) {
        fix(a_is_fixed ? block_a : block_b, a_is_fixed);
        const ObbTree& tree = a_is_fixed ? trees_.b : trees_.a;
        const std::uint32_t block = a_is_fixed ? block_b : block_a;
        const TriangleBlock& others = tree.block(block);
        const std::uint32_t mask =
            reaching_box(others, box_, box_margin_) & first_lanes(tree.triangles_in_block(block));
        if (mask == 0) {
            return;
        }
        const FloatBox own = tree.box({0, block});
        const std::uint32_t ones = reaching_box(mapped_, own, box_margin_) & real_;
        std::array<std::uint32_t, lanes> meeting;
        meeting_blocks(mapped_, ones, others, own.centre, slack_, meeting);
        for (std::uint32_t left = ones; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            for (std::uint32_t met = meeting[lane] & mask; met != 0; met &= met - 1) {
                const auto other = static_cast<std::size_t>(std::countr_zero(met));
                a_is_fixed ? candidate(lane, other) : candidate(other, lane);
            }
        }
    }

  private:
    static std::uint32_t first_lanes(std::size_t count) { return (1U << count) - 1; }

    void fix(std::uint32_t block, bool is_a) {
        if (real_ != 0 && block == fixed_ && is_a == fixed_is_a_) {
            return;
        }
        fixed_ = block;
        fixed_is_a_ = is_a;
        const ObbTree& tree = is_a ? trees_.a : trees_.b;
        const FrameMap& map = is_a ? trees_.a_to_b : trees_.b_to_a;
        map_block(tree.block(block), is_a ? a_to_b_ : b_to_a_, mapped_);
        box_ = is_a ? trees_.in_b({0, block}) : trees_.in_a({0, block});
        slack_ = map.slack;
        box_margin_ = margin_of(box_, slack_);
        real_ = first_lanes(tree.triangles_in_block(block));
    }

    const TreePair& trees_;
    FloatMap a_to_b_;
    FloatMap b_to_a_;
    std::uint32_t fixed_ = 0;
    bool fixed_is_a_ = false;
    std::uint32_t real_ = 0; ///< the lanes of the fixed block that hold triangles; 0 at first
    TriangleBlock mapped_;
    FloatBox box_;
    float slack_ = 0;
    float box_margin_ = 0;
};

/// Calls visit(block of A, block of B, whether A's is the same in a row) for the pairs of blocks
/// whose boxes may overlap, those that overlap most early, until visit() returns false.
template <typename Visit> void visit_meeting_blocks(const TreePair& trees, Visit visit) {
    struct Entry { // a BoxPair of which nothing is set beforehand: a walk takes less time than that
        std::uint32_t level_a;
        std::uint32_t a;
        std::uint32_t level_b;
        std::uint32_t b;
        float size_a;
        float size_b;
        bool a_is_fixed; ///< B was opened to get here
    };
    std::array<Entry, 2 * most_open_boxes> stack;
    Entry* top = stack.data();
    const auto push = [&](const BoxPair& pair, bool a_is_fixed) {
        *top++ = {pair.a.level, pair.a.index, pair.b.level, pair.b.index,
                  pair.size_a,  pair.size_b,  a_is_fixed};
    };
    push(root_pair(trees), true);
    while (top != stack.data()) {
        const Entry entry = *--top;
        if (entry.level_a == 0 && entry.level_b == 0) {
            if (!visit(entry.a, entry.b, entry.a_is_fixed)) {
                return;
            }
            continue;
        }
        const BoxPair pair{
            {entry.level_a, entry.a}, {entry.level_b, entry.b}, entry.size_a, entry.size_b};
        const bool opens_b = !opens_a(pair);
        Entry* deepest = nullptr;
        float least = 0;
        open_larger(trees, pair, 0, gaps, [&](const BoxPair& child, float gap) {
            if (gap < least) {
                least = gap;
                deepest = top;
            }
            push(child, opens_b);
        });
        if (deepest != nullptr) {
            std::swap(*deepest, top[-1]);
        }
    }
}

} // namespace impinge::inline v0::model
