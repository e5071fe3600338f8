// SPDX-License-Identifier: Apache-2.0
//
// Bodies that deform and tear over many frames: a session answers what a single query answers.
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "tests/peeling/peeling_fixture.hpp"

#include <cmath>

namespace impinge::tests {
namespace {

using imagespace::PeelingSession;
using Which = PeelingSession::Which;

class PeelingSessions : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(PeelingSessions);

/// The cloth in waves that run over it.
Mesh waving(const Mesh& rest, int frame) {
    Mesh mesh = rest;
    for (Vec3d& p : mesh.positions) {
        p.z += 0.3 * std::sin(2 * p.x + 0.7 * frame);
    }
    return mesh;
}

/// Some triangles get corners of their own, others are taken away.
Mesh torn(const Mesh& whole, int frame) {
    Mesh mesh = whole;
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 9) {
        const auto fresh = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.push_back(mesh.positions[mesh.triangles[i][1]] + Vec3d{0.02, 0.01, 0.03});
        mesh.triangles[i][1] = fresh;
    }
    mesh.triangles.resize(mesh.triangles.size() - static_cast<std::size_t>(frame) * 20);
    return mesh;
}

TEST_P(PeelingSessions, AnswerAsSingleQueriesWhileBodiesDeformAndTear) {
    const Mesh rest = scenes::folded_cloth({.triangles = 1500, .folds = 2, .width = 2, .depth = 2});
    const Mesh ball = scenes::bumpy_sphere({.triangles = 800, .radius = 0.8});
    for (const PeelingSearch search : {PeelingSearch::Sampled, PeelingSearch::Conservative}) {
        const PeelingOptions options{.search = search, .resolution = 96};
        PeelingSession session =
            need(PeelingSession::create(device(), rest.view(), ball.view(), options));
        std::size_t meeting = 0;
        Mesh kept; // the session looks at it until the next update
        for (int frame = 0; frame < 10; ++frame) {
            Mesh mesh = waving(rest, frame);
            if (frame % 3 == 2) {
                mesh = torn(mesh, frame);
                need(session.update_mesh(Which::A, mesh.view()));
            } else if (frame % 3 == 0) {
                need(session.update_mesh(Which::A, mesh.view()));
            } else {
                need(session.update_positions(Which::A, mesh.view()));
            }
            std::swap(kept, mesh);
            const Rigid pose_b = translation({0.1 * frame, 0.5, 0.1 * frame});
            const PeeledPairs found = need(session.query({}, pose_b));
            const Body a{kept.view()};
            const Body b{ball.view(), pose_b};
            const PeeledPairs single = need(imagespace::surface_peeling(device(), a, b, options));
            EXPECT_EQ(found.interference.hash, single.interference.hash) << frame;
            EXPECT_EQ(found.report.candidates, single.report.candidates) << frame;
            EXPECT_EQ(found.report.layers, single.report.layers) << frame;
            const Interference exact = exact_pairs(a, b);
            if (search == PeelingSearch::Conservative) {
                EXPECT_TRUE(same_as_exact(found, exact)) << frame;
            } else {
                EXPECT_TRUE(all_true(found.interference.pairs, exact.pairs)) << frame;
            }
            meeting += found.interference.pairs.empty() ? 0 : 1;
        }
        EXPECT_GE(meeting, 5U);
    }
}

TEST_P(PeelingSessions, ARefusedMeshChangesNothing) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 300, .seed = 1});
    const Mesh b = scenes::bumpy_sphere({.triangles = 300, .seed = 2});
    PeelingSession session =
        need(PeelingSession::create(device(), a.view(), b.view(), {.resolution = 64}));
    const Rigid pose = translation({0.8, 0, 0});
    const PeeledPairs before = need(session.query({}, pose));
    ASSERT_FALSE(before.interference.pairs.empty());
    Mesh broken = b;
    broken.triangles[0][0] = 10'000;
    EXPECT_FALSE(session.update_mesh(Which::B, broken.view()));
    broken = b;
    broken.positions[5].y = std::nan("");
    EXPECT_FALSE(session.update_positions(Which::B, broken.view()));
    EXPECT_EQ(need(session.query({}, pose)).interference.hash, before.interference.hash);
    EXPECT_FALSE(PeelingSession::create(device(), a.view(), broken.view()));
}

} // namespace
} // namespace impinge::tests
