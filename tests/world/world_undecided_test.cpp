// SPDX-License-Identifier: Apache-2.0
//
// A world never drops a pair of which it could not be told whether it interferes.
#include "impinge/world.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

Mesh box_that_lacks_a_triangle() {
    Mesh mesh = meshed(cube({-2, -2, -2}, 4));
    mesh.triangles.pop_back();
    return mesh;
}

TEST(WorldUndecided, PairIsListedThoughApart) {
    World world;
    const auto outer = world.add(box_that_lacks_a_triangle());
    const auto inner = world.add(meshed(octahedron({0, 0, 0}, 1)));
    ASSERT_TRUE(outer && inner);
    const auto first = world.step();
    ASSERT_TRUE(first);
    ASSERT_EQ(first->pairs.size(), 1U);
    EXPECT_EQ(first->pairs[0].verdict, Verdict::Apart);
    EXPECT_EQ(first->pairs[0].decision, Decision::ContainmentOpen);
    EXPECT_FALSE(first->pairs[0].interferes());
    EXPECT_FALSE(first->pairs[0].decided());
    EXPECT_EQ(first->pairs[0].phase, Phase::Began);
    EXPECT_EQ(first->undecided, 1U);
    EXPECT_EQ(first->interfering, 0U);

    const auto again = world.step(); // nothing moved: the answer is kept
    ASSERT_TRUE(again);
    ASSERT_EQ(again->pairs.size(), 1U);
    EXPECT_EQ(again->pairs[0].decision, Decision::ContainmentOpen);
    EXPECT_EQ(again->pairs[0].phase, Phase::Persisted);
    EXPECT_EQ(again->hash, first->hash);

    ASSERT_TRUE(world.move(*inner, translation({9, 0, 0})));
    const auto gone = world.step();
    ASSERT_TRUE(gone);
    EXPECT_TRUE(gone->pairs.empty());
    EXPECT_EQ(gone->undecided, 0U);
    EXPECT_EQ(gone->ended.size(), 1U);
    EXPECT_NE(gone->hash, first->hash);
}

TEST(WorldUndecided, PolytopeInAMeshWithAHoleIsListedToo) {
    World world;
    const Mesh ball = meshed(octahedron({0, 0, 0}, 1));
    ASSERT_TRUE(world.add(*Polytope::from_mesh(ball.view())));
    ASSERT_TRUE(world.add(box_that_lacks_a_triangle()));
    const auto step = world.step();
    ASSERT_TRUE(step);
    EXPECT_EQ(step->undecided, 1U);
}

TEST(WorldUndecided, NotWhereOpenMeshesAreSurfaces) {
    World world({.open_meshes = OpenMeshes::Surfaces});
    ASSERT_TRUE(world.add(box_that_lacks_a_triangle()));
    ASSERT_TRUE(world.add(meshed(octahedron({0, 0, 0}, 1))));
    const auto step = world.step();
    ASSERT_TRUE(step);
    EXPECT_TRUE(step->pairs.empty());
    EXPECT_EQ(step->undecided, 0U);
}

TEST(WorldUndecided, OpenMeshInASolidInterferes) {
    World world;
    ASSERT_TRUE(world.add(meshed(cube({-4, -4, -4}, 8))));
    ASSERT_TRUE(world.add(box_that_lacks_a_triangle()));
    const auto step = world.step();
    ASSERT_TRUE(step);
    ASSERT_EQ(step->interfering, 1U);
    EXPECT_EQ(step->pairs[0].verdict, Verdict::BInsideA);
    EXPECT_TRUE(step->pairs[0].decided());
}

TEST(WorldUndecided, CancelledPairsAreListed) {
    World world;
    ASSERT_TRUE(world.add(meshed(cube({-4, -4, -4}, 8))));
    ASSERT_TRUE(world.add(meshed(cube({-2, -2, -2}, 4))));
    Context context;
    context.cancel();
    const auto step = world.step(context);
    ASSERT_TRUE(step);
    EXPECT_TRUE(step->partial);
    ASSERT_EQ(step->pairs.size(), 1U);
    EXPECT_EQ(step->pairs[0].decision, Decision::Cancelled);
    EXPECT_EQ(step->undecided, 1U);
}

TEST(WorldRefusal, ScalesThatAreNotPositive) {
    World world;
    const Mesh mesh = meshed(cube({0, 0, 0}, 1));
    for (const double scale : {0.0, -1.0}) {
        EXPECT_EQ(world.add(mesh, {.pose = {.scale = scale}}).error().message,
                  "pose: its scale must be positive");
    }
    const auto body = world.add(mesh);
    ASSERT_TRUE(body);
    EXPECT_FALSE(world.move(*body, {.scale = 0}));
    EXPECT_FALSE(world.move(*body, {.scale = -2}));
    EXPECT_TRUE(world.move(*body, {.scale = 2}));
    EXPECT_EQ(world.size(), 1U);
}

} // namespace
} // namespace impinge::tests
