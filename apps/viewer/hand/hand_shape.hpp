// SPDX-License-Identifier: Apache-2.0
//
// What the hand of the walkthrough is made of: sixteen convex parts that bend at their joints
// (scenes/hand.hpp), for any scene; or one part, where a body of the scene is the hand.
#pragma once

#include "check/check_types.hpp"
#include "draw/shape_data.hpp"
#include "scenes/hand.hpp"

#include <memory>
#include <string>
#include <vector>

namespace impinge::viewer {

/// From the wrist to the tip of the middle finger, in its own unit.
inline constexpr double made_hand_length = 0.19;

struct HandPart {
    std::string name;
    std::shared_ptr<const Mesh> mesh;
    std::shared_ptr<const ShapeData> shape;
    PartId leaf = 0;
};

class HandShape {
  public:
    HandShape();

    [[nodiscard]] const std::vector<HandPart>& parts() const { return parts_; }
    /// From 0, stretched, to 1, a fist.
    void bend(double grip);
    /// Where a part stands in the frame of a hand that is `size` times as large.
    [[nodiscard]] Rigid pose_in_hand(const HandPart& part, double size) const;

  private:
    scenes::Hand hand_;
    Hierarchy bent_;
    std::vector<HandPart> parts_;
};

} // namespace impinge::viewer
