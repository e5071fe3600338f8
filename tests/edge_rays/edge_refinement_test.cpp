// SPDX-License-Identifier: Apache-2.0
//
// Closer looks at pairs that were not found: no interfering pair may be called apart.
#include "edge_rays/look/look_closer.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/polytope.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/imagespace/placed_bodies.hpp"
#include "tests/support/scale.hpp"

#include <algorithm>

namespace impinge::tests {
namespace {

using namespace imagespace;

EdgeRayOptions refined() {
    EdgeRayOptions options;
    options.resolution = 64;
    options.refinement = EdgeRayRefinement::Undecided;
    return options;
}

/// Thin, with tips at both ends, along x.
Mesh needle(double from, double to, double radius) {
    const double middle = (from + to) / 2;
    Mesh mesh;
    mesh.positions = {{from, 0, 0},        {to, 0, 0},           {middle, radius, 0},
                      {middle, 0, radius}, {middle, -radius, 0}, {middle, 0, -radius}};
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t side = 2 + i;
        const std::uint32_t next = 2 + (i + 1) % 4;
        mesh.triangles.push_back({0, next, side});
        mesh.triangles.push_back({1, side, next});
    }
    return mesh;
}

Mesh hollow_cube(double half, double wall) {
    const double inner = half - wall;
    return scenes::joined(
        {scenes::box({-half, -half, -half}, {half, half, half}),
         scenes::turned_over(scenes::box({-inner, -inner, -inner}, {inner, inner, inner}))});
}

Mesh ring() {
    return scenes::torus_knot({.turns_around = 1,
                               .turns_through = 0,
                               .major_radius = 2,
                               .minor_radius = 0,
                               .tube_radius = 0.3,
                               .triangles = 400});
}

class EdgeRefinement : public EveryDevice {
  protected:
    [[nodiscard]] EdgeRays ask(const std::vector<Body>& bodies,
                               const EdgeRayOptions& options) const {
        return need(edge_rays(device(), bodies, options));
    }
    [[nodiscard]] EdgeRayPair the_pair(const Body& a, const Body& b,
                                       const EdgeRayOptions& options) const {
        const EdgeRays rays = ask({a, b}, options);
        EXPECT_EQ(rays.pairs.size(), 1U);
        return rays.pairs.at(0);
    }
};

TEST_P(EdgeRefinement, FindsATipThatPixelsMiss) {
    const Mesh shell = hollow_cube(4, 1);
    const Mesh tip = needle(-2.5, 3.03125, 0.0625);
    const Body into_wall{tip.view(), translation({0, 0.4, 0.9})}; // away from the wall's diagonal
    EdgeRayOptions options = refined();
    options.direction = Vec3d{0, 0.0625, 1};
    options.refinement = EdgeRayRefinement::None;
    EXPECT_EQ(the_pair({shell.view()}, into_wall, options).interference.verdict, Verdict::Apart);
    options.refinement = EdgeRayRefinement::Undecided;
    const EdgeRayPair found = the_pair({shell.view()}, into_wall, options);
    EXPECT_EQ(found.interference.verdict, Verdict::Crossing);
    EXPECT_EQ(found.decided_by, EdgeRayDecidedBy::Refinement);
    EXPECT_EQ(found.interference.certainty, Certainty::Sampled);
    EXPECT_GT(found.interference.pixel_size, 0);
    EXPECT_LT(found.interference.pixel_size, 0.03);
}

TEST_P(EdgeRefinement, ProvesBodiesApart) {
    const Mesh shell = hollow_cube(4, 1);
    const Mesh plate = scenes::box({-8, -8, 4.25}, {8, 8, 5});
    Rigid turned = rotation_degrees({1, 1, 0}, 10);
    turned.translation = {0, 0, 1.25};
    const EdgeRays rays = ask({{shell.view()}, {plate.view(), turned}}, refined());
    ASSERT_EQ(rays.pairs.size(), 1U);
    EXPECT_EQ(rays.pairs[0].interference.verdict, Verdict::Apart);
    EXPECT_EQ(rays.pairs[0].interference.certainty, Certainty::Conservative);
    EXPECT_EQ(rays.pairs[0].interference.pixel_size, 0);
    EXPECT_EQ(rays.pairs[0].decided_by, EdgeRayDecidedBy::Refinement);
    EXPECT_TRUE(rays.pairs[0].settled);
    EXPECT_EQ(rays.work.asked_exact, 0U);
    EXPECT_GT(rays.work.refinements, 0U);
    EXPECT_FALSE(rays.interference);
}

TEST_P(EdgeRefinement, AsksTheExactEngineAboutLinkedRings) {
    const Mesh link = ring();
    Rigid turned = rotation_degrees({1, 0, 0}, 80);
    turned.translation = {2, 0, 0};
    const EdgeRays rays = ask({{link.view()}, {link.view(), turned}}, refined());
    ASSERT_EQ(rays.pairs.size(), 1U);
    EXPECT_EQ(rays.pairs[0].interference.verdict, Verdict::Apart);
    EXPECT_EQ(rays.pairs[0].interference.certainty, Certainty::Exact);
    EXPECT_EQ(rays.pairs[0].decided_by, EdgeRayDecidedBy::Exact);
    EXPECT_EQ(rays.work.asked_exact, 1U);
}

TEST_P(EdgeRefinement, DoesNotCallABodyInACavityApartWithoutProof) {
    const Mesh shell = hollow_cube(4, 1);
    const Mesh kernel = scenes::box({-1, -1, -1}, {1, 1, 1});
    const EdgeRayPair apart = the_pair({shell.view()}, {kernel.view()}, refined());
    EXPECT_EQ(apart.interference.verdict, Verdict::Apart);
    EXPECT_EQ(apart.decided_by, EdgeRayDecidedBy::Exact) << "the shell is before and behind it";
}

TEST_P(EdgeRefinement, AsksTheExactEngineAboutBodiesThatTouch) {
    const Mesh block = scenes::box({0, 0, 0}, {2, 2, 2});
    const Mesh on_top = scenes::box({0.5, 0.5, 2}, {1.5, 1.5, 3});
    EdgeRayOptions options = refined();
    options.edge_offset = -0.0625; // or the first look may take it for crossing
    const EdgeRayPair pair = the_pair({block.view()}, {on_top.view()}, options);
    EXPECT_EQ(pair.interference.verdict, Verdict::Touching);
    EXPECT_EQ(pair.decided_by, EdgeRayDecidedBy::Exact);
    EXPECT_TRUE(pair.settled);
}

TEST_P(EdgeRefinement, SettlesWhatAnAlgorithmDoesNotName) {
    const Mesh block = scenes::box({0, 0, 0}, {2, 2, 2});
    const Mesh bar = scenes::box({1.375, 0.125, -1}, {1.5, 0.375, 3});
    const Mesh beside = scenes::box({-1, 1, 1}, {0.5, 1.5, 1.5});
    EdgeRayOptions options = refined();
    options.algorithm = EdgeRayAlgorithm::Detect;
    const EdgeRays rays = ask({{block.view()}, {bar.view()}, {beside.view()}}, options);
    ASSERT_EQ(rays.pairs.size(), 2U);
    for (const EdgeRayPair& pair : rays.pairs) {
        EXPECT_EQ(pair.interference.verdict, Verdict::Crossing);
        EXPECT_TRUE(pair.settled);
    }
}

TEST_P(EdgeRefinement, NeverCallsInterferingBodiesApart) {
    Random random(17);
    std::vector<Mesh> shapes{scenes::box({-1, -1, -1}, {1, 1, 1}), needle(-2, 2, 0.05), ring(),
                             scenes::random_polytope({.triangles = 60, .seed = 3})};
    std::size_t interfering = 0;
    std::size_t proved = 0;
    const std::size_t count = scaled(is_software() ? 400 : 60);
    for (std::size_t round = 0; round < count; ++round) {
        const Mesh& a = shapes[random.below(shapes.size())];
        const Mesh& b = shapes[random.below(shapes.size())];
        const Vec3d away = random_direction(random);
        const Rigid pose_a = turn_of_any_angle(random);
        Rigid pose_b = turn_of_any_angle(random);
        double apart = 8;
        double meeting = 0;
        for (int i = 0; i < 30; ++i) { // where they come apart
            const double middle = (apart + meeting) / 2;
            pose_b.translation = away * middle;
            const auto exact = need(collide({a.view(), pose_a}, {b.view(), pose_b}));
            (exact.verdict == Verdict::Apart ? apart : meeting) = middle;
        }
        const double deep = std::pow(10, random.uniform(-6, -0.5));
        pose_b.translation = away * (round % 4 == 0 ? apart + deep : apart - deep);
        const Body body_a{a.view(), pose_a};
        const Body body_b{b.view(), pose_b};
        const Verdict exact = need(collide(body_a, body_b)).verdict;
        EdgeRayOptions options = refined();
        options.resolution = 32;
        for (const EdgeRayPair& pair : ask({body_a, body_b}, options).pairs) {
            const bool is_apart = pair.interference.verdict == Verdict::Apart;
            proved += is_apart && pair.decided_by == EdgeRayDecidedBy::Refinement ? 1 : 0;
            interfering += exact != Verdict::Apart ? 1 : 0;
            EXPECT_FALSE(is_apart && exact != Verdict::Apart) << "round " << round;
            EXPECT_FALSE(is_apart && pair.interference.certainty == Certainty::Sampled);
        }
    }
    if (is_full_run() && is_software()) {
        EXPECT_GT(interfering, count / 2);
        EXPECT_GT(proved, count / 20);
    }
}

/// A wedge whose edge, at depth 0, runs from one point to the other; it widens towards the eye.
Mesh wedge(Vec3d from, Vec3d to) {
    const Vec3d left{-0.5, 0, -1};
    const Vec3d right{0.5, 0, -1};
    Mesh mesh;
    mesh.positions = {from, to, from + left, to + left, from + right, to + right};
    mesh.triangles = {{0, 1, 5}, {0, 5, 4}, {1, 0, 2}, {1, 2, 3},
                      {0, 4, 2}, {1, 3, 5}, {2, 4, 5}, {2, 5, 3}};
    return mesh;
}

class EdgeNearness : public EveryDevice {
  protected:
    /// By rows, then columns.
    [[nodiscard]] std::vector<PixelPlace> near(const raster::View& view, const Mesh& a,
                                               const Mesh& b) const {
        const Uploaded on_device_a(device(), a);
        const Uploaded on_device_b(device(), b);
        EdgeTargets targets(device());
        EdgeRayWork work;
        const EdgeBody body_a{on_device_a.geometry.get(), a.view(), {}, box_of(a)};
        const EdgeBody body_b{on_device_b.geometry.get(), b.view(), {}, box_of(b)};
        const EdgeFrame frame{
            .device = device(), .view = view, .bodies = {}, .targets = targets, .work = work};
        return need(near_pixels(frame, view, body_a, body_b)).value();
    }
};

TEST_P(EdgeNearness, ListsEveryPixelOfAnEdgeThatTouches) {
    Random random(23);
    const std::size_t count = scaled(is_software() ? 100 : 34);
    for (std::size_t round = 0; round < count; ++round) {
        raster::View view = need(raster::orthographic_view({0, 0, 1}, Box3{{-4, -4, -1}, {4, 4, 1}},
                                                           32, 32, {.up = {0, 1, 0}}));
        // Along columns of pixels, changing from one to the next on the way.
        const double x = random.uniform(-3, 3);
        const Vec3d from{x, -3.5, 0};
        const Vec3d to{x + random.uniform(-0.1, 0.1), 3.5, 0};
        const Mesh edge = wedge(from, to);
        const Mesh table = scenes::box({-4, -4, 0}, {4, 4, 1});
        for (const auto& places : {near(view, edge, table), near(view, table, edge)}) {
            for (int i = 0; i <= 1000; ++i) {
                const Vec3d seen = to_window(view, from + (to - from) * (i / 1000.0));
                const PixelPlace place{static_cast<std::uint32_t>(seen.x),
                                       static_cast<std::uint32_t>(seen.y)};
                EXPECT_NE(std::ranges::find(places, place), places.end())
                    << "round " << round << ": " << seen.x << " " << seen.y;
            }
            EXPECT_LT(places.size(), 4 * 32U);
        }
    }
}

TEST_P(EdgeNearness, ListsNothingBetweenBodiesWithAGap) {
    const raster::View view = need(raster::orthographic_view(
        {0, 0, 1}, Box3{{-4, -4, -1}, {4, 4, 1}}, 32, 32, {.up = {0, 1, 0}}));
    const Mesh table = scenes::box({-4, -4, 0.0009765625}, {4, 4, 1});
    EXPECT_TRUE(near(view, wedge({0, -3, 0}, {0.5, 3, 0}), table).empty());
    EXPECT_TRUE(near(view, scenes::box({-4, -4, -1}, {4, 4, 0}), table).empty());
    EXPECT_FALSE(near(view, scenes::box({-4, -4, -1}, {4, 4, 0.0009765625}), table).empty());
}

TEST_P(EdgeNearness, LooksAtNothingOutsideTheDepthRange) {
    raster::View view = need(raster::orthographic_view({0, 0, 1}, Box3{{-4, -4, -1}, {4, 4, 1}}, 16,
                                                       16, {.up = {0, 1, 0}}));
    for (const double z : {-9.0, 9.0}) {
        const Mesh a = scenes::box({-4, -4, z}, {4, 4, z + 1});
        const Mesh b = scenes::box({-3, -3, z + 0.5}, {3, 3, z + 2});
        EXPECT_TRUE(near(view, a, b).empty()) << z;
    }
}

IMPINGE_ON_EVERY_DEVICE(EdgeRefinement);
IMPINGE_ON_EVERY_DEVICE(EdgeNearness);

} // namespace
} // namespace impinge::tests
