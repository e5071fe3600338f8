// SPDX-License-Identifier: Apache-2.0
//
// Boxes in codes, stored column by column, so that one box is compared with sixteen at once.
#pragma once

#include "exact/pairs/quantised_mesh.hpp"

#include <array>
#include <span>
#include <vector>

namespace impinge::inline v0 {

class BoxColumns {
  public:
    void fill(std::span<const QuantisedTriangle> boxes);

    /// The indices of the boxes from the place `first` on that overlap `box` and have no bit of
    /// `earlier` in common with it. Valid until the next call.
    std::span<const std::uint32_t> overlapping(const QuantisedTriangle& box, std::size_t first);

  private:
    std::size_t count_ = 0;
    std::array<std::vector<Code>, 6> columns_; // low x, high x, low y, high y, low z, high z
    std::vector<std::uint32_t> indices_;
    std::vector<std::uint32_t> earlier_;
    std::vector<std::uint32_t> places_; // of boxes that overlap
    std::vector<std::uint32_t> found_;
};

} // namespace impinge::inline v0
