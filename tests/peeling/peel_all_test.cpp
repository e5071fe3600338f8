// SPDX-License-Identifier: Apache-2.0
//
// Many bodies at once: the pairs of their regions, side by side in an atlas, are those of single
// queries; and a World that looks through surface peeling says what it says without.
#include "base/random.hpp"
#include "impinge/world.hpp"
#include "peeling/atlas.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "tests/peeling/peeling_fixture.hpp"

#include <cmath>

namespace impinge::tests {
namespace {

using imagespace::peel_all;
using imagespace::PeeledAssembly;
using imagespace::PeeledBodies;

/// Bodies of three meshes, scattered so that about half of the box pairs meet.
class PeelAll : public EveryDevice {
  protected:
    PeelAll() {
        Random random(5);
        for (std::size_t i = 0; i < 24; ++i) {
            Rigid pose = rotation(random.in_box({0.1, 0.1, 0.1}, {1, 1, 1}), random.uniform(0, 6));
            pose.translation = random.in_box({-3, -3, -3}, {3, 3, 3});
            const Mesh* const mesh = i % 3 == 0 ? &ball : i % 3 == 1 ? &box : &cloth;
            bodies.push_back({mesh->view(), pose});
        }
    }
    [[nodiscard]] bool is_software() const {
        return device().info().kind == raster::DeviceKind::Software;
    }

