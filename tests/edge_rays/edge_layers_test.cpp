// SPDX-License-Identifier: Apache-2.0
//
// One window: what each algorithm tells, layers of edge points, points in many bodies, badly made
// bodies, and what is drawn and read for it. Everything expected can be read off the boxes.
#include "edge_rays/algorithms/edge_algorithms.hpp"
#include "edge_rays/algorithms/unsound_bodies.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/edge_rays/edge_window.hpp"

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

namespace impinge::tests {
namespace {

using imagespace::EarlyExit;
using imagespace::EdgeFindings;
using imagespace::EdgeLayers;
using imagespace::EdgeRayAlgorithm;
using imagespace::EdgeSample;
using imagespace::HiddenPoints;
using imagespace::UnsoundBody;
using Bodies = std::vector<std::uint32_t>;

class EdgeLook : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(EdgeLook);

constexpr std::array all_algorithms{EdgeRayAlgorithm::Detect, EdgeRayAlgorithm::IdentifyPenetrating,
                                    EdgeRayAlgorithm::IdentifyWithoutStencil,
                                    EdgeRayAlgorithm::IdentifyBoth,
                                    EdgeRayAlgorithm::IdentifyByQueries};

Mesh cube(Vec3d middle, double half) {
    const Vec3d h{half, half, half};
    return scenes::box(middle - h, middle + h);
}

/// Along z at a square window with a little of everything that is not a multiple of a pixel.
raster::View along_z(double half, double near, double far, int pixels = 48) {
    const Box3 box{{-half, -half, near}, {half * 1.003, half * 1.007, far}};
    return need(raster::orthographic_view({0, 0, 1}, box, pixels, pixels));
}

/// Without the bodies a sample lies in.
auto place_of(const EdgeSample& sample) {
    return std::tuple(sample.layer, sample.y, sample.x, sample.depth, sample.body, sample.edge);
}

void expect_same_places(const EdgeFindings& a, const EdgeFindings& b) {
    ASSERT_EQ(a.samples.size(), b.samples.size());
    for (std::size_t i = 0; i < a.samples.size(); ++i) {
        EXPECT_EQ(place_of(a.samples[i]), place_of(b.samples[i]));
    }
}

TEST_P(EdgeLook, AlgorithmsTellWhatTheirNumbersPromise) {
    EdgeWindow window(device(), {cube({}, 2), cube({0.1, 0.2, 0.3}, 0.5), cube({4, 0, 0}, 1)},
                      along_z(5, -3, 3));
    const EdgeFindings both = window.look();
    EXPECT_TRUE(both.interference);
    EXPECT_EQ(both.penetrating, Bodies{1});
    EXPECT_EQ(both.penetrated, Bodies{0});
    EXPECT_EQ(both.seen, (Bodies{0, 1, 2}));
    EXPECT_GT(both.samples.size(), 20U);
    for (const EdgeSample& sample : both.samples) {
        EXPECT_EQ(sample.penetrated, Bodies{0});
    }
    for (const auto algorithm :
         {EdgeRayAlgorithm::IdentifyPenetrating, EdgeRayAlgorithm::IdentifyWithoutStencil}) {
        const EdgeFindings one = window.look(algorithm);
        EXPECT_EQ(one.penetrating, both.penetrating);
        EXPECT_EQ(one.penetrated, Bodies{});
        expect_same_places(one, both);
    }
    EXPECT_TRUE(window.look(EdgeRayAlgorithm::Detect).interference);
    EXPECT_EQ(window.work.read_backs, 0U);
    const EdgeFindings queried = window.look(EdgeRayAlgorithm::IdentifyByQueries);
    EXPECT_EQ(window.work.read_backs, 0U);
    EXPECT_TRUE(queried.interference);
    EXPECT_EQ(queried.penetrating, both.penetrating);
    EXPECT_EQ(queried.penetrated, both.penetrated);
    EXPECT_TRUE(queried.samples.empty());
}

TEST_P(EdgeLook, SamplesLieOnTheEdgesTheyName) {
    const Mesh inner = cube({0.1, 0.2, 0.3}, 0.5);
    const auto edges = need(raster::unique_edges(inner.view()));
    EdgeWindow window(device(), {cube({}, 2), inner}, along_z(2.5, -3, 3, 64));
    const raster::View& view = window.frame.view;
    for (const EdgeSample& sample : window.look().samples) {
        const Vec3d point = raster::to_world(view, {sample.x + 0.5, sample.y + 0.5, sample.depth});
        const auto& [from, to] = edges.at(sample.edge);
        const Vec3d start = inner.positions[from];
        const Vec3d along = inner.positions[to] - start;
        const double share = dot(point - start, along) / squared_length(along);
        EXPECT_LT(length(point - start - along * share), 0.51 * raster::pixel_size(view));
    }
}

TEST_P(EdgeLook, NothingIsReadWhenNothingLiesInAnything) {
    EdgeWindow window(device(), {cube({0, 0, -1}, 0.9), cube({0.2, 0.1, 1}, 0.8)},
                      along_z(2, -3, 3));
    for (const auto algorithm : all_algorithms) {
        const EdgeFindings findings = window.look(algorithm);
        EXPECT_FALSE(findings.interference);
        EXPECT_TRUE(findings.samples.empty());
        EXPECT_EQ(window.work.read_backs, 0U);
        EXPECT_GT(window.work.edge_points, 0U);
    }
    window.frame.early_exit = EarlyExit::None;
    EXPECT_FALSE(window.look().interference);
    EXPECT_GT(window.work.read_backs, 0U);
}

TEST_P(EdgeLook, FrontAndBackFacesAreCountedInOnePass) {
    EdgeWindow window(device(), {cube({0, 0, -1}, 0.9), cube({0.2, 0.1, 1}, 0.8)},
                      along_z(2, -3, 3));
    window.frame.hidden_points = HiddenPoints::Ignored;
    window.frame.early_exit = EarlyExit::None;
    const EdgeFindings findings = window.look(EdgeRayAlgorithm::Detect);
    EXPECT_TRUE(findings.hidden_left);
    // Edges and faces of both; then, to see what is hidden, edges of both, and of the second where
    // it is as near as the first.
    EXPECT_EQ(window.work.draws, 2U + 2 + 2 + 1);
    EXPECT_EQ(window.work.layers, 1U);
    EXPECT_EQ(window.work.hidden_points, 0U);
}

// Figure 4.11: seen from the eye, the edges of the third cube lie exactly before those of the
// second, which are in the first.
TEST_P(EdgeLook, PointsBehindEdgesOfAnotherBodyAreFound) {
    EdgeWindow window(device(),
                      {cube({0, 0, 5}, 2), cube({0.1, 0.2, 5}, 1), cube({0.1, 0.2, 0}, 1)},
                      along_z(2.5, -2, 8));
    window.frame.hidden_points = HiddenPoints::Ignored;
    for (const auto algorithm : all_algorithms) {
        const EdgeFindings ignored = window.look(algorithm);
        EXPECT_FALSE(ignored.interference);
        EXPECT_TRUE(ignored.hidden_left);
    }
    window.frame.hidden_points = HiddenPoints::Peeled;
    for (const auto algorithm : all_algorithms) {
        const EdgeFindings peeled = window.look(algorithm);
        EXPECT_TRUE(peeled.interference);
        EXPECT_FALSE(peeled.hidden_left);
    }
    const EdgeFindings peeled = window.look();
    EXPECT_EQ(peeled.penetrating, Bodies{1});
    EXPECT_EQ(peeled.samples.front().layer, 2U);
    EXPECT_GE(window.work.layers, 4U);
    EXPECT_GT(window.work.hidden_points, 0U);
}

TEST_P(EdgeLook, EdgesOfSeveralBodiesAtOneDepthEachHaveTheirTurn) {
    const Mesh inner = cube({0.1, 0.2, 0.3}, 0.7);
    EdgeWindow alone(device(), {cube({}, 2), inner}, along_z(3, -3, 3));
    EdgeWindow thrice(device(), {cube({}, 2), inner, inner, inner}, along_z(3, -3, 3));
    const EdgeFindings one = alone.look();
    const EdgeFindings three = thrice.look();
    ASSERT_GT(one.samples.size(), 20U);
    std::map<std::tuple<std::uint32_t, std::uint32_t, float>, std::vector<EdgeSample>> turns;
    for (const EdgeSample& sample : three.samples) {
        EXPECT_EQ(sample.penetrated.front(), 0U);
        turns[{sample.x, sample.y, sample.depth}].push_back(sample);
    }
    EXPECT_EQ(turns.size(), one.samples.size());
    for (const auto& [place, samples] : turns) {
        ASSERT_EQ(samples.size(), 3U);
        for (std::uint32_t i = 0; i < 3; ++i) {
            EXPECT_EQ(samples[i].body, i + 1);
            EXPECT_EQ(samples[i].edge, samples[0].edge);
            EXPECT_EQ(samples[i].layer, samples[0].layer + i);
        }
    }
}

TEST_P(EdgeLook, EveryBodyAroundAPointIsNamed) {
    std::vector<Mesh> nested;
    Bodies around;
    for (int i = 0; i < 9; ++i) {
        around.push_back(static_cast<std::uint32_t>(nested.size()));
        nested.push_back(cube({}, 3 + 0.25 * ((i * 4) % 9)));
    }
    nested.push_back(cube({0.1, 0.2, 0.3}, 1));
    EdgeWindow window(device(), std::move(nested), along_z(2, -2, 2, 32));
    const EdgeFindings findings = window.look();
    // Of the bodies around, no edge shows in the window.
    EXPECT_EQ(findings.seen, Bodies{9});
    EXPECT_EQ(findings.penetrating, Bodies{9});
    ASSERT_FALSE(findings.samples.empty());
    for (const EdgeSample& sample : findings.samples) {
        EXPECT_EQ(sample.penetrated, around);
    }
    EXPECT_EQ(window.work.rounds, 9U);
    EXPECT_EQ(window.look(EdgeRayAlgorithm::IdentifyByQueries).penetrated, around);
}

TEST_P(EdgeLook, MoreBodiesAroundAPointThanCanBeCountedAreNamed) {
    std::vector<Mesh> nested(1, cube({0.1, 0.2, 0.3}, 1));
    for (int i = 0; i < 130; ++i) {
        nested.push_back(cube({}, 3 + i));
    }
    // A single row of pixels, where edges of the innermost cube alone show.
    raster::View view = along_z(2, -2, 2, 32);
    view.shown = {0, 12, 32, 1};
    EdgeWindow window(device(), std::move(nested), view);
    window.frame.hidden_points = HiddenPoints::Ignored;
    const EdgeFindings findings = window.look();
    EXPECT_EQ(findings.penetrating, Bodies{0});
    ASSERT_FALSE(findings.samples.empty());
    for (const EdgeSample& sample : findings.samples) {
        ASSERT_EQ(sample.penetrated.size(), 130U);
        EXPECT_EQ(sample.penetrated.front(), 1U);
        EXPECT_EQ(sample.penetrated.back(), 130U);
    }
    EXPECT_EQ(window.work.rounds, 130U);
}

// Boxes that overlap without holding anything: too many for the stencil plane as far as can be
// known.
TEST_P(EdgeLook, CountsThatMayNotFitAreNotReliedOn) {
    const Mesh spread = scenes::joined({cube({-2, -2, -2}, 0.2), cube({2, 2, 2}, 0.2)});
    std::vector<Mesh> meshes{cube({}, 1), cube({0.1, 0, 0.1}, 0.5)};
    meshes.insert(meshes.end(), 128, spread);
    EdgeWindow window(device(), std::move(meshes), along_z(1.5, -3, 3, 24));
    const EdgeFindings findings = window.look();
    EXPECT_EQ(findings.penetrating, Bodies{1});
    EXPECT_EQ(findings.penetrated, Bodies{0});
    for (const auto algorithm : all_algorithms) {
        if (algorithm != EdgeRayAlgorithm::IdentifyBoth) {
            const auto refused = imagespace::look_at(window.frame, algorithm);
            ASSERT_FALSE(refused);
            EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
        }
    }
    // One body fewer may fit.
    window.frame.bodies = window.frame.bodies.first(window.bodies.size() - 3);
    EXPECT_TRUE(window.look(EdgeRayAlgorithm::Detect).interference);
}

TEST_P(EdgeLook, OneBodyIsHeldAgainstNothing) {
    EdgeWindow window(device(), {cube({}, 1)}, along_z(2, -2, 2));
    EXPECT_FALSE(window.look().interference);
    EXPECT_EQ(window.work.draws, 0U);
    window.frame.bodies = {};
    EXPECT_FALSE(window.look().interference);
    EXPECT_EQ(window.work.draws, 0U);
}

TEST_P(EdgeLook, WindowsThatShowNoEdgesTellNothing) {
    EdgeWindow window(device(), {cube({}, 3), cube({}, 5)}, along_z(1, -1, 1));
    for (const auto algorithm : all_algorithms) {
        const EdgeFindings findings = window.look(algorithm);
        EXPECT_FALSE(findings.interference);
        EXPECT_TRUE(findings.seen.empty());
        EXPECT_EQ(window.work.layers, 0U);
    }
}

TEST_P(EdgeLook, CancelledLooksArePartial) {
    EdgeWindow window(device(), {cube({}, 2), cube({}, 1)}, along_z(3, -3, 3));
    window.frame.context.cancel();
    const EdgeFindings findings = window.look();
    EXPECT_TRUE(findings.partial);
    EXPECT_FALSE(findings.interference);
    EXPECT_EQ(window.work.draws, 0U);
}

TEST_P(EdgeLook, OpenBodiesAreNamedAndHoldNothing) {
    Mesh open = cube({}, 2);
    open.triangles.pop_back();
    EdgeWindow window(
        device(), {open, cube({0.1, 0.2, 0.3}, 0.5), cube({4, 0, 0}, 1)},
        need(raster::orthographic_view({1, 0.3, 0.4}, Box3{{-5, -5, -5}, {5, 5, 5}}, 48, 48)));
    const auto found = need(imagespace::open_bodies(window.frame));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].body, 0U);
    EXPECT_EQ(found[0].fault, UnsoundBody::Fault::Open);
    EXPECT_GT(found[0].rays, 0U);
    EXPECT_TRUE(window.look().interference);
    window.bodies[0].open = true;
    EXPECT_FALSE(window.look().interference);
    window.frame.bodies = window.frame.bodies.subspan(1);
    EXPECT_TRUE(need(imagespace::open_bodies(window.frame)).empty());
}

