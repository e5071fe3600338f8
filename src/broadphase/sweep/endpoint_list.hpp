// SPDX-License-Identifier: Apache-2.0
//
// The endpoints of all boxes along one axis, kept sorted from one frame to the next (Cohen, Lin,
// Manocha and Ponamgi 1995, section 4.2). Two intervals begin or cease to overlap where a begin and
// an end change places, so a sort by swaps of neighbours finds every pair that changes.
#pragma once

#include "broadphase/sweep/box_motion.hpp"
#include "impinge/expected.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

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
