// SPDX-License-Identifier: Apache-2.0
//
// Bodies that swell, shrink and are replaced under a session that keeps depth maps: it answers as
// the exact engine does, and as if it were new.
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/raster/devices.hpp"

#include "impinge/depth_methods.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace impinge::tests {
namespace {

using namespace imagespace;
using Which = DepthSession::Which;

class DeformingSession : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(DeformingSession);

Mesh ball(std::size_t triangles, double radius) {
    return scenes::bumpy_sphere(
        {.triangles = triangles, .radius = radius, .amplitude = 0, .seed = 3});
}

Mesh scaled_by(Mesh mesh, double factor) {
    for (Vec3d& p : mesh.positions) {
        p = p * factor;
    }
    return mesh;
}

SampledOptions with(Method method) { return {.method = method, .resolution = 64}; }

constexpr std::array methods{Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite,
                             Method::LayerOrder, Method::Cascade};

/// Two balls of radius 1, 2.1 apart, one or both of which breathe by a quarter; sometimes a ball of
/// other triangles takes the place of one.
TEST_P(DeformingSession, AnswersAsTheExactEngineDoes) {
    const Mesh rest = ball(500, 1);
    const Rigid pose_b = translation({2.1, 0.1, 0});
    for (const Method method : methods) {
        Mesh a = rest;
        Mesh b = rest;
        DepthSession session =
            need(DepthSession::create(device(), {a.view()}, {b.view()}, with(method)));
        std::size_t crossing = 0;
        for (int frame = 0; frame < 12; ++frame) {
            const double factor = 1 + 0.25 * std::sin(1.3 * frame);
            const Which which = frame % 3 == 0 ? Which::B : Which::A;
            Mesh& mine = which == Which::A ? a : b;
            const bool same = mine.triangles == rest.triangles && frame % 4 != 3;
            Mesh next = frame % 4 == 3 ? ball(300 + 100 * static_cast<std::size_t>(frame), factor)
                                       : scaled_by(rest, factor);
            need(same ? session.update_positions(which, {next.view()})
                      : session.update_mesh(which, {next.view()}));
            std::swap(mine, next); // the session looks at the old one until it is replaced
            const Sampled found = need(session.query({}, pose_b));
            const Body body_a{a.view()};
            const Body body_b{b.view(), pose_b};
            const Verdict exact = need(collide(body_a, body_b)).verdict;
            const Sampled single = need(sampled_collide(device(), body_a, body_b, with(method)));
            SCOPED_TRACE(testing::Message() << to_string(method) << ", frame " << frame);
            EXPECT_TRUE(found.settled);
            EXPECT_EQ(found.interference.verdict, exact);
            EXPECT_EQ(found.interference.verdict, single.interference.verdict);
            crossing += exact == Verdict::Crossing ? 1 : 0;
        }
        EXPECT_GE(crossing, 3U);
        EXPECT_LE(crossing, 9U);
    }
}

/// A ball, and two small boxes that hold the box (AABB) of both while the ball changes.
Mesh framed_ball(double radius) {
    return scenes::joined({ball(2000, radius), scenes::box({-1.3, -1.3, -1.3}, {-1.2, -1.2, -1.2}),
                           scenes::box({1.2, 1.2, 1.2}, {1.3, 1.3, 1.3})});
}

/// Window and roles stay, so the maps would be used again had they not been forgotten.
TEST_P(DeformingSession, ForgetsTheMapsOfWhatChanged) {
    const Mesh large = framed_ball(1);
    const Mesh shrunk = framed_ball(0.6);
    const Mesh b = ball(300, 0.5);
    const Rigid pose_b = translation({1.2, 0, 0});
    SampledOptions options = with(Method::DepthParity);
    options.projection.direction = Vec3d{0, 0, 1};
    DepthSession session =
        need(DepthSession::create(device(), {large.view()}, {b.view()}, options));
    EXPECT_EQ(need(session.query({}, pose_b)).interference.verdict, Verdict::Crossing);
    EXPECT_TRUE(need(session.query({}, pose_b)).maps_reused);
    for (int i = 0; i < 2; ++i) {
        need(session.update_positions(Which::A, {shrunk.view()}));
        const Sampled after = need(session.query({}, pose_b));
        EXPECT_FALSE(after.maps_reused);
        EXPECT_FALSE(after.exchanged) << "else it is not A's maps that are looked at";
        EXPECT_EQ(after.interference.verdict, Verdict::Apart);
        EXPECT_TRUE(need(session.query({}, pose_b)).maps_reused);
        need(session.update_positions(Which::A, {large.view()}));
        EXPECT_EQ(need(session.query({}, pose_b)).interference.verdict, Verdict::Crossing);
    }
}

TEST_P(DeformingSession, ARefusedBodyChangesNothing) {
    const Mesh a = ball(300, 1);
    const Mesh b = ball(200, 1);
    const Rigid pose_b = translation({1.5, 0, 0});
    DepthSession session =
        need(DepthSession::create(device(), {a.view()}, {b.view()}, with(Method::Cascade)));
    const Sampled before = need(session.query({}, pose_b));
    ASSERT_EQ(before.interference.verdict, Verdict::Crossing);
    Mesh open = b;
    open.triangles.pop_back();
    const Status refused = session.update_mesh(Which::B, {open.view()});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("body B"), std::string::npos) << refused.error().message;
    EXPECT_FALSE(session.update_positions(Which::B, {a.view()})) << "other triangles";
    Mesh broken = b;
    broken.positions[3].z = std::nan("");
    EXPECT_FALSE(session.update_positions(Which::B, {broken.view()}));
    EXPECT_EQ(need(session.query({}, pose_b)).interference.hash, before.interference.hash);
}

TEST_P(DeformingSession, ABodyMayVanishAndComeBack) {
    const Mesh a = ball(300, 1);
    const Mesh nothing;
    DepthSession session =
        need(DepthSession::create(device(), {a.view()}, {nothing.view()}, with(Method::Cascade)));
    EXPECT_EQ(need(session.query({}, {})).interference.verdict, Verdict::Apart);
    const Mesh b = ball(100, 0.5);
    for (int i = 0; i < 2; ++i) {
        need(session.update_mesh(Which::B, {b.view()}));
        EXPECT_EQ(need(session.query({}, {})).interference.verdict, Verdict::Crossing);
        need(session.update_mesh(Which::B, {nothing.view()}));
        EXPECT_EQ(need(session.query({}, {})).interference.verdict, Verdict::Apart);
    }
}

} // namespace
} // namespace impinge::tests
