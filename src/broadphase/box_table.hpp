// SPDX-License-Identifier: Apache-2.0
//
// Boxes by number: numbers of removed boxes are used again, and boxes are grown by the tolerance
// when they come in.
#pragma once

#include "broadphase/batch/batch_pairs.hpp"

#include <vector>

namespace impinge::inline v0 {

class BoxTable {
  public:
    explicit BoxTable(double tolerance) : tolerance_(tolerance) {}

    std::uint32_t insert(const Box3& box, Mobility mobility); ///< the smallest free number
    void remove(std::uint32_t box);                           ///< which exists
    void set(std::uint32_t box, const Box3& to) { boxes_[box] = grown(to); }
    void set_mobility(std::uint32_t box, Mobility mobility) { mobility_[box] = mobility; }
    /// The first ones; those that do not exist, or no longer, are left out.
    void set_all(std::span<const Box3> boxes);

    [[nodiscard]] bool exists(std::uint32_t box) const {
        return box < exists_.size() && exists_[box] != 0;
    }
    [[nodiscard]] std::size_t size() const { return boxes_.size() - free_.size(); }
    /// By number; removed ones are empty.
    [[nodiscard]] BatchBoxes boxes() const { return {boxes_, mobility_}; }
    [[nodiscard]] Box3 grown(const Box3& box) const;

  private:
    double tolerance_;
    std::vector<Box3> boxes_;
    std::vector<Mobility> mobility_;
    std::vector<std::uint8_t> exists_;
    std::vector<std::uint32_t> free_; // a heap, smallest first
};

} // namespace impinge::inline v0
