// SPDX-License-Identifier: Apache-2.0
//
// Gives equal points one index. STL files repeat every corner; a mesh names it once.
#pragma once

#include "impinge/vec3.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace impinge {

/// Equal means equal coordinates, nothing less (-0 equals 0). Points are numbered in the order in
/// which they first came. Points must be finite.
class PointIndex {
  public:
    explicit PointIndex(std::size_t expected_points);

    /// The key of a point costs arithmetic, looking it up costs a cache miss. Callers with many
    /// points compute keys some way ahead and prefetch them.
    [[nodiscard]] std::uint64_t key_of(Vec3d point) const;
    void prefetch(std::uint64_t key) const;
    std::uint32_t index_of(Vec3d point, std::uint64_t key);

    std::uint32_t index_of(Vec3d point) { return index_of(point, key_of(point)); }
    [[nodiscard]] std::vector<Vec3d> take_points() { return std::move(points_); }

  private:
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t index_plus_one = 0; ///< 0 marks a free slot
    };

    [[nodiscard]] std::size_t free_slot(std::uint64_t key) const;
    void grow();

    std::vector<Slot> slots_; ///< open addressing; the size is a power of two
    std::vector<Vec3d> points_;
    std::uint64_t secret_;
};

} // namespace impinge
