// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/weighted_point.hpp"

#include <map>
#include <vector>

namespace impinge::inline v0 {

/// Whether there are cells inside and outside a body around some place.
struct Sides {
    bool inside = false;
    bool outside = false;

    [[nodiscard]] bool on_border() const { return inside && outside; }
    void operator|=(const Sides& other) {
        inside |= other.inside;
        outside |= other.outside;
    }
};

struct SidesOfBoth {
    Sides a;
    Sides b;
};

/// What was seen around points, by point.
class PointSides {
  public:
    SidesOfBoth& operator[](const WeightedPoint& point) {
        auto& bucket = by_position_[point.position()];
        for (auto& [known, sides] : bucket) {
            if (equal(known, point)) {
                return sides;
            }
        }
        return bucket.emplace_back(point, SidesOfBoth{}).second;
    }

  private:
    std::map<Vec3d, std::vector<std::pair<WeightedPoint, SidesOfBoth>>> by_position_;
};

} // namespace impinge::inline v0
