// SPDX-License-Identifier: Apache-2.0
//
// Overlaps of a World are those of overlap() on the two bodies alone, whatever happened before.
#include "tests/support/scale.hpp"
#include "tests/world/random_world.hpp"

#include "impinge/overlap.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impinge::tests {
namespace {

const TwinBody& body_called(const RandomWorld& scene, BodyId id) {
    return *std::find_if(scene.bodies.begin(), scene.bodies.end(),
                         [&](const TwinBody& body) { return body.id == id; });
}

bool is_same(const Overlap& one, const Overlap& other) {
    const auto same_region = [](const OverlapRegion& r, const OverlapRegion& s) {
        return r.id == s.id && r.volume == s.volume && r.centroid == s.centroid;
    };
    return one.measurable == other.measurable && one.volume == other.volume &&
           one.area_a == other.area_a &&
           std::equal(one.regions.begin(), one.regions.end(), other.regions.begin(),
                      other.regions.end(), same_region);
}

TEST(WorldOverlaps, AreThoseOfTheBodiesAsTheyStand) {
    std::size_t pairs = 0;
    std::size_t with_volume = 0;
    for (std::uint64_t seed = 1; seed <= scaled(64) / 8; ++seed) {
        WorldOptions options{.margin = 0.2, .overlaps = true};
        options.convex_search =
            seed % 2 == 0 ? ConvexSearch::ClosestFeatures : options.convex_search;
        RandomWorld scene(options, 300 + seed);
        scene.add_bodies(16);
        for (int frame = 0; frame < 8; ++frame) {
            scene.change_everything();
            const auto step = scene.world.step(Context(static_cast<unsigned>(1 + seed % 3)));
            ASSERT_TRUE(step) << step.error().message;
            for (const WorldPair& pair : step->pairs) {
                ASSERT_EQ(pair.overlap != nullptr, pair.interferes());
                if (!pair.overlap) {
                    continue;
                }
                const auto alone = overlap(body_called(scene, pair.a).body(),
                                           body_called(scene, pair.b).body(), {}, Context(1));
                ASSERT_TRUE(alone) << alone.error().message;
                EXPECT_TRUE(is_same(*pair.overlap, *alone))
                    << pair.a.index << " and " << pair.b.index << ", frame " << frame;
                ++pairs;
                with_volume += alone->volume > 0 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(with_volume, pairs * 3 / 10);
    EXPECT_LT(with_volume, pairs * 7 / 10);
}

TEST(WorldOverlaps, AComparisonRefusesAnotherOverlap) {
    const Mesh box = unit_box();
    const auto small = overlap({box.view()}, {box.view(), translation({0.75, 0, 0})});
    const auto large = overlap({box.view()}, {box.view(), translation({0.5, 0, 0})});
    EXPECT_TRUE(is_same(*small, *small));
    EXPECT_FALSE(is_same(*small, *large));
}

TEST(WorldOverlaps, StayWhereNothingMovesAndAreNotThereUnlessWanted) {
    World world({.overlaps = true});
    World plain;
    const auto box = Polytope::from_mesh(unit_box().view());
    for (World* each : {&world, &plain}) {
        (void)each->add(*box);
        (void)each->add(*box, {.pose = translation({0.75, 0.5, 0})});
    }
    EXPECT_EQ(plain.step()->pairs[0].overlap, nullptr);
    const auto first = world.step();
    ASSERT_NE(first->pairs[0].overlap, nullptr);
    EXPECT_EQ(first->pairs[0].overlap->volume, 0.125);
    EXPECT_EQ(first->pairs[0].decided_by, DecidedBy::ConvexProof);
    const auto second = world.step();
    EXPECT_EQ(second->pairs[0].overlap, first->pairs[0].overlap);
    EXPECT_EQ(second->hash, first->hash);
}

TEST(WorldOverlaps, ACancelledStepIsMadeGoodByTheNext) {
    RandomWorld scene({.overlaps = true}, 23);
    scene.add_bodies(20);
    const Context stopped;
    stopped.cancel();
    EXPECT_TRUE(scene.world.step(stopped)->partial);
    const auto step = scene.world.step();
    EXPECT_FALSE(step->partial);
    EXPECT_EQ(step->hash, scene.newborn({.overlaps = true}).step()->hash);
    EXPECT_GT(step->interfering, 0U);
}

} // namespace
} // namespace impinge::tests
