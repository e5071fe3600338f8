// SPDX-License-Identifier: Apache-2.0
//
// Building: only the centres of the boxes are sorted, as floats within the box of them all. A node
// is cut through the middle of the longest side of its centres; where all centres coincide the
// items are halved by number. Boxes are joined afterwards, from the leaves up. The upper part is
// built by one thread until the pieces are small, then the pieces in parallel, then all is joined
// in a fixed order.
#include "geometry/bvh.hpp"

#include "base/parallel.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t items_per_task = 4096;
constexpr std::size_t boxes_per_chunk = 1 << 14;

struct Item {
    Vec3f centre; ///< 0 to 1 along each axis of the box of all centres
    std::uint32_t index = 0;
};

Box3 box_of_centres(std::span<const Box3> boxes) {
    Box3 all;
    for (const Box3& box : boxes) {
        all = extend(all, centre(box));
    }
    return all;
}

/// The cuts need no more precision than this: a bad cut costs time, never a wrong box.
std::vector<Item> make_items(std::span<const Box3> boxes, const Context& context) {
    const Box3 all = box_of_centres(boxes);
    const Vec3d half_size = all.max * 0.5 - all.min * 0.5;
    const auto fraction = [&](double x, int axis) {
        const double half_offset = x * 0.5 - all.min[axis] * 0.5;
        return half_size[axis] > 0 ? static_cast<float>(half_offset / half_size[axis]) : 0.0F;
    };
    std::vector<Item> items(boxes.size());
    for_each_chunk(context, boxes.size(), boxes_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const Vec3d p = centre(boxes[i]);
            items[i] = {{fraction(p.x, 0), fraction(p.y, 1), fraction(p.z, 2)},
                        static_cast<std::uint32_t>(i)};
        }
    });
    return items;
}

struct Cut {
    float Vec3f::*axis = &Vec3f::x;
    float place = 0;
    bool parts_items = false;
};

Cut middle_of(std::span<const Item> items) {
    Vec3f low = items.front().centre;
    Vec3f high = low;
    for (const Item& item : items) {
        low = min(low, item.centre);
        high = max(high, item.centre);
    }
    const Vec3f size = high - low;
    float Vec3f::*const axis = size.x >= size.y && size.x >= size.z ? &Vec3f::x
                               : size.y >= size.z                   ? &Vec3f::y
                                                                    : &Vec3f::z;
    // With neighbouring floats the middle may round to either; above the low end both parts exist.
    const float middle = low.*axis * 0.5F + high.*axis * 0.5F;
    return {axis, middle > low.*axis ? middle : high.*axis, high.*axis > low.*axis};
}

/// Moves the items below the cut to the front and returns their number. Swaps always and advances
/// by a condition, because a branch here would be mispredicted half the time.
std::size_t partition(std::span<Item> items, const Cut& cut) {
    std::size_t below = 0;
    for (Item& item : items) {
        const Item moved = item;
        item = items[below];
        items[below] = moved;
        below += moved.centre.*cut.axis < cut.place ? 1 : 0;
    }
    return below;
}

std::size_t halve(std::span<Item> items) {
    const std::size_t half = items.size() / 2;
    std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                     [](const Item& a, const Item& b) {
                         return std::tie(a.centre, a.index) < std::tie(b.centre, b.index);
                     });
    return half;
}

/// A stretch of the items, and the node that stands for it.
struct Range {
    std::size_t node = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t depth = 0;

    [[nodiscard]] std::size_t size() const { return end - begin; }
};

struct Builder {
    std::span<Item> items;

    /// The size of the first of the two parts of the range, neither empty.
    [[nodiscard]] std::size_t split(const Range& range) const {
        const std::span<Item> part = items.subspan(range.begin, range.size());
        const Cut cut = middle_of(part);
        const bool planned = cut.parts_items && range.depth < Bvh::depth_of_planned_splits;
        return planned ? partition(part, cut) : halve(part);
    }

    /// Grows the tree below `root`; ranges of at most `keep_whole` items go to `postponed`.
    void grow(const Range& root, std::size_t keep_whole, std::vector<BvhNode>& nodes,
              std::vector<Range>& postponed) const {
        std::vector<Range> open{root};
        while (!open.empty()) {
            const Range range = open.back();
            open.pop_back();
            if (range.size() <= keep_whole) {
                postponed.push_back(range);
            } else if (range.size() <= Bvh::leaf_capacity) {
                nodes[range.node].first = static_cast<std::uint32_t>(range.begin);
                nodes[range.node].count = static_cast<std::uint32_t>(range.size());
            } else {
                const std::size_t middle = range.begin + split(range);
                const std::size_t child = nodes.size();
                nodes[range.node].first = static_cast<std::uint32_t>(child);
                nodes.resize(child + 2);
                open.push_back({child + 1, middle, range.end, range.depth + 1});
                open.push_back({child, range.begin, middle, range.depth + 1});
            }
        }
    }