TEST_P(EdgeLook, InsideOutBodiesAreTakenAsTheyWereMeant) {
    const Mesh inner = cube({0.1, 0.2, 0.3}, 0.5);
    EdgeWindow sound(device(), {cube({}, 2), inner}, along_z(3, -3, 3));
    EdgeWindow turned(device(), {scenes::turned_over(cube({}, 2)), inner}, along_z(3, -3, 3));
    const EdgeFindings wrong = turned.look();
    EXPECT_FALSE(wrong.interference);
    ASSERT_EQ(wrong.negative.size(), 1U);
    EXPECT_EQ(wrong.negative[0].body, 0U);
    EXPECT_EQ(wrong.negative[0].fault, UnsoundBody::Fault::Negative);
    turned.bodies[0].inside_out = true;
    const EdgeFindings right = turned.look();
    EXPECT_TRUE(right.negative.empty());
    expect_same_places(right, sound.look());
    EXPECT_EQ(right.penetrated, Bodies{0});
    EXPECT_EQ(wrong.negative[0].rays, right.samples.size());
}

TEST_P(EdgeLook, NegativeCountsAreNamedBodyByBody) {
    // The second half of body 0 is made inside out; body 2 stands in it, body 3 in the first half.
    const Mesh half_wrong =
        scenes::joined({cube({-3, 0, 0}, 2), scenes::turned_over(cube({3, 0, 0}, 2))});
    EdgeWindow window(device(),
                      {half_wrong, cube({0, 7, 0}, 1), cube({3, 0, 0}, 1), cube({-3, 0, 0}, 1)},
                      along_z(8, -3, 3));
    for (const auto algorithm : all_algorithms) {
        const EdgeFindings findings = window.look(algorithm);
        ASSERT_EQ(findings.negative.size(), 1U);
        EXPECT_EQ(findings.negative[0].body, 0U);
        EXPECT_GT(findings.negative[0].rays, 0U);
        EXPECT_TRUE(findings.interference);
        if (algorithm != EdgeRayAlgorithm::Detect) {
            EXPECT_EQ(findings.penetrating, Bodies{3});
        }
    }
}

