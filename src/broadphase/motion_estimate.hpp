// SPDX-License-Identifier: Apache-2.0
//
// How much boxes have moved since the last update, and how many swaps of sorted endpoints that
// would take: counted where it costs nothing, else estimated from a few boxes.
#pragma once

#include "impinge/vec3.hpp"

#include <cstdint>
#include <span>

namespace impinge::inline v0 {

class MotionEstimate {
  public:
    void add(const Box3& from, const Box3& to) { add(from, to, 1); }
    /// Looks at a sample.
    void add_all(std::span<const Box3> from, std::span<const Box3> to);
    void clear() { *this = {}; }

    [[nodiscard]] double moved() const { return moved_; }
    /// Takes each endpoint to pass as many others as lie along its way if all are spread evenly.
    [[nodiscard]] double swaps(std::span<const Box3> boxes) const;

  private:
    void add(const Box3& from, const Box3& to, double weight);

    double moved_ = 0;
    Vec3d travel_; // of begins and ends, summed
};

} // namespace impinge::inline v0
