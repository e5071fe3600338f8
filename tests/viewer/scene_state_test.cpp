// SPDX-License-Identifier: Apache-2.0
#include "scene/scene_state.hpp"

#include "base/random.hpp"
#include "scene/pose_numbers.hpp"

#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

ViewedBody body_called(const std::string& name) {
    ViewedBody body;
    body.name = name;
    body.mesh = std::make_shared<const Mesh>();
    body.box = {{0, 0, 0}, {1, 1, 1}};
    return body;
}

SceneState two_bodies() {
    SceneState state;
    state.replace({body_called("a"), body_called("b")});
    return state;
}

TEST(SceneState, ADragIsOneStep) {
    SceneState state = two_bodies();
    state.begin_drag(1);
    for (int i = 1; i <= 5; ++i) {
        state.drag_to(translation({1.0 * i, 0, 0}));
    }
    EXPECT_FALSE(state.can_undo()); // not in the middle of it
    state.end_drag();
    EXPECT_EQ(state.body(1).pose.translation.x, 5);
    EXPECT_TRUE(state.undo());
    EXPECT_TRUE(is_identity(state.body(1).pose));
    EXPECT_FALSE(state.undo());
    EXPECT_TRUE(state.redo());
    EXPECT_EQ(state.body(1).pose.translation.x, 5);
}

TEST(SceneState, ADragThatIsGivenUpLeavesNothing) {
    SceneState state = two_bodies();
    state.begin_drag(0);
    state.drag_to(translation({3, 0, 0}));
    state.cancel_drag();
    EXPECT_TRUE(is_identity(state.body(0).pose));
    EXPECT_FALSE(state.can_undo());
}

TEST(SceneState, ADragBackToTheStartIsNoStep) {
    SceneState state = two_bodies();
    state.begin_drag(0);
    state.drag_to(translation({3, 0, 0}));
    state.drag_to({});
    state.end_drag();
    EXPECT_FALSE(state.can_undo());
    EXPECT_FALSE(state.changed());
}

TEST(SceneState, WhatWasUndoneIsForgottenByANewChange) {
    SceneState state = two_bodies();
    state.set_pose(0, translation({1, 0, 0}));
    state.set_pose(0, translation({2, 0, 0}));
    state.undo();
    state.set_pose(0, translation({7, 0, 0}));
    EXPECT_FALSE(state.can_redo());
    state.undo();
    EXPECT_EQ(state.body(0).pose.translation.x, 1);
}

TEST(SceneState, RemovedAndAddedBodiesComeBack) {
    SceneState state = two_bodies();
    state.select(1);
    state.remove(1);
    EXPECT_EQ(state.present_count(), 1U);
    EXPECT_FALSE(state.selected());
    EXPECT_FALSE(state.find("b"));
    state.add({body_called("c")});
    EXPECT_EQ(state.present_count(), 2U);
    state.undo();
    EXPECT_FALSE(state.find("c"));
    state.undo();
    EXPECT_TRUE(state.find("b"));
    state.redo();
    state.redo();
    EXPECT_TRUE(state.find("c"));
}

TEST(SceneState, ShowingAllIsOneStepAndConcernsNoRemovedBody) {
    SceneState state;
    state.replace({body_called("a"), body_called("b"), body_called("c")});
    state.set_visible(0, false);
    state.set_visible(1, false);
    state.set_visible(2, false);
    state.remove(2);
    state.show_all();
    EXPECT_TRUE(state.body(0).visible);
    EXPECT_TRUE(state.body(1).visible);
    EXPECT_FALSE(state.body(2).visible);
    state.show_all(); // no step
    EXPECT_TRUE(state.undo());
    EXPECT_FALSE(state.body(0).visible);
    EXPECT_FALSE(state.body(1).visible);
    EXPECT_TRUE(state.redo());
    EXPECT_TRUE(state.body(1).visible);
}

