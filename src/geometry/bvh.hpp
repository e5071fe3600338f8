// SPDX-License-Identifier: Apache-2.0
//
// A bounding volume hierarchy (BVH): a binary tree over axis-aligned boxes (AABBs), in plain
// arrays, built top down by spatial medians. Built fast, used once or often, for nearest pairs,
// nearest points, overlaps and rays. Items are indices into the boxes it was built from.
#pragma once

#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/triangle.hpp"
#include "impinge/vec3.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

inline Box3 box_of(const Triangle& triangle) {
    return {min(min(triangle[0], triangle[1]), triangle[2]),
            max(max(triangle[0], triangle[1]), triangle[2])};
}

/// The children of an inner node are `first` and `first + 1`; a leaf holds the entries `first` to
/// `first + count - 1` of items() and item_boxes().
struct BvhNode {
    Box3 box;
    std::uint32_t first = 0;
    std::uint32_t count = 0; ///< 0 for an inner node

    [[nodiscard]] bool is_leaf() const { return count > 0; }
};

class Bvh {
  public:
    static constexpr std::uint32_t leaf_capacity = 4;
    /// No path from the root is longer: after `depth_of_planned_splits` levels nodes are halved.
    static constexpr std::size_t depth_of_planned_splits = 48;
    static constexpr std::size_t max_depth = depth_of_planned_splits + 32;

    /// The empty tree.
    Bvh() = default;

    /// Boxes must be finite and not empty. The tree depends on the boxes alone, not on the number
    /// of threads. Costs about 100 ns a box on one thread. If the context is cancelled meanwhile
    /// the tree must not be used.
    explicit Bvh(std::span<const Box3> boxes, const Context& context = {});

    [[nodiscard]] bool is_empty() const { return nodes_.empty(); }
    /// The root is node 0; a child comes after its parent.
    [[nodiscard]] std::span<const BvhNode> nodes() const { return nodes_; }
    [[nodiscard]] std::span<const std::uint32_t> items() const { return items_; }
    /// In the order of items().
    [[nodiscard]] std::span<const Box3> item_boxes() const { return item_boxes_; }

    /// Every item in exactly one leaf, every box holding what is below it, no leaf too full, no
    /// path too long.
    [[nodiscard]] Status validate() const;

  private:
    std::vector<BvhNode> nodes_;
    std::vector<std::uint32_t> items_;
    std::vector<Box3> item_boxes_;
};

/// Visits items whose bound does not exceed a falling limit, nearer nodes first. `bound(box)` is a
/// number not above that of any box within (a squared distance, an entry parameter of a ray);
/// `visit(item)` returns the new limit. Returns the last limit.
template <typename Bound, typename Visit>
double visit_nearest_first(const Bvh& tree, double limit, Bound bound, Visit visit) {
    struct Entry {
        std::uint32_t node;
        double bound;
    };
    if (tree.is_empty()) {
        return limit;
    }
    std::array<Entry, Bvh::max_depth + 2> stack;
    std::size_t size = 0;
    stack[size++] = {0, bound(tree.nodes()[0].box)};
    while (size > 0) {
        const Entry entry = stack[--size];
        if (!(entry.bound <= limit)) {
            continue;
        }
        const BvhNode& node = tree.nodes()[entry.node];
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            if (bound(tree.item_boxes()[i]) <= limit) {
                limit = visit(tree.items()[i]);
            }
        }
        if (!node.is_leaf()) {
            const Entry left{node.first, bound(tree.nodes()[node.first].box)};
            const Entry right{node.first + 1, bound(tree.nodes()[node.first + 1].box)};
            const bool left_is_nearer = left.bound <= right.bound;
            stack[size++] = left_is_nearer ? right : left;
            stack[size++] = left_is_nearer ? left : right;
        }
    }
    return limit;
}

/// Calls visit(item) for every item for whose box `related` holds, until visit() returns false. A
/// box for which it does not hold must not hold boxes for which it does: true of "overlaps that
/// one" and "holds that one".
template <typename Related, typename Visit>
void visit_related(const Bvh& tree, Related related, Visit visit) {
    std::vector<std::uint32_t> open;
    if (!tree.is_empty()) {
        open.push_back(0);
    }
    while (!open.empty()) {
        const BvhNode& node = tree.nodes()[open.back()];
        open.pop_back();
        if (!related(node.box)) {
            continue;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            if (related(tree.item_boxes()[i]) && !visit(tree.items()[i])) {
                return;
            }
        }
        if (!node.is_leaf()) {
            open.push_back(node.first);
            open.push_back(node.first + 1);
        }
    }
}

} // namespace impinge::inline v0
