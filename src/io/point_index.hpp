// SPDX-License-Identifier: Apache-2.0
//
// Gives equal points one index (vertex welding). STL repeats every corner; a mesh names it once.
// mesh/weld.hpp says why it is not that.
#pragma once

#include "impinge/vec3.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Equal means equal coordinates, nothing less (-0 equals 0). Points are numbered in the order in
/// which they first came. Points must be finite.
class PointIndex {
  public:
    explicit PointIndex(std::size_t expected_points);

    /// The index of each point. Many at once are faster than one by one, since each alone has to
    /// wait for memory.
    void index(std::span<const Vec3d> points, std::span<std::uint32_t> indices);

    [[nodiscard]] std::vector<Vec3d> take_points() { return std::move(points_); }

  private:
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t index_plus_one = 0; ///< 0 marks a free slot
    };

    [[nodiscard]] std::uint64_t key_of(Vec3d point) const;
    std::uint32_t index_of(Vec3d point, std::uint64_t key);
    [[nodiscard]] std::size_t free_slot(std::uint64_t key) const;
    void make_slots(std::size_t count);
    void grow();

    std::vector<Slot> slots_; ///< open addressing; the size is a power of two
    std::vector<Vec3d> points_;
    std::uint64_t secret_;
};

} // namespace impinge::inline v0