    Mesh ball = scenes::bumpy_sphere({.triangles = 400});
    Mesh box = scenes::box({-0.8, -0.6, -0.4}, {0.8, 0.6, 0.4}, 300);
    Mesh cloth = scenes::folded_cloth({.triangles = 500, .folds = 2, .width = 2, .depth = 2});
    std::vector<Body> bodies;
};

TEST_P(PeelAll, AnswersAsSingleQueriesDo) {
    for (const PeelingSearch search : {PeelingSearch::Sampled, PeelingSearch::Conservative}) {
        const PeelingOptions options{.search = search, .resolution = 512};
        const PeeledAssembly all = need(peel_all(device(), bodies, options));
        ASSERT_GT(all.pairs.size(), 20U);
        EXPECT_EQ(all.atlases, search == PeelingSearch::Sampled ? 1U : 0U);
        std::size_t meeting = 0;
        std::size_t found_pairs = 0;
        std::size_t exact_pairs_count = 0;
        for (const PeeledBodies& pair : all.pairs) {
            ASSERT_LT(pair.a, pair.b);
            const auto& view = pair.found.report.view;
            ASSERT_TRUE(view);
            const int side = std::max(view->width, view->height);
            EXPECT_GE(side, 64);
            EXPECT_LT(side, 512) << "pixels are shared out";
            PeelingOptions alone = options;
            alone.resolution = side;
            const PeeledPairs single =
                need(imagespace::surface_peeling(device(), bodies[pair.a], bodies[pair.b], alone));
            const Interference exact = exact_pairs(bodies[pair.a], bodies[pair.b]);
            EXPECT_EQ(*single.report.view, *view);
            if (search == PeelingSearch::Conservative) {
                EXPECT_TRUE(same_as_exact(pair.found, exact)) << pair.a << ' ' << pair.b;
            } else {
                EXPECT_TRUE(all_true(pair.found.interference.pairs, exact.pairs));
            }
            if (is_software() || search == PeelingSearch::Conservative) {
                EXPECT_EQ(pair.found.interference.hash, single.interference.hash);
                EXPECT_EQ(pair.found.report.candidates, single.report.candidates);
                EXPECT_EQ(pair.found.report.layers, single.report.layers);
            }
            meeting += exact.pairs.empty() ? 0 : 1;
            found_pairs += pair.found.interference.pairs.size();
            exact_pairs_count += exact.pairs.size();
        }
        EXPECT_GT(meeting, all.pairs.size() / 3);
        EXPECT_LT(meeting, all.pairs.size());
        EXPECT_GT(found_pairs, exact_pairs_count / 2);
    }
}

TEST_P(PeelAll, ListsThePairsWhoseBoxesOverlap) {
    const PeeledAssembly all = need(peel_all(device(), bodies));
    const auto wanted = [](std::uint32_t a, std::uint32_t b) { return (a + b) % 2 == 0; };
    const PeeledAssembly some = need(peel_all(device(), bodies, {}, wanted));
    std::size_t expected = 0;
    std::size_t expected_wanted = 0;
    for (std::uint32_t a = 0; a < bodies.size(); ++a) {
        for (std::uint32_t b = a + 1; b < bodies.size(); ++b) {
            const bool overlap =
                need(imagespace::surface_peeling(device(), bodies[a], bodies[b], {.resolution = 8}))
                    .report.view.has_value();
            expected += overlap ? 1 : 0;
            expected_wanted += overlap && wanted(a, b) ? 1 : 0;
        }
    }
    EXPECT_EQ(all.pairs.size(), expected);
    EXPECT_EQ(some.pairs.size(), expected_wanted);
    EXPECT_NE(all.hash, some.hash);
    EXPECT_EQ(all.hash, need(peel_all(device(), bodies)).hash);
}

TEST_P(PeelAll, PixelsAreNoLargerThanThePrecision) {
    const PeelingOptions options{.precision = 0.02};
    const PeeledAssembly all = need(peel_all(device(), bodies, options));
    for (const PeeledBodies& pair : all.pairs) {
        EXPECT_LE(pair.found.report.pixel_size, 0.02);
        EXPECT_GT(pair.found.report.pixel_size, 0.01) << "nor much smaller";
    }
    const PeeledPairs single = need(imagespace::surface_peeling(
        device(), {ball.view()}, {ball.view(), translation({1, 0, 0})}, {.precision = 0.005}));
    EXPECT_LE(single.report.pixel_size, 0.005);
    EXPECT_GT(single.report.pixel_size, 0.0045);
    EXPECT_FALSE(peel_all(device(), bodies, {.precision = 1e-9})) << "more pixels than there are";
    EXPECT_FALSE(peel_all(device(), bodies, {.precision = 0}));
    EXPECT_FALSE(peel_all(device(), bodies, {.precision = std::nan("")}));
}

TEST_P(PeelAll, NamesTheBodyItRefusesAndTakesNone) {
    Mesh broken = ball;
    broken.positions[3].x = std::nan("");
    bodies[5] = {broken.view()};
    const auto refused = peel_all(device(), bodies);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "body 5: vertex 3 is not finite");
    EXPECT_TRUE(need(peel_all(device(), {})).pairs.empty());
    const Mesh nothing;
    const std::vector<Body> empty{{nothing.view()}, {ball.view()}};
    EXPECT_TRUE(need(peel_all(device(), empty)).pairs.empty());
}

TEST_P(PeelAll, ACancelledCallClaimsNothing) {
    const Context context;
    context.cancel();
    const PeeledAssembly all = need(peel_all(device(), bodies, {}, {}, context));
    EXPECT_TRUE(all.partial);
    for (const PeeledBodies& pair : all.pairs) {
        EXPECT_TRUE(pair.found.interference.partial);
        EXPECT_TRUE(pair.found.interference.pairs.empty());
    }
}

/// Rigid bodies that move, a cloth that waves and one that is replaced.
TEST_P(PeelAll, AWorldThatPeelsSaysWhatItSaysWithout) {
    for (const Detail detail : {Detail::Pairs, Detail::Verdict, Detail::Curves}) {
        const WorldOptions plain_options{.margin = 0.1, .detail = detail};
        WorldOptions options = plain_options;
        options.narrow_phase = imagespace::PeelingNarrowPhase{
            &device(), {.search = PeelingSearch::Conservative, .resolution = 128}};
        World plain(plain_options);
        World peeling(options);
        std::vector<BodyId> ids;
        for (std::size_t i = 0; i < 9; ++i) {
            const Mesh& mesh = i % 3 == 0 ? ball : i % 3 == 1 ? box : cloth;
            Rigid pose = bodies[i].pose;
            pose.translation = pose.translation * 0.5;
            ids.push_back(need(plain.add(mesh, {.pose = pose})));
            EXPECT_EQ(need(peeling.add(mesh, {.pose = pose})), ids.back());
        }
        std::size_t given = 0;
        for (int frame = 0; frame < 4; ++frame) {
            for (World* world : {&plain, &peeling}) {
                Rigid pose = bodies[1].pose;
                pose.translation = {0.2 * frame, 0, 0};
                need(world->move(ids[1], pose));
                std::vector<Vec3d> waves = cloth.positions;
                for (Vec3d& p : waves) {
                    p.z += 0.2 * std::sin(3 * p.x + frame);
                }
                need(world->deform(ids[2], waves));
                if (frame == 2) {
                    need(world->deform(ids[0], scenes::bumpy_sphere({.triangles = 600})));
                }
            }
            const WorldStep expected = need(plain.step());
            const WorldStep found = need(peeling.step());
            EXPECT_EQ(found.hash, expected.hash) << frame;
            EXPECT_EQ(found.interfering, expected.interfering) << frame;
            EXPECT_EQ(found.asked_exact, expected.asked_exact) << frame;
            for (const WorldPair& pair : found.pairs) {
                given += pair.decided_by == DecidedBy::Given ? 1 : 0;
            }
        }
        EXPECT_GT(given, 10U);
    }
}

TEST_P(PeelAll, AWorldHearsOfANarrowPhaseThatFails) {
    World world({.narrow_phase = [](auto, auto pairs, const auto&, const auto&) {
        return Expected<std::vector<Interference>>(std::vector<Interference>(pairs.size() + 1));
    }});
    need(world.add(ball));
    need(world.add(ball, {.pose = translation({0.5, 0, 0})}));
    const auto step = world.step();
    ASSERT_FALSE(step);
    EXPECT_EQ(step.error().message, "narrow phase: it gave 2 answers for 1 pairs");
}

IMPINGE_ON_EVERY_DEVICE(PeelAll);

TEST(Atlas, OneWindowGetsAllPixelsAndManyShareThem) {
    using imagespace::shared_resolutions;
    using Size = imagespace::Size2<double>;
    EXPECT_EQ(shared_resolutions(std::vector<Size>{{3, 2}}, 512), std::vector<int>{512});
    EXPECT_TRUE(shared_resolutions({}, 512).empty());
    EXPECT_EQ(shared_resolutions(std::vector<Size>(4, {1, 1}), 512),
              (std::vector<int>{256, 256, 256, 256}));
    EXPECT_EQ(shared_resolutions(std::vector<Size>(1000, {1, 1}), 512), std::vector<int>(1000, 64));
    // Pixels of one size; the small one gets its least.
    EXPECT_EQ(shared_resolutions(std::vector<Size>{{4, 4}, {2, 1}, {0.01, 0.01}}, 400),
              (std::vector<int>{378, 189, 64}));
    EXPECT_EQ(shared_resolutions(std::vector<Size>(3, {0, 0}), 100), std::vector<int>(3, 100));
    EXPECT_EQ(shared_resolutions(std::vector<Size>(9, {1, 1}), 8), std::vector<int>(9, 8));
}

TEST(Atlas, WindowsLieWithinTheTargetAndApart) {
    Random random(8);
    std::vector<imagespace::Size2<int>> windows;
    for (int i = 0; i < 200; ++i) {
        windows.push_back({1 + static_cast<int>(random.uniform(0, 200)),
                           1 + static_cast<int>(random.uniform(0, 200))});
    }
    windows.push_back({700, 30}); // wider than a target: it has one to itself
    std::vector<int> seen(windows.size(), 0);
    const auto atlases = imagespace::pack_windows(windows, 512);
    std::size_t pixels = 0;
    for (const imagespace::Atlas& atlas : atlases) {
        std::vector<char> taken(static_cast<std::size_t>(atlas.size.width) *
                                static_cast<std::size_t>(atlas.size.height));
        pixels += taken.size();
        for (std::size_t i = 0; i < atlas.windows.size(); ++i) {
            const raster::PixelArea& place = atlas.places[i];
            ++seen[atlas.windows[i]];
            EXPECT_EQ(place.width, windows[atlas.windows[i]].width);
            EXPECT_EQ(place.height, windows[atlas.windows[i]].height);
            EXPECT_EQ(place.x % raster::area_alignment, 0);
            ASSERT_LE(place.x + place.width, atlas.size.width);
            ASSERT_LE(place.y + place.height, atlas.size.height);
            for (int y = place.y; y < place.y + place.height; ++y) {
                for (int x = place.x; x < place.x + place.width; ++x) {
                    char& pixel = taken[static_cast<std::size_t>(y * atlas.size.width + x)];
                    ASSERT_EQ(pixel, 0);
                    pixel = 1;
                }
            }
        }
    }
    EXPECT_EQ(seen, std::vector<int>(windows.size(), 1));
    EXPECT_LT(atlases.size(), 20U) << pixels;
    EXPECT_TRUE(imagespace::pack_windows({}, 512).empty());
}

} // namespace
} // namespace impinge::tests
