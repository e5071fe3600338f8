// SPDX-License-Identifier: Apache-2.0
//
// Boxes in codes, stored column by column, so that one box is compared with sixteen at once.
#pragma once

#include "exact/pairs/quantised_mesh.hpp"

#include <array>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Two triangles whose boxes overlap.
struct Candidate {
    std::uint32_t a = 0; ///< index of the triangle of A
    std::uint32_t b = 0;
};

class BoxColumns {
  public:
    void fill(std::span<const QuantisedTriangle> boxes);

    /// Pairs of the boxes that were filled in with these, if they overlap and have no bit of
    /// `earlier` in common. Valid until the next call.
    std::span<const Candidate> overlapping(std::span<const QuantisedTriangle> boxes);
    /// For the boxes that were filled in themselves: each pair once, none with itself.
    std::span<const Candidate> overlapping_own(std::span<const QuantisedTriangle> boxes);

  private:
    void make_room(std::size_t pairs);
    std::span<const Candidate> owned(std::span<const QuantisedTriangle> boxes, std::size_t count);

    std::size_t count_ = 0;
    std::array<std::vector<Code>, 6> columns_; // low x, high x, low y, high y, low z, high z
    std::vector<std::uint32_t> indices_;
    std::vector<std::uint32_t> earlier_;
    KeptArray<Candidate> found_; // places first, then indices
    std::size_t room_ = 0;       // of found_
};

} // namespace impinge::inline v0