TEST(SceneState, OnlyWhatACheckCouldTellIsANewRevision) {
    SceneState state = two_bodies();
    const Revision before = state.revision();
    const std::uint64_t look = state.look();
    state.set_visible(0, false);
    EXPECT_EQ(state.revision(), before);
    EXPECT_NE(state.look(), look);
    state.set_pose(0, translation({1, 0, 0}));
    const Revision moved = state.revision();
    EXPECT_NE(moved, before);
    state.undo();
    EXPECT_NE(state.revision(), moved);
    EXPECT_NE(state.revision(), before); // never used twice
}

TEST(SceneState, KnowsWhetherItIsSaved) {
    SceneState state = two_bodies();
    state.set_pose(0, translation({1, 0, 0}));
    state.mark_saved();
    EXPECT_FALSE(state.changed());
    state.undo();
    EXPECT_TRUE(state.changed());
    state.redo();
    EXPECT_FALSE(state.changed());
    state.undo();
    state.set_pose(0, translation({2, 0, 0})); // what was saved cannot be come back to
    EXPECT_TRUE(state.changed());
}

/// Any steps, undone and redone, against states kept one by one.
TEST(SceneState, UndoAndRedoPassThroughTheSameStates) {
    Random random(20261118);
    SceneState state = two_bodies();
    std::vector<std::pair<Rigid, Rigid>> states{{state.body(0).pose, state.body(1).pose}};
    for (int i = 0; i < 200; ++i) {
        const BodyIndex body = random.below(2);
        const double x = 1 + random.unit();
        state.set_pose(body, translation({x, 0, 0}));
        states.emplace_back(state.body(0).pose, state.body(1).pose);
    }
    for (std::size_t i = states.size() - 1; i-- > 0;) {
        ASSERT_TRUE(state.undo());
        EXPECT_EQ(std::pair(state.body(0).pose, state.body(1).pose), states[i]);
    }
    for (std::size_t i = 1; i < states.size(); ++i) {
        ASSERT_TRUE(state.redo());
        EXPECT_EQ(std::pair(state.body(0).pose, state.body(1).pose), states[i]);
    }
}

double largest_difference(const Rigid& a, const Rigid& b) {
    return std::max({length(a.row_x - b.row_x), length(a.row_y - b.row_y),
                     length(a.row_z - b.row_z), length(a.translation - b.translation)});
}

TEST(PoseNumbers, TurnsGiveThePoseBack) {
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
        const double x = 360 * random.unit() - 180;
        const double y =
            i % 10 == 0 ? 90 : 180 * random.unit() - 90; // also where two axes coincide
        const double z = 360 * random.unit() - 180;
        const Rigid pose = with_turns(translation({1, 2, 3}), {x, y, z});
        EXPECT_LT(largest_difference(pose, with_turns(pose, turns_of(pose))), 2e-7) << x << y << z;
    }
    EXPECT_EQ(with_turns({}, {90, 0, 0}), rotation_degrees({1, 0, 0}, 90));
}

TEST(PoseNumbers, ATurnKeepsItsPivotAndLengths) {
    Random random(8);
    Rigid pose = translation({4, 5, 6});
    const Vec3d pivot{1e3, -2e3, 3e3};
    const Vec3d local = apply(inverse(pose), pivot);
    for (int i = 0; i < 3000; ++i) {
        const double x = random.unit();
        const double y = random.unit();
        const double angle = random.unit() - 0.5;
        pose = turned(pose, pivot, {x, y, 1}, angle);
    }
    EXPECT_LT(length(apply(pose, local) - pivot), 1e-8);
    EXPECT_LT(std::abs(dot(pose.row_x, pose.row_y)), 1e-15);
    EXPECT_NEAR(length(pose.row_z), 1, 1e-15);
}

TEST(PoseNumbers, ATurnOfAMirrorStaysAMirror) {
    Rigid mirror;
    mirror.row_x = {-1, 0, 0};
    const Rigid after = turned(mirror, {}, {0, 0, 1}, 0.3);
    EXPECT_LT(dot(cross(after.row_x, after.row_y), after.row_z), -0.999);
}

} // namespace
} // namespace impinge::viewer
