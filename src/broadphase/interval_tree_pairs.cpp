// SPDX-License-Identifier: Apache-2.0
#include "broadphase/found_pairs.hpp"
#include "broadphase/sweep/endpoint_list.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

/// Intervals that come and go, all known beforehand. Leaves are in the order of their begins; each
/// node knows how far the intervals below it reach, 0 if there are none.
class IntervalTree {
  public:
    explicit IntervalTree(std::size_t leaves)
        : leaves_(std::bit_ceil(std::max<std::size_t>(leaves, 1))), reach_(2 * leaves_, 0) {}

    void insert(std::uint32_t leaf, std::uint32_t end) {
        for (std::size_t node = leaves_ + leaf; node > 0 && reach_[node] < end; node /= 2) {
            reach_[node] = end;
        }
    }
    void erase(std::uint32_t leaf) {
        std::size_t node = leaves_ + leaf;
        reach_[node] = 0;
        for (node /= 2; node > 0; node /= 2) {
            const std::uint32_t reach = std::max(reach_[2 * node], reach_[2 * node + 1]);
            if (reach_[node] == reach) {
                break;
            }
            reach_[node] = reach;
        }
    }
    /// Those before leaf number `stop` that reach farther than `begin`, from left to right.
    template <typename Visit>
    void for_each_overlap(std::uint32_t stop, std::uint32_t begin, const Visit& visit) const {
        struct Subtree {
            std::size_t node = 1;
            std::size_t first = 0;
            std::size_t leaves = 0;
        };
        std::array<Subtree, 64> open; // one more than the tree is high, at most
        std::size_t count = 0;
        open[count++] = {1, 0, leaves_};
        while (count > 0) {
            const auto [node, first, leaves] = open[--count];
            if (first >= stop || reach_[node] <= begin) {
                continue;
            }
            if (leaves == 1) {
                visit(static_cast<std::uint32_t>(first));
                continue;
            }
            open[count++] = {2 * node + 1, first + leaves / 2, leaves / 2};
            open[count++] = {2 * node, first, leaves / 2};
        }
    }

  private:
    std::size_t leaves_; // a power of two
    std::vector<std::uint32_t> reach_;
};

/// A coordinate so small that sums over all boxes stay finite, also if it is infinite.
double shrunk(double coordinate) { return std::clamp(coordinate * 0x1p-64, -1e290, 1e290); }

/// How wide boxes are along an axis, by how far they are spread.
double crowding(std::span<const Box3> boxes, int axis) {
    double mean = 0;
    double widths = 0;
    double spread = 0;
    const double share = 1 / static_cast<double>(boxes.size());
    for (const Box3& box : boxes) {
        if (!is_empty(box)) {
            mean += (shrunk(box.min[axis]) + shrunk(box.max[axis])) * share / 2;
            widths += shrunk(box.max[axis]) - shrunk(box.min[axis]);
        }
    }
    for (const Box3& box : boxes) {
        if (!is_empty(box)) {
            spread += std::abs((shrunk(box.min[axis]) + shrunk(box.max[axis])) / 2 - mean);
        }
    }
    return spread > 0 ? widths / spread : std::numeric_limits<double>::infinity();
}

/// Least crowded first.
std::array<int, 3> axes_by_crowding(std::span<const Box3> boxes) {
    const std::array<double, 3> of{crowding(boxes, 0), crowding(boxes, 1), crowding(boxes, 2)};
    std::array<int, 3> axes{0, 1, 2};
    std::stable_sort(axes.begin(), axes.end(), [&](int p, int q) {
        return of[static_cast<std::size_t>(p)] < of[static_cast<std::size_t>(q)];
    });
    return axes;
}

/// A box's interval along the axis of the tree. Places count from 1 in the sorted endpoints.
struct Interval {
    std::uint32_t leaf = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t begins_before_end = 0; // of all intervals
};

struct Intervals {
    std::vector<Interval> of_box;
    std::vector<std::uint32_t> box_of_leaf;
};

Intervals intervals_along(std::span<const Box3> boxes, int axis) {
    Intervals intervals;
    intervals.of_box.resize(boxes.size());
    std::uint32_t place = 0;
    for (const Endpoint& endpoint : sorted_endpoints(boxes, axis)) {
        Interval& interval = intervals.of_box[endpoint.box()];
        const auto begins = static_cast<std::uint32_t>(intervals.box_of_leaf.size());
        ++place;
        if (endpoint.is_end() != 0) {
            interval.end = place;
            interval.begins_before_end = begins;
        } else {
            interval.leaf = begins;
            interval.begin = place;
            intervals.box_of_leaf.push_back(endpoint.box());
        }
    }
    return intervals;
}

} // namespace

FoundBoxPairs interval_tree_pairs(const BatchBoxes& boxes) {
    const std::array<int, 3> axes = axes_by_crowding(boxes.boxes);
    const Intervals intervals = intervals_along(boxes.boxes, axes[1]);
    IntervalTree moving(intervals.box_of_leaf.size());
    IntervalTree stationary(intervals.box_of_leaf.size());
    FoundBoxPairs found;
    for (const Endpoint& endpoint : sorted_endpoints(boxes.boxes, axes[0])) {
        const std::uint32_t box = endpoint.box();
        const Interval& interval = intervals.of_box[box];
        const bool moves = boxes.mobility[box] == Mobility::Moving;
        IntervalTree& own = moves ? moving : stationary;
        if (endpoint.is_end() != 0) {
            own.erase(interval.leaf);
            continue;
        }
        const auto compare = [&](std::uint32_t leaf) {
            const std::uint32_t other = intervals.box_of_leaf[leaf];
            ++found.tests;
            if (boxes_overlap(boxes.boxes[box], boxes.boxes[other])) {
                found.pairs.push_back(ordered_pair(box, other));
            }
        };
        moving.for_each_overlap(interval.begins_before_end, interval.begin, compare);
        if (moves) {
            stationary.for_each_overlap(interval.begins_before_end, interval.begin, compare);
        }
        own.insert(interval.leaf, interval.end);
    }
    std::sort(found.pairs.begin(), found.pairs.end());
    return found;
}

} // namespace impinge::inline v0