/// Algorithm 4 on all layers of the window with nothing left out.
EdgeFindings peeled_whole(EdgeWindow& window) {
    window.work = {};
    EdgeLayers layers(window.frame);
    EdgeFindings findings;
    do {
        need(imagespace::identify_both(layers, findings));
    } while (layers.points() > 0);
    window.work.layers = layers.drawn();
    return findings;
}

/// Whether drawing less and less finds the same.
void expect_nothing_lost(EdgeWindow& window) {
    const EdgeFindings whole = peeled_whole(window);
    const auto layers = window.work.layers;
    const auto read_backs = window.work.read_backs;
    const EdgeFindings narrowed = window.look();
    EXPECT_GT(window.work.read_backs, read_backs) << "nothing was left out";
    EXPECT_EQ(window.work.layers, layers);
    expect_same_places(narrowed, whole);
    ASSERT_FALSE(whole.samples.empty());
    for (std::size_t i = 0; i < whole.samples.size(); ++i) {
        ASSERT_EQ(narrowed.samples[i].penetrated, whole.samples[i].penetrated);
    }
}

TEST_P(EdgeLook, DenseMeshesLoseNothingByDrawingTheirPartsOnly) {
    const Mesh first = scenes::bumpy_sphere({.triangles = 2400, .seed = 5});
    const Mesh second =
        scenes::moved(scenes::bumpy_sphere({.triangles = 2400, .seed = 6}), {0.7, 0.4, 0.9});
    EdgeWindow window(
        device(), {first, second},
        need(raster::orthographic_view({0.2, 0.1, 1}, Box3{{-1, -1, -1}, {2, 2, 2}}, 48, 48)));
    expect_nothing_lost(window);
    // Moved edges follow normals, which parts must share with the whole.
    window.frame.own_body = imagespace::OwnBody::OffsetEdges;
    window.frame.edge_offset = 2.3 * raster::pixel_size(window.frame.view);
    expect_nothing_lost(window);
}

/// A roof of many sides: all its ridges meet in one pixel.
Mesh cone(Vec3d apex, double radius, double height, std::uint32_t sides) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < sides; ++i) {
        const double angle = 2 * std::numbers::pi * i / sides;
        mesh.positions.push_back(apex +
                                 Vec3d{radius * std::cos(angle), radius * std::sin(angle), height});
        mesh.triangles.push_back({i, sides, (i + 1) % sides});
        mesh.triangles.push_back({i, (i + 1) % sides, sides + 1});
    }
    mesh.positions.push_back(apex);
    mesh.positions.push_back(apex + Vec3d{0, 0, height});
    return mesh;
}

TEST_P(EdgeLook, PolesAreLookedAtInSmallAreas) {
    EdgeWindow window(device(), {cone({0.013, 0.017, 0}, 1, 1, 240), cube({0, 0, 0.6}, 0.5)},
                      along_z(1.2, -0.5, 1.5, 80));
    expect_nothing_lost(window);
    EXPECT_GT(window.work.layers, 32U);
}

} // namespace
} // namespace impinge::tests
