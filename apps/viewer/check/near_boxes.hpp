// SPDX-License-Identifier: Apache-2.0
//
// Boxes that hold the bodies for sure, to leave out pairs that need no question.
#pragma once

#include "broadphase/box_pairs.hpp"
#include "check/check_types.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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
    /// Bodies that are not present, or have no vertices, are near nothing; those that cannot stand
    /// where they are, near all others.
    explicit NearBoxes(const std::vector<CheckedBody>& bodies) {
        constexpr double far_out = std::numeric_limits<double>::max() / 4;
        for (const CheckedBody& body : bodies) {
            const Box3 box = body.present ? certain_box(body) : Box3{};
            const bool stands = is_finite(box.min) && is_finite(box.max);
            boxes_.push_back(
                stands || !body.present || is_empty(body.box)
                    ? box
                    : Box3{{-far_out, -far_out, -far_out}, {far_out, far_out, far_out}});
        }
    }
    /// Sorted. Two that are left out lie farther apart than that.
    [[nodiscard]] std::vector<PairOfBodies> pairs(double clearance, const Context& context) const {
        std::vector<PairOfBodies> out;
        for (const BoxPair& pair : box_pairs(boxes_, more_than(clearance), context)) {
            out.emplace_back(pair.a, pair.b);
        }
        return out;
    }
    /// Of one of these, likewise.
    [[nodiscard]] bool come_within(PairOfBodies pair, double clearance) const {
        return boxes_near(boxes_[pair.first], boxes_[pair.second], more_than(clearance));
    }

  private:
    static double more_than(double clearance) { return clearance * (1 + 1e-12); }

    std::vector<Box3> boxes_;
};

} // namespace impinge::viewer
