// SPDX-License-Identifier: Apache-2.0
//
// A hand of sixteen convex parts that bends its fingers, and the way it takes through the kitchen.
// Fingers point along x, the palm looks down (-z) and the thumb is on the side of +y: a right hand.
#pragma once

#include "impinge/hierarchy.hpp"

#include <array>
#include <string>
#include <vector>

namespace impinge::scenes {

class Hand {
  public:
    explicit Hand(NodeVolume volume = NodeVolume::Box);

    /// The palm with five fingers of three joints each, all stretched.
    [[nodiscard]] const Hierarchy& hierarchy() const { return hierarchy_; }

    /// A joint and where it stands in its parent.
    struct JointPose {
        PartId joint = 0;
        Rigid pose{};
    };
    /// All joints for a grip from 0, stretched, to 1, a fist: what Hierarchy::set_pose() or
    /// World::set_part_pose() is to be given.
    [[nodiscard]] std::vector<JointPose> bent(double grip) const;

    /// "palm", "thumb-1" .. "little-3"; of leaves.
    [[nodiscard]] std::string part_name(PartId leaf) const;

  private:
    struct Joint {
        PartId group = 0;
        PartId leaf = 0;
        Rigid stretched{};
        double most_degrees = 0; ///< bent by so much in a fist
    };

    void add_finger(std::size_t finger);

    Hierarchy hierarchy_;
    PartId palm_ = 0;
    std::array<std::array<Joint, 3>, 5> fingers_;
};

/// Where the hand is and how it holds its fingers.
struct HandPose {
    Rigid pose{};
    double grip = 0;
};

/// From time 0 to time 1: around a glass, into the fruit bowl, against the lamp, to the tap and the
/// sink, into a pot, to the shelf of books.
HandPose hand_in_kitchen(double time);

} // namespace impinge::scenes
