// SPDX-License-Identifier: Apache-2.0
//
// The methods of image space take the bodies of models, which come with a diagnosis, and answer as
// for the bare meshes: where both are solids, where one is inside out, and where one is none.
#include "impinge/depth_methods.hpp"
#include "impinge/edge_rays.hpp"
#include "impinge/model.hpp"
#include "impinge/peeling.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/raster/devices.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace impinge::tests {
namespace {

using namespace imagespace;

struct TwoMeshes {
    std::string name;
    Mesh a;
    Mesh b;
    Rigid pose_b;
};

Mesh sphere(std::uint64_t seed) {
    return scenes::bumpy_sphere({.triangles = 500, .amplitude = 0.2, .seed = seed});
}

std::vector<TwoMeshes> cases() {
    const Mesh small = scenes::box({-0.2, -0.2, -0.2}, {0.2, 0.2, 0.2});
    Mesh open = sphere(3);
    open.triangles.resize(open.triangles.size() - 20);
    return {
        {"crossing", sphere(1), sphere(2), translation({0.7, 0.3, 0.2})},
        {"apart", sphere(1), sphere(2), translation({1.5, 1.5, 1.5})},
        {"inside", sphere(1), small, {}},
        {"inside out", scenes::turned_over(sphere(1)), sphere(2), translation({0.7, 0.3, 0.2})},
        {"inside an inside-out one", scenes::turned_over(sphere(1)), small, {}},
        {"open", open, sphere(2), translation({0.7, 0.3, 0.2})},
    };
}

/// Asks about the bare bodies and about those of models, and hands on both answers.
template <typename Ask, typename Compare> void compare_answers(Ask ask, Compare compare) {
    for (const TwoMeshes& meshes : cases()) {
        SCOPED_TRACE(meshes.name);
        const Model a = need(Model::prepare(meshes.a.view()));
        const Model b = need(Model::prepare(meshes.b.view()));
        ASSERT_NE(a.body().diagnosis, nullptr); // or nothing is tested
        const auto bare = ask(Body{meshes.a.view()}, Body{meshes.b.view(), meshes.pose_b});
        const auto of_models = ask(a.body(), b.body(meshes.pose_b));
        ASSERT_EQ(bare.has_value(), of_models.has_value());
        if (bare) {
            compare(*bare, *of_models);
        } else {
            EXPECT_EQ(bare.error().message, of_models.error().message);
        }
    }
}

/// But for this: bare bodies that cross are not examined, so that nobody knows of an open one; what
/// a diagnosis says of it is told.
void expect_same(const Interference& p, const Interference& q) {
    EXPECT_EQ(p.verdict, q.verdict);
    EXPECT_EQ(p.certainty, q.certainty);
    EXPECT_EQ(p.decision, q.decision);
    EXPECT_EQ(p.pairs, q.pairs);
    if (p.solidity_a.examined == q.solidity_a.examined ||
        (q.solidity_a.solid && q.solidity_b.solid)) {
        EXPECT_EQ(p.compared, q.compared);
        EXPECT_EQ(p.hash, q.hash);
    }
}

class ModelBodies : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(ModelBodies);

TEST_P(ModelBodies, AreTakenByDepthMethods) {
    std::set<Verdict> verdicts;
    for (const Method method : {Method::DepthParity, Method::LayerOrder, Method::Cascade}) {
        SampledOptions options;
        options.method = method;
        options.resolution = 48;
        compare_answers(
            [&](const Body& a, const Body& b) { return sampled_collide(device(), a, b, options); },
            [&](const Sampled& p, const Sampled& q) {
                expect_same(p.interference, q.interference);
                EXPECT_EQ(p.settled, q.settled);
                EXPECT_EQ(p.overlapping_pixels, q.overlapping_pixels);
                EXPECT_EQ(p.views, q.views);
                verdicts.insert(p.interference.verdict);
            });
    }
    EXPECT_GE(verdicts.size(), 2U);
}

TEST_P(ModelBodies, AreTakenByEdgeRays) {
    std::set<Verdict> verdicts;
    EdgeRayOptions options;
    options.resolution = 64;
    compare_answers(
        [&](const Body& a, const Body& b) {
            return edge_rays(device(), std::vector{a, b}, options);
        },
        [&](const EdgeRays& p, const EdgeRays& q) {
            EXPECT_EQ(p.hash, q.hash);
            EXPECT_EQ(p.interference, q.interference);
            ASSERT_EQ(p.pairs.size(), q.pairs.size());
            for (std::size_t i = 0; i < p.pairs.size(); ++i) {
                expect_same(p.pairs[i].interference, q.pairs[i].interference);
                verdicts.insert(p.pairs[i].interference.verdict);
            }
        });
    EXPECT_GE(verdicts.size(), 2U);
}

TEST_P(ModelBodies, AreTakenByPeeling) {
    std::set<Verdict> verdicts;
    for (const PeelingSearch search : {PeelingSearch::Sampled, PeelingSearch::Conservative}) {
        const PeelingOptions options{.search = search, .resolution = 64};
        compare_answers(
            [&](const Body& a, const Body& b) { return surface_peeling(device(), a, b, options); },
            [&](const PeeledPairs& p, const PeeledPairs& q) {
                expect_same(p.interference, q.interference);
                EXPECT_EQ(p.report.candidates, q.report.candidates);
                verdicts.insert(p.interference.verdict);
            });
    }
    EXPECT_GE(verdicts.size(), 3U);
}

} // namespace
} // namespace impinge::tests
