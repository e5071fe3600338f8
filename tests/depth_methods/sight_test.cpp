// SPDX-License-Identifier: Apache-2.0
//
// When the direction of an earlier query still serves.
#include "depth_methods/session/sight.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

using namespace imagespace;

ChosenFor chosen_for(const Placed& a, const Placed& b) {
    return {*collision_zone(a, b), compose(inverse(a.pose), b.pose)};
}

TEST(StillGood, HoldsForSmallMotionsAndForMovingBothTogether) {
    const Placed a{{{-2, -2, -1}, {2, 2, 0}}, {}};
    const Placed b{{{-1, -1, -0.1}, {1, 1, 1}}, {}};
    const ChosenFor before = chosen_for(a, b);
    EXPECT_TRUE(still_good(before, before));
    const auto b_moved = [&](const Rigid& motion) {
        return still_good(before, chosen_for(a, {b.box, motion}));
    };
    EXPECT_TRUE(b_moved(translation({0.25, 0, 0})));
    EXPECT_FALSE(b_moved(translation({0.3, 0, 0})));
    EXPECT_TRUE(b_moved(translation({0, 0, -0.2})));
    EXPECT_FALSE(b_moved(translation({0, 0, -0.4})));
    EXPECT_TRUE(b_moved(rotation_degrees({0, 0, 1}, 4.9)));
    EXPECT_FALSE(b_moved(rotation_degrees({0, 0, 1}, 5.1)));
    EXPECT_FALSE(b_moved({.scale = 1.01}));

    Rigid together = rotation_degrees({1, 2, 3}, 100);
    together.translation = {5, 6, 7};
    EXPECT_TRUE(still_good(before, chosen_for({a.box, together}, {b.box, together})));
}

TEST(StillGood, SlidingBehindAnUnchangedZoneIsNoticed) {
    // The zone is A's whole top before and after, but other parts of B lie over it.
    const Placed a{{{-1, -1, -1}, {1, 1, 0}}, {}};
    const Placed b{{{-50, -5, -0.1}, {50, 5, 1}}, {}};
    const ChosenFor before = chosen_for(a, b);
    EXPECT_TRUE(still_good(before, chosen_for(a, {b.box, translation({0.2, 0, 0})})));
    EXPECT_FALSE(still_good(before, chosen_for(a, {b.box, translation({10, 0, 0})})));
}

} // namespace
} // namespace impinge::tests
