// SPDX-License-Identifier: Apache-2.0
//
// Union-find: which members belong together, told pair by pair.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace impinge::inline v0 {

/// Disjoint sets of 0 .. count - 1 whose root is their smallest member. Paths are halved on the
/// way.
class DisjointSets {
  public:
    explicit DisjointSets(std::size_t count) : parents_(count) {
        std::iota(parents_.begin(), parents_.end(), std::uint32_t{0});
    }
    std::uint32_t root(std::uint32_t member) {
        while (parents_[member] != member) {
            parents_[member] = parents_[parents_[member]];
            member = parents_[member];
        }
        return member;
    }
    void unite(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t root_a = root(a);
        const std::uint32_t root_b = root(b);
        parents_[std::max(root_a, root_b)] = std::min(root_a, root_b);
    }

  private:
    std::vector<std::uint32_t> parents_;
};

} // namespace impinge::inline v0
