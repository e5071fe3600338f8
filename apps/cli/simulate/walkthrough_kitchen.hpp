// SPDX-License-Identifier: Apache-2.0
//
// The kitchen as a World, with a hand that moves through it: which bodies and which parts of the
// hand collide, and where they come closest.
#pragma once

#include "impinge/world.hpp"
#include "scenes/hand.hpp"
#include "scenes/kitchen.hpp"
#include "simulate/simulate.hpp"

#include <set>
#include <string>
#include <vector>

namespace impinge::cli {

/// A body that stays where it is.
struct FixedBody {
    std::string name;
    scenes::KitchenShape kind = scenes::KitchenShape::Convex;
    Mesh mesh;                      ///< what collide() is asked about
    std::optional<Hierarchy> parts; ///< of convex bodies and those made of convex parts
    BodyId id;
};

class WalkthroughKitchen {
  public:
    static Expected<WalkthroughKitchen> furnish(double margin);

    /// Moves the hand and bends its fingers; from time 0 to time 1.
    Status move_hand(double time);
    Expected<WorldStep> step(const Context& context) { return world_.step(context); }

    /// Parts of the hand that meet the other body of a pair.
    [[nodiscard]] Expected<std::set<PartId>> colliding_parts(const WorldPair& pair) const;
    /// The pair with its closest points; of one that is apart and within the margin.
    [[nodiscard]] Expected<WorldPair> with_closest_points(const WorldPair& pair) const;
    /// The hand against every body with the exact engine alone.
    [[nodiscard]] Expected<FrameCheck> check(const WorldStep& step, const Context& context) const;

    [[nodiscard]] const std::vector<FixedBody>& bodies() const { return bodies_; }
    [[nodiscard]] const FixedBody& other(const WorldPair& pair) const;
    [[nodiscard]] const World& world() const { return world_; }
    [[nodiscard]] BodyId hand_id() const { return hand_id_; }
    [[nodiscard]] HierarchyBody hand() const { return {bent_hand_, hand_pose_}; }
    [[nodiscard]] std::string part_name(PartId leaf) const {
        return "hand-" + hand_.part_name(leaf);
    }

  private:
    explicit WalkthroughKitchen(double margin) : world_({.margin = margin}), margin_(margin) {}

    Status add(scenes::KitchenBody body);

    World world_;
    double margin_;
    std::vector<FixedBody> bodies_; ///< in the order of their numbers in the world
    scenes::Hand hand_;
    Hierarchy bent_hand_; ///< as in the world
    Rigid hand_pose_;
    BodyId hand_id_; ///< behind all others
};

} // namespace impinge::cli
