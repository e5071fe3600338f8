// SPDX-License-Identifier: Apache-2.0
//
// A World that walks to closest features, beside one that does not and beside collide() on every
// pair alone: a swarm, and polytopes that lie flush, are the same, nested, needles or have many
// vertices in a plane.
#include "impinge/world.hpp"

#include "scenes/boxes.hpp"
#include "scenes/moving_polytopes.hpp"
#include "tests/convex/convex_shapes.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>

namespace impinge::tests {
namespace {

WorldOptions walking() { return {.convex_search = ConvexSearch::ClosestFeatures}; }

TEST(WorldFeatures, ASwarmIsSettledByTheWalkWithTheHashesOfTheOtherSearch) {
    scenes::MovingPolytopes swarm({.bodies = 150, .shapes = 20, .density = 0.1, .seed = 3});
    World walks(walking());
    World proves;
    for (std::size_t i = 0; i < swarm.poses().size(); ++i) {
        const Polytope& shape = swarm.shapes()[swarm.shape_of()[i]];
        ASSERT_TRUE(walks.add(shape, {.pose = swarm.poses()[i]}));
        ASSERT_TRUE(proves.add(shape, {.pose = swarm.poses()[i]}));
    }
    std::uint64_t candidates = 0;
    std::uint64_t settled = 0;
    std::uint64_t interfering = 0;
    const std::size_t frames = scaled(200);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        for (std::uint32_t i = 0; i < swarm.poses().size(); ++i) {
            ASSERT_TRUE(walks.move({i, 0}, swarm.poses()[i]));
            ASSERT_TRUE(proves.move({i, 0}, swarm.poses()[i]));
        }
        const auto step = walks.step(Context(static_cast<unsigned>(1 + frame % 3)));
        const auto other = proves.step();
        ASSERT_EQ(step->hash, other->hash) << frame;
        EXPECT_EQ(other->settled_by_features, 0U);
        EXPECT_LE(step->settled_by_features, step->candidates);
        candidates += step->candidates;
        settled += step->settled_by_features;
        interfering += step->interfering;
        swarm.advance({}); // through each other, so that many collide
    }
    EXPECT_GT(interfering, candidates * 3 / 10);
    EXPECT_LT(interfering, candidates * 7 / 10);
    EXPECT_GT(settled, candidates * 7 / 10);
    EXPECT_LT(settled, candidates); // contacts that begin are none of its business
}

/// Two bodies: the first stays, the second goes through it a little further each frame.
struct Passage {
    const char* name;
    Mesh still;
    Mesh moving;
    Vec3d from;
    Vec3d step;
    int frames;
};

/// Steps are powers of two, so that faces, edges and corners meet exactly.
std::vector<Passage> passages() {
    const Mesh cube = scenes::box({0, 0, 0}, {1, 1, 1});
    const Mesh needle = scenes::box({-1, -0.001, -0.001}, {1, 0.001, 0.001});
    const Mesh disc = frustum_mesh({.corners = 40, .radius = 1, .half_height = 0.125});
    const Mesh small = scenes::box({0.25, 0.25, 0.25}, {0.5, 0.5, 0.5});
    const double eighth = 0.125;
    return {{"flush faces", cube, cube, {-1.5, 0, 0}, {eighth, 0, 0}, 24},
            {"edges and corners", cube, cube, {-1.5, -1.5, -1.5}, {eighth, eighth, eighth}, 24},
            {"along a face", cube, cube, {-1.5, 1, 0}, {eighth, 0, 0}, 24},
            {"nested", cube, small, {-1.25, 0, 0}, {0.0625, 0, 0}, 40},
            {"needles", needle, needle, {-3, 0, 0.0015}, {0.25, 0, -0.000125}, 24},
            {"many corners in a plane", disc, disc, {0, 0, -0.5}, {0, 0, 0.0625}, 16},
            {"discs in one plane", disc, disc, {-2.5, 0, 0}, {eighth, 0, 0}, 40},
            {"a needle through a disc", disc, needle, {-2.5, 0, 0.0625}, {eighth, 0, 0}, 40}};
}

TEST(WorldFeatures, DegenerateContactsAreThoseOfCollide) {
    std::map<Verdict, int> verdicts;
    std::map<DecidedBy, int> decided_by;
    for (const Passage& passage : passages()) {
        for (const double far : {0.0, 1000.0}) {
            const Vec3d place{far, -far, far};
            World world(walking());
            const Rigid still = translation(place);
            const auto a = world.add(polytope_of(passage.still), {.pose = still});
            const auto b = world.add(polytope_of(passage.moving));
            for (int frame = 0; frame <= passage.frames; ++frame) {
                const Rigid pose = translation(place + passage.from + passage.step * frame);
                ASSERT_TRUE(world.move(*b, pose));
                const auto step = world.step();
                const Verdict exact =
                    collide({passage.still.view(), still}, {passage.moving.view(), pose})->verdict;
                const bool listed = !step->pairs.empty();
                ASSERT_EQ(listed, exact != Verdict::Apart) << passage.name << ' ' << frame;
                ++verdicts[exact];
                if (listed) {
                    EXPECT_STREQ(to_string(step->pairs[0].verdict), to_string(exact))
                        << passage.name << ' ' << frame;
                    ++decided_by[step->pairs[0].decided_by];
                }
            }
            ASSERT_TRUE(world.remove(*a));
        }
    }
    for (const Verdict verdict :
         {Verdict::Apart, Verdict::Touching, Verdict::Crossing, Verdict::BInsideA, Verdict::Same}) {
        EXPECT_GT(verdicts[verdict], 3) << to_string(verdict);
    }
    EXPECT_GT(decided_by[DecidedBy::ClosestFeatures], 30);
    EXPECT_GT(decided_by[DecidedBy::ExactAfterDoubt], 30);
}

TEST(WorldFeatures, TheSearchHasANameForEveryValue) {
    EXPECT_STREQ(to_string(ConvexSearch::LinearProgram), "linear-program");
    EXPECT_STREQ(to_string(ConvexSearch::ClosestFeatures), "closest-features");
    EXPECT_STREQ(to_string(DecidedBy::ClosestFeatures), "closest-features");
}

} // namespace
} // namespace impinge::tests