    [[nodiscard]] std::vector<BvhNode> grow_piece(const Range& piece) const {
        std::vector<BvhNode> nodes(1);
        nodes.reserve(piece.size());
        std::vector<Range> none;
        Range root = piece;
        root.node = 0;
        grow(root, 0, nodes, none);
        return nodes;
    }
};

/// Fills in the boxes of the first `count` nodes, children before parents.
void join_boxes(std::span<BvhNode> nodes, std::size_t count, std::span<const Box3> item_boxes) {
    for (std::size_t i = count; i-- > 0;) {
        BvhNode& node = nodes[i];
        if (!node.is_leaf()) {
            node.box = united(nodes[node.first].box, nodes[node.first + 1].box);
        }
        for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
            node.box = united(node.box, item_boxes[k]);
        }
    }
}

/// Puts the piece's root into its place in the whole and the rest at the end.
void join(std::vector<BvhNode>& whole, std::size_t place, const std::vector<BvhNode>& piece) {
    const std::size_t shift = whole.size() - 1;
    const auto moved = [&](BvhNode node) {
        node.first += node.is_leaf() ? 0 : static_cast<std::uint32_t>(shift);
        return node;
    };
    whole[place] = moved(piece.front());
    std::transform(piece.begin() + 1, piece.end(), std::back_inserter(whole), moved);
}

} // namespace

Bvh::Bvh(std::span<const Box3> boxes, const Context& context) {
    if (boxes.empty()) {
        return;
    }
    std::vector<Item> items = make_items(boxes, context);
    const Builder builder{items};
    std::vector<Range> pieces;
    nodes_.resize(1);
    builder.grow({.end = items.size()}, items_per_task, nodes_, pieces);
    const std::size_t upper_nodes = nodes_.size();

    std::vector<std::vector<BvhNode>> subtrees(pieces.size());
    items_.resize(items.size());
    item_boxes_.resize(items.size());
    for_each_chunk(context, pieces.size(), 1, [&](const Chunk& chunk) {
        const Range& piece = pieces[chunk.index];
        subtrees[chunk.index] = builder.grow_piece(piece);
        for (std::size_t i = piece.begin; i < piece.end; ++i) {
            items_[i] = items[i].index;
            item_boxes_[i] = boxes[items[i].index];
        }
        join_boxes(subtrees[chunk.index], subtrees[chunk.index].size(), item_boxes_);
    });
    if (context.cancelled()) {
        *this = {};
        return;
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        join(nodes_, pieces[i].node, subtrees[i]);
    }
    join_boxes(nodes_, upper_nodes, item_boxes_);
}

Status Bvh::validate() const {
    const auto broken = [](const char* what) {
        return Error{ErrorCode::InvalidArgument, std::string("bounding volume hierarchy: ") + what};
    };
    std::vector<std::size_t> depths(nodes_.size(), 0);
    std::vector<bool> seen(items_.size(), false);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const BvhNode& node = nodes_[i];
        const auto holds = [&](const Box3& box) { return united(node.box, box) == node.box; };
        if (depths[i] > max_depth || node.count > leaf_capacity) {
            return broken("a path is too long or a leaf too full");
        }
        for (std::size_t k = node.first; k < node.first + node.count; ++k) {
            if (k >= items_.size() || items_[k] >= seen.size() || seen[items_[k]] ||
                !holds(item_boxes_[k])) {
                return broken("an item is lost, repeated or outside its leaf");
            }
            seen[items_[k]] = true;
        }
        for (std::size_t k = node.first; !node.is_leaf() && k < node.first + 2; ++k) {
            if (k <= i || k >= nodes_.size() || !holds(nodes_[k].box)) {
                return broken("a child is lost or outside its parent");
            }
            depths[k] = depths[i] + 1;
        }
    }
    if (std::find(seen.begin(), seen.end(), false) != seen.end()) {
        return broken("an item is in no leaf");
    }
    return {};
}

} // namespace impinge::inline v0
