// SPDX-License-Identifier: Apache-2.0
//
// Boxes that hold the bodies for sure, to leave out pairs that need no question.
#pragma once

#include "check/check_types.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::viewer {

/// Around the body where it stands, with room for what rounding may add to its world vertices.
inline Box3 certain_box(const CheckedBody& body) {
    if (is_empty(body.box)) {
        return {};
    }
    const auto largest = [](Vec3d v) {
        return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    };
    const auto sum = [](Vec3d v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); };
    const Rigid& pose = body.pose;
    const double rows = std::max({sum(pose.row_x), sum(pose.row_y), sum(pose.row_z)});
    const double reach =
        pose.scale * rows * std::max(largest(body.box.min), largest(body.box.max)) +
        largest(pose.translation);
    // Some sixteen times what six roundings add up to.
    const double margin = 1e-14 * reach;
    const Box3 box = placed_box(body.box, pose);
    return {box.min - Vec3d{margin, margin, margin}, box.max + Vec3d{margin, margin, margin}};
}

/// False where the bodies might come within the clearance, and where one of them cannot stand at
/// all: the question about the pair then says so.
inline bool surely_apart(const Box3& a, const Box3& b, double clearance) {
    for (const Vec3d& corner : {a.min, a.max, b.min, b.max}) {
        if (!is_finite(corner)) {
            return false;
        }
    }
    const double room = clearance * (1 + 1e-12);
    const Vec3d more{room, room, room};
    return !boxes_overlap({a.min - more, a.max + more}, b);
}

class NearBoxes {
  public:
    explicit NearBoxes(const std::vector<CheckedBody>& bodies) {
        for (const CheckedBody& body : bodies) {
            boxes_.push_back(certain_box(body));
        }
    }
    /// False only if the bodies lie farther apart.
    [[nodiscard]] bool come_within(PairOfBodies pair, double clearance) const {
        return !surely_apart(boxes_[pair.first], boxes_[pair.second], clearance);
    }

  private:
    std::vector<Box3> boxes_;
};

} // namespace impinge::viewer
