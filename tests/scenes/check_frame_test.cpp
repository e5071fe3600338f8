// SPDX-License-Identifier: Apache-2.0
//
// The check of simulated frames finds nothing in right ones, and every mistake put into them.
#include "scenes/check_frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace impinge::scenes {
namespace {

constexpr double margin = 0.25;

/// A dense swarm, its world, and the frame it stands in.
class CheckFrame : public testing::Test {
  protected:
    CheckFrame() : swarm({.bodies = 60, .shapes = 20, .density = 0.1}), world({.margin = margin}) {
        for (std::size_t i = 0; i < swarm.poses().size(); ++i) {
            const Rigid& pose = swarm.poses()[i];
            ids.push_back(world.add(swarm.shapes()[swarm.shape_of()[i]], {.pose = pose}).value());
        }
        step = world.step().value();
    }

    [[nodiscard]] FrameCheck check() const {
        return check_frame({swarm, &world, step, ids, margin}).value();
    }
    /// The first listed pair that collides.
    WorldPair& colliding() { return first(&WorldPair::interferes); }
    /// The first that only comes within the margin.
    WorldPair& neighbours() { return first(&WorldPair::distance); }
    void erase(const WorldPair& pair) {
        step.pairs.erase(step.pairs.begin() + (&pair - step.pairs.data()));
    }

    MovingPolytopes swarm;
    World world;
    std::vector<BodyId> ids;
    WorldStep step;

  private:
    template <typename Property> WorldPair& first(Property property) {
        return *std::find_if(step.pairs.begin(), step.pairs.end(), [&](const WorldPair& pair) {
            return static_cast<bool>(std::invoke(property, pair));
        });
    }
};

TEST_F(CheckFrame, FindsNothingInARightFrame) {
    const FrameCheck found = check();
    EXPECT_EQ(found.differences(), 0u);
    EXPECT_GT(found.box_pairs, 20u);
    EXPECT_GT(found.exact_pairs, 20u);
    EXPECT_GT(step.interfering, 5u);
    EXPECT_GT(step.pairs.size(), step.interfering);
}

TEST_F(CheckFrame, FindsCandidatesMoreOrFewer) {
    step.candidates += 2;
    EXPECT_EQ(check().candidates, 2u);
    step.candidates -= 5;
    EXPECT_EQ(check().candidates, 3u);
}

TEST_F(CheckFrame, OfADeviceMayHaveMoreCandidatesButNoFewer) {
    const auto without_world = [&] {
        return check_frame({swarm, nullptr, step, ids, margin}).value();
    };
    EXPECT_EQ(without_world().differences(), 0u);
    step.candidates += 2;
    EXPECT_EQ(without_world().differences(), 0u);
    step.candidates -= 5;
    EXPECT_EQ(without_world().candidates, 3u);
    erase(colliding());
    EXPECT_EQ(without_world().verdicts, 1u);
}

TEST_F(CheckFrame, FindsAMissingCollision) {
    erase(colliding());
    EXPECT_EQ(check().verdicts, 1u);
}

TEST_F(CheckFrame, FindsAWrongVerdict) {
    colliding().verdict = Verdict::Touching;
    EXPECT_EQ(check().verdicts, 1u);
}

TEST_F(CheckFrame, FindsAnInventedCollisionOfBodiesFarApart) {
    WorldPair invented = colliding();
    invented.a = ids[0];
    for (const BodyId id : ids) { // the first that shares no pair with body 0 nor is it
        const bool shares =
            std::any_of(step.pairs.begin(), step.pairs.end(),
                        [&](const auto& pair) { return pair.a == ids[0] && pair.b == id; });
        if (id != ids[0] && !shares) {
            invented.b = id;
            break;
        }
    }
    step.pairs.push_back(invented);
    EXPECT_EQ(check().verdicts, 1u);
}

TEST_F(CheckFrame, FindsAMissingNeighbourAndAWrongDistance) {
    neighbours().distance = *neighbours().distance + 1e-6;
    EXPECT_EQ(check().distances, 1u);
    erase(neighbours());
    EXPECT_EQ(check().distances, 1u);
}

TEST_F(CheckFrame, FindsBoxesThatWereLeftBehind) {
    swarm.advance({}); // and the world was not told
    EXPECT_GT(check().boxes, 30u);
}

} // namespace
} // namespace impinge::scenes
