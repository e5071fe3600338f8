// SPDX-License-Identifier: Apache-2.0
//
// The swarm keeps its promises: density, speed, walls, rotations that stay rotations, and the same
// bits for the same seed.
#include "scenes/moving_polytopes.hpp"

#include "base/hash.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace impinge::tests {
namespace {

using scenes::MovingPolytopes;
using scenes::SwarmParameters;
/// Of the poses after 50 frames, on every machine.
constexpr std::uint64_t golden_hash = 0x7a3238ef0b59662;

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::uint64_t hash_of(const MovingPolytopes& swarm) {
    Hasher hasher;
    for (const Rigid& pose : swarm.poses()) {
        for (const Vec3d row : {pose.row_x, pose.row_y, pose.row_z, pose.translation}) {
            hasher.add(row);
        }
    }
    return hasher.digest();
}

const Polytope& shape(const MovingPolytopes& swarm, std::size_t body) {
    return swarm.shapes()[swarm.shape_of()[body]];
}

Vec3d centre(const MovingPolytopes& swarm, std::size_t body) {
    return apply(swarm.poses()[body], shape(swarm, body).centre());
}

double rotation_error(const Rigid& pose) {
    const Vec3d right_handed = cross(pose.row_x, pose.row_y) - pose.row_z;
    double error = length(right_handed);
    for (const Vec3d row : {pose.row_x, pose.row_y, pose.row_z}) {
        error = std::max(error, std::abs(squared_length(row) - 1));
    }
    return std::max(error, std::abs(dot(pose.row_x, pose.row_y)));
}

/// The angle of the turn from one pose to the next, by the trace of the product.
double degrees_between(const Rigid& a, const Rigid& b) {
    const double trace = dot(a.row_x, b.row_x) + dot(a.row_y, b.row_y) + dot(a.row_z, b.row_z);
    return std::acos((trace - 1) / 2) * 180 / 3.14159265358979323846;
}

TEST(MovingPolytopes, TheCubeHasTheDensityAskedFor) {
    for (const double density : {0.001, 0.01, 0.3}) {
        const MovingPolytopes swarm({.bodies = 90, .shapes = 20, .density = density, .seed = 3});
        double volume = 0;
        for (std::size_t i = 0; i < swarm.poses().size(); ++i) {
            volume += shape(swarm, i).volume();
        }
        EXPECT_NEAR(volume / std::pow(swarm.side(), 3), density, 1e-12 * density);
    }
}

TEST(MovingPolytopes, BodiesHaveTheFacesAskedForAndShareShapes) {
    const MovingPolytopes swarm({.bodies = 50, .faces = 56, .shapes = 7});
    EXPECT_EQ(swarm.shapes().size(), 7u);
    EXPECT_EQ(swarm.shape_of().size(), 50u);
    EXPECT_NE(swarm.shapes()[0].volume(), swarm.shapes()[1].volume());
    for (const Polytope& polytope : swarm.shapes()) {
        EXPECT_NEAR(static_cast<double>(polytope.face_count()), 56, 5.6);
    }
    EXPECT_EQ(MovingPolytopes({.bodies = 3, .shapes = 256}).shapes().size(), 3u);
}

TEST(MovingPolytopes, BodiesFlyAndTurnAsFastAsAskedFor) {
    const SwarmParameters parameters{
        .bodies = 40, .density = 0.001, .translation = 0.25, .rotation_degrees = 7};
    MovingPolytopes swarm(parameters);
    for (int frame = 0; frame < 100; ++frame) {
        const MovingPolytopes before = swarm;
        swarm.advance({});
        for (std::size_t i = 0; i < parameters.bodies; ++i) {
            const double flown = length(centre(swarm, i) - centre(before, i));
            EXPECT_NEAR(flown, 0.25 * shape(swarm, i).radius(), 1e-12);
            EXPECT_NEAR(degrees_between(before.poses()[i], swarm.poses()[i]), 7, 1e-6);
        }
    }
}

TEST(MovingPolytopes, PosesStayRotationsAndBodiesInTheCubeForever) {
    MovingPolytopes swarm({.bodies = 20, .density = 0.05, .translation = 0.3, .seed = 5});
    int bounces = 0;
    for (std::size_t frame = 0; frame < scaled(5000); ++frame) {
        swarm.advance({});
        for (std::size_t i = 0; i < swarm.poses().size(); ++i) {
            ASSERT_LT(rotation_error(swarm.poses()[i]), 1e-14);
            const Vec3d at = centre(swarm, i);
            const double radius = shape(swarm, i).radius();
            for (int axis = 0; axis < 3; ++axis) {
                ASSERT_GT(at[axis], 0.69 * radius); // one frame beyond, before it turns back
                ASSERT_LT(at[axis], swarm.side() - 0.69 * radius);
                bounces += at[axis] < radius ? 1 : 0;
            }
        }
    }
    EXPECT_TRUE(bounces > 0 || !is_full_run());
}

TEST(MovingPolytopes, BodiesThatComeNearerExchangeVelocitiesAndOthersDoNot) {
    int exchanged = 0;
    int kept = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        // Walls are far: hardly any body starts beside one.
        const MovingPolytopes start({.bodies = 2, .density = 1e-9, .seed = seed});
        MovingPolytopes untouched = start;
        MovingPolytopes collided = start;
        untouched.advance({});
        collided.advance(Pairs{{0, 1}});
        const auto velocity = [&](const MovingPolytopes& after, std::size_t body) {
            return centre(after, body) - centre(start, body);
        };
        const Vec3d a = velocity(untouched, 0);
        const Vec3d b = velocity(untouched, 1);
        if (dot(b - a, centre(start, 1) - centre(start, 0)) < 0) {
            EXPECT_LT(length(velocity(collided, 0) - b), 1e-9) << seed;
            EXPECT_LT(length(velocity(collided, 1) - a), 1e-9) << seed;
            ++exchanged;
        } else {
            EXPECT_EQ(hash_of(collided), hash_of(untouched)) << seed;
            ++kept;
        }
    }
    EXPECT_GT(exchanged, 15);
    EXPECT_GT(kept, 15);
}

TEST(MovingPolytopes, TheSameSeedGivesTheSameBitsAndAnotherOneOthers) {
    const auto run = [](std::uint64_t seed) {
        MovingPolytopes swarm({.bodies = 60, .shapes = 10, .seed = seed});
        for (std::uint32_t frame = 0; frame < 50; ++frame) {
            swarm.advance(Pairs{{frame, frame + 7}, {frame % 5, 59}});
        }
        return hash_of(swarm);
    };
    EXPECT_EQ(run(1), run(1));
    EXPECT_NE(run(1), run(2));
    EXPECT_EQ(run(1), golden_hash);
}

TEST(MovingPolytopes, ABodyWiderThanTheCubeStaysAtItsMiddle) {
    MovingPolytopes swarm({.bodies = 1, .density = 0.5, .translation = 0.1});
    for (int frame = 0; frame < 1000; ++frame) {
        swarm.advance({});
        for (int axis = 0; axis < 3; ++axis) {
            ASSERT_NEAR(centre(swarm, 0)[axis], swarm.side() / 2, 0.25);
        }
    }
}

} // namespace
} // namespace impinge::tests
