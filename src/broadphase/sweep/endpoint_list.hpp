// SPDX-License-Identifier: Apache-2.0
//
// One axis of sweep and prune: the endpoints of all boxes along it, kept sorted from one frame to
// the next (Cohen, Lin, Manocha and Ponamgi 1995, section 4.2). Two intervals begin or cease to
// overlap where a begin and an end change places, so a sort by swaps of neighbours finds every pair
// that changes.
#pragma once

#include "broadphase/batch/batch_pairs.hpp"
#include "broadphase/found_pairs.hpp"
#include "impinge/expected.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Whether two boxes are a pair: closed, not empty, not both stationary.
inline bool are_pair(const BatchBoxes& all, std::uint32_t a, std::uint32_t b) {
    const Box3& box_a = all.boxes[a];
    const Box3& box_b = all.boxes[b];
    return boxes_overlap(box_a, box_b) && !is_empty(box_a) && !is_empty(box_b) &&
           (all.mobility[a] == Mobility::Moving || all.mobility[b] == Mobility::Moving);
}

/// boxes_overlap() without a branch, for where the answer is hard to guess but nearly always no.
inline bool overlap_at_once(const Box3& a, const Box3& b) {
    return (static_cast<int>(a.min.x <= b.max.x) & static_cast<int>(b.min.x <= a.max.x) &
            static_cast<int>(a.min.y <= b.max.y) & static_cast<int>(b.min.y <= a.max.y) &
            static_cast<int>(a.min.z <= b.max.z) & static_cast<int>(b.min.z <= a.max.z)) != 0;
}

/// Boxes at two moments: of two of them, has an overlap begun or ended in between? The three
/// overlap flags of a pair (Cohen et al. 1995, section 5.1) are read off here, not stored: most
/// pairs share an interval on some axis, so that stored flags would fill memory with what six
/// comparisons tell.
struct BoxMotion {
    BatchBoxes before;
    BatchBoxes now; ///< as many boxes

    [[nodiscard]] bool begun(std::uint32_t a, std::uint32_t b) const {
        return are_pair(now, a, b) && !are_pair(before, a, b);
    }
    [[nodiscard]] bool ended(std::uint32_t a, std::uint32_t b) const {
        return are_pair(before, a, b) && !are_pair(now, a, b);
    }
};

/// What a sort of endpoints finds.
struct SwapLog {
    std::vector<BoxPair> begun; ///< in any order, some of them more than once
    std::vector<BoxPair> ended;
    std::uint64_t swaps = 0;

    /// Logs two boxes if they have become a pair or are none any more.
    void compare(const BoxMotion& motion, std::uint32_t a, std::uint32_t b) {
        if (motion.begun(a, b)) {
            begun.push_back(ordered_pair(a, b));
        } else if (motion.ended(a, b)) {
            ended.push_back(ordered_pair(a, b));
        }
    }
};

struct Endpoint {
    double value = 0;
    std::uint32_t name = 0; ///< 2 * box, and 1 more for the end of its interval

    [[nodiscard]] std::uint32_t box() const { return name >> 1; }
    [[nodiscard]] std::uint32_t is_end() const { return name & 1; }
};

/// The order of a list. Begins come before ends of the same value, since boxes are closed; apart
/// from that, equal values may stand in any order.
inline bool comes_before(const Endpoint& p, const Endpoint& q) {
    return p.value < q.value || (p.value == q.value && p.is_end() < q.is_end());
}

/// Sorted endpoints of the boxes that are not empty.
std::vector<Endpoint> sorted_endpoints(std::span<const Box3> boxes, int axis);

class EndpointList {
  public:
    explicit EndpointList(int axis = 0) : axis_(axis) {}

    void rebuild(std::span<const Box3> boxes);
    /// Leaves out those that are empty by now. Linear.
    void take_out_empty(std::span<const Box3> boxes);
    /// Merges in new ones, none of them empty. Linear, plus a sort of the new ones.
    void put_in(std::span<const Box3> boxes, std::span<const std::uint32_t> arrivals);

    /// All endpoints get the values of now. Linear, plus the swaps.
    void insertion_sort(const BoxMotion& motion, SwapLog& log);
    /// Only those of the movers do. Linear in the movers, plus the swaps (and, after a call of one
    /// of the others, once linear in the list).
    void bubble_sort(const BoxMotion& motion, std::span<const std::uint32_t> movers, SwapLog& log);

    /// Whether these boxes, but for the empty ones, have two endpoints each, in order.
    [[nodiscard]] Status validate(std::span<const Box3> boxes) const;

  private:
    void find_ranks(std::size_t boxes);
    void move_end(const BoxMotion& motion, std::uint32_t name, SwapLog& log);
    [[nodiscard]] double value_of(const Box3& box, std::uint32_t name) const;

    int axis_;
    std::vector<Endpoint> endpoints_;
    std::vector<double> values_;       // of now, by name, while sorting
    std::vector<std::uint32_t> ranks_; // place of each endpoint by its name; empty if not known
};

} // namespace impinge::inline v0
