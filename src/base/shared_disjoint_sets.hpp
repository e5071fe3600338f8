// SPDX-License-Identifier: Apache-2.0
//
// Union-find told by several threads at once (Anderson and Woll): a root is linked by exchanging
// its own entry, and fails if another thread was first. Links lead to smaller members only, so
// sets and roots are the same whoever comes first.
#pragma once

#include "base/unset_array.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace impinge::inline v0 {

/// Disjoint sets of 0 .. count - 1 whose root is their smallest member. Members are to be entered
/// first, each once, by any thread; then sets are united.
class SharedDisjointSets {
  public:
    /// Only one thread unites: then linking needs no exchange.
    enum class Users : std::uint8_t { One, Many };

    SharedDisjointSets(std::size_t count, Users users)
        : parents_(make_unset_array<std::uint32_t>(count)), count_(count), users_(users) {}

    [[nodiscard]] std::size_t count() const { return count_; }
    void enter(std::uint32_t member) { parents_[member] = member; }

    std::uint32_t root(std::uint32_t member) {
        for (;;) {
            const std::uint32_t parent = load(member);
            if (parent == member) {
                return member;
            }
            const std::uint32_t next = load(parent);
            if (next != parent) { // halves the path; an older ancestor is one all the same
                entry(member).store(next, std::memory_order_relaxed);
            }
            member = next;
        }
    }
    void unite(std::uint32_t a, std::uint32_t b) {
        for (;;) {
            const std::uint32_t root_a = root(a);
            const std::uint32_t root_b = root(b);
            if (root_a == root_b) {
                return;
            }
            const std::uint32_t smaller = std::min(root_a, root_b);
            std::uint32_t larger = std::max(root_a, root_b);
            if (users_ == Users::One) {
                parents_[larger] = smaller;
                return;
            }
            if (entry(larger).compare_exchange_strong(larger, smaller, std::memory_order_relaxed)) {
                return;
            }
        }
    }

  private:
    [[nodiscard]] std::atomic_ref<std::uint32_t> entry(std::uint32_t member) const {
        return std::atomic_ref<std::uint32_t>(parents_[member]);
    }
    [[nodiscard]] std::uint32_t load(std::uint32_t member) const {
        return entry(member).load(std::memory_order_relaxed);
    }

    UnsetArray<std::uint32_t> parents_;
    std::size_t count_;
    Users users_;
};

} // namespace impinge::inline v0
