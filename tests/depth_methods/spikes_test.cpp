// SPDX-License-Identifier: Apache-2.0
//
// Spikes thinner than a pixel: which parts of a body they are, and that none that reaches into
// another body is missed, though pixels do not see it.
#include "base/random.hpp"
#include "depth_methods/layer_order.hpp"
#include "depth_methods/proof/confirm.hpp"
#include "depth_methods/proof/spike_contacts.hpp"
#include "depth_methods/proof/thin_spikes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/depth_methods/spiked_bodies.hpp"
#include "tests/imagespace/placed_bodies.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <algorithm>

namespace impinge::tests {
namespace {

using namespace imagespace;

using Spike = std::vector<std::uint32_t>;

bool has_corner_above(const Mesh& mesh, const Spike& spike, double z) {
    return std::any_of(spike.begin(), spike.end(), [&](std::uint32_t triangle) {
        return std::ranges::any_of(mesh.triangles[triangle], [&](std::uint32_t corner) {
            return mesh.positions[corner].z > z;
        });
    });
}

TEST(ThinSpikes, NeedlesOfAnyTriangulationAreOneSpike) {
    for (const int rings : {1, 2, 30, 300}) {
        for (const std::uint32_t sides : {3U, 4U, 6U, 16U}) {
            const Mesh needle = pin({.width = 0.01, .sides = sides, .rings = rings});
            const auto spikes = thin_spikes(needle.view(), 0.1);
            ASSERT_EQ(spikes.size(), 1U) << rings << ' ' << sides;
            EXPECT_TRUE(has_corner_above(needle, spikes[0], 2.99));
            EXPECT_GE(spikes[0].size(), sides * static_cast<std::size_t>(rings));
            // The head is not part of it.
            EXPECT_LT(spikes[0].size(), needle.triangles.size() - 2 * sides);
        }
    }
}

TEST(ThinSpikes, AreThoseOfThePixelSize) {
    const Mesh needle = pin({.width = 0.1, .rings = 10});
    EXPECT_EQ(thin_spikes(needle.view(), 0.1).size(), 1U);
    EXPECT_TRUE(thin_spikes(needle.view(), 0.001).empty());
    EXPECT_TRUE(thin_spikes(needle.view(), 0).empty());
}

TEST(ThinSpikes, TipsOfLongPyramidsAreSpikesBluntOrNot) {
    // The base is ten pixels wide; near the tip it is thin over hundreds of pixels.
    const Mesh sharp = meshed(square_pyramid({0, 0, 1000}, 0, 5));
    EXPECT_EQ(thin_spikes(sharp.view(), 1).size(), 1U);
    const Mesh blunt = turned_on_a_lathe({{0, 5}, {1000, 0.05}}, 5);
    ASSERT_TRUE(diagnose(blunt.view())->solid());
    EXPECT_EQ(thin_spikes(blunt.view(), 1).size(), 1U);
    const Mesh stout = meshed(square_pyramid({0, 0, 10}, 0, 5));
    EXPECT_TRUE(thin_spikes(stout.view(), 1).empty());
}

TEST(ThinSpikes, FinsAndBladesAreSpikes) {
    const Mesh fin =
        meshed(cells({{"###", "###", "###"}, {"...", "###", "..."}}, {0, 0, 0}, {10, 0.5, 10}));
    EXPECT_FALSE(thin_spikes(fin.view(), 0.4).empty());
    const auto blade = [](double width, double edge) {
        return meshed(upright_prism({{0, 0}, {width, 0}, {width / 2, 100}}, 0, edge));
    };
    for (const double edge : {10, 100, 300}) {
        EXPECT_EQ(thin_spikes(blade(44, edge).view(), 1).size(), 1U) << edge;
        EXPECT_TRUE(thin_spikes(blade(80, edge).view(), 1).empty()) << edge;
    }
}

TEST(ThinSpikes, NarrowCracksAreNone) {
    // The same profile as a blade, but cut out of a block.
    PolyMesh block = upright_prism(
        {{0, 0}, {20, 100}, {200, 100}, {200, -100}, {-200, -100}, {-200, 100}, {-20, 100}}, 0, 50);
    for (Loop& face : block.faces) {
        // Fans around the bottom of the crack, from where all of the profile is seen.
        const auto bottom = std::find_if(face.begin(), face.end(),
                                         [](std::uint32_t vertex) { return vertex % 7 == 0; });
        if (face.size() == 7) {
            std::rotate(face.begin(), bottom, face.end());
        }
    }
    const Mesh cracked = meshed(inside_out(block));
    ASSERT_TRUE(diagnose(cracked.view())->solid());
    ASSERT_FALSE(diagnose(cracked.view())->inside_out);
    EXPECT_TRUE(thin_spikes(cracked.view(), 1).empty());
}

TEST(ThinSpikes, WhatIsShorterThanFourPixelsIsNone) {
    EXPECT_EQ(thin_spikes(pin({.length = 1.6, .width = 0.01}).view(), 0.1).size(), 1U);
    EXPECT_TRUE(thin_spikes(pin({.length = 1.2, .width = 0.01}).view(), 0.1).empty());
}

TEST(ThinSpikes, ABodyThatIsThinAllOverIsOneSpike) {
    const Mesh sheet = meshed(box({0, 0, 0}, {10, 10, 0.01}));
    const auto spikes = thin_spikes(sheet.view(), 0.1);
    ASSERT_EQ(spikes.size(), 1U);
    EXPECT_EQ(spikes[0].size(), sheet.triangles.size());
}

TEST(ThinSpikes, BodiesWithoutThinPartsHaveNone) {
    EXPECT_TRUE(thin_spikes({}, 1).empty());
    EXPECT_TRUE(thin_spikes(meshed(cube({0, 0, 0}, 1)).view(), 0.02).empty());
    EXPECT_TRUE(thin_spikes(meshed(octahedron({0, 0, 0}, 1)).view(), 0.02).empty());
    const Mesh sphere = scenes::bumpy_sphere({.triangles = 5000});
    EXPECT_TRUE(thin_spikes(sphere.view(), 0.02).empty());
    const Mesh corner = meshed(tetrahedron({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}),
                               {.seed = 3, .splits = Splits::All});
    EXPECT_TRUE(thin_spikes(corner.view(), 0.02).empty());
}

TEST(ThinSpikes, PartsThatLieFlushAreNotThin) {
    Mesh two = meshed(cube({0, 0, 0}, 1));
    append(two, meshed(cube({1, 0, 0}, 1)));
    EXPECT_TRUE(thin_spikes(two.view(), 0.02).empty());
}

TEST(ThinSpikes, DoNotDependOnSharedIndicesNormalsOrThreads) {
    const Mesh needle = pin({.rings = 20});
    const auto expected = thin_spikes(needle.view(), 0.1);
    Mesh soup;
    Mesh inverted = needle;
    for (TriangleIndices& triangle : inverted.triangles) {
        for (const std::uint32_t corner : triangle) {
            soup.positions.push_back(needle.positions[corner]);
        }
        const auto end = static_cast<std::uint32_t>(soup.positions.size());
        soup.triangles.push_back({end - 3, end - 2, end - 1});
        std::swap(triangle[0], triangle[1]);
    }
    EXPECT_EQ(thin_spikes(soup.view(), 0.1), expected);
    EXPECT_EQ(thin_spikes(inverted.view(), 0.1), expected);
    EXPECT_EQ(thin_spikes(needle.view(), 0.1, Context(1)), expected);
}

using SpikeContacts = EveryDevice;
IMPINGE_ON_EVERY_DEVICE(SpikeContacts);

constexpr int resolution = 64;

/// Two bodies in the view a query would choose.
struct Scene {
    Uploaded a;
    Uploaded b;
    raster::View view;

    Scene(raster::Device& device, const Mesh& mesh_a, const Rigid& pose_a, const Mesh& mesh_b,
          const Rigid& pose_b)
        : a(device, mesh_a, pose_a), b(device, mesh_b, pose_b) {
        const auto zone = collision_zone(a.placed(), b.placed());
        view = need(zone_view(first_direction(*zone), *zone, a.placed(), b.placed(), resolution));
    }

    [[nodiscard]] bool pixels_see_an_overlap() const {
        std::vector<PixelPlace> places;
        for (std::uint32_t y = 0; y < static_cast<std::uint32_t>(view.height); ++y) {
            for (std::uint32_t x = 0; x < static_cast<std::uint32_t>(view.width); ++x) {
                places.push_back({x, y});
            }
        }
        const auto layers = need(pixel_layers(view, a.side(), b.side(), places, {}));
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (layers_overlap(layers.at(i), EqualDepths::Apart)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] std::optional<Interference> ask(raster::Device& device) const {
        const double pixel = raster::pixel_size(view);
        const auto spikes_a = thin_spikes(a.mesh.view(), pixel / a.pose.scale);
        const auto spikes_b = thin_spikes(b.mesh.view(), pixel / b.pose.scale);
        const Body body_a = a.body();
        const Body body_b = b.body();
        return need(spike_contacts(device, view, {body_a, spikes_a, a.geometry.get()},
                                   {body_b, spikes_b}, {}));
    }
    [[nodiscard]] Interference exact() const {
        return need(collide(a.body(), b.body(), {.detail = Detail::Pairs}));
    }
};

/// A pin whose tip is at a point, its needle along a direction (to where it points).
Rigid with_tip_at(Vec3d tip, Vec3d direction, const Pin& shape, double scale) {
    const Vec3d axis = cross({0, 0, 1}, direction);
    Rigid pose = rotation(axis, std::atan2(length(axis), direction.z));
    pose.scale = scale;
    pose.translation = tip - direction * (shape.length * scale);
    return pose;
}

/// The outside is a ball of radius 1 at the origin: the tip of the pin is `depth` below its
/// surface.
struct Poke {
    Vec3d outward;
    Vec3d direction;
    double depth = 0;
};

Poke random_poke(Random& random, double least, double most) {
    const Vec3d outward = random_direction(random);
    Vec3d direction = -outward + random_direction(random) * 0.6;
    direction = direction * (1 / length(direction));
    return {outward, direction, random.uniform(least, most)};
}

/// A pixel is about a thirtieth of the head, which is about as wide as the window.
constexpr Pin thin_pin{.head = 1, .length = 3, .width = 0.0015, .sides = 5, .rings = 3};

TEST_P(SpikeContacts, NeedlesThatPokeInAreFoundThoughPixelsMissThem) {
    Random random(1);
    std::size_t missed = 0;
    const std::size_t cases = scaled(100);
    const Mesh ball = scenes::bumpy_sphere({.triangles = 1000, .amplitude = 0});
    const Mesh needle = pin(thin_pin);
    for (std::size_t i = 0; i < cases; ++i) {
        const Poke poke = random_poke(random, 0.1, 0.4);
        const Rigid pose = with_tip_at(poke.outward * (1 - poke.depth), poke.direction, thin_pin,
                                       random.uniform(0.7, 1.3));
        const bool needle_is_a = random.unit() < 0.5;
        const Scene scene = needle_is_a ? Scene(device(), needle, pose, ball, {})
                                        : Scene(device(), ball, {}, needle, pose);
        const Interference exact = scene.exact();
        ASSERT_EQ(exact.verdict, Verdict::Crossing) << i;
        ASSERT_LT(thin_pin.width * pose.scale, raster::pixel_size(scene.view) / 10);
        missed += scene.pixels_see_an_overlap() ? 0 : 1;
        const auto found = scene.ask(device());
        ASSERT_TRUE(found) << i;
        ASSERT_EQ(found->verdict, Verdict::Crossing);
        ASSERT_EQ(found->certainty, Certainty::Exact);
        ASSERT_GT(found->crossing_pairs, 0U);
        ASSERT_TRUE(std::includes(exact.pairs.begin(), exact.pairs.end(), found->pairs.begin(),
                                  found->pairs.end()));
    }
    EXPECT_GT(missed, cases * 3 / 4) << "pixels see nearly all of them anyway";
}

TEST_P(SpikeContacts, NeedlesBesideTheBodyAreNotReported) {
    Random random(2);
    std::size_t met = 0;
    const std::size_t cases = scaled(60);
    const Mesh ball = scenes::bumpy_sphere({.triangles = 1000, .amplitude = 0});
    const Mesh needle = pin(thin_pin);
    for (std::size_t i = 0; i < cases; ++i) {
        // Past the ball within a pixel or so.
        const Vec3d outward = random_direction(random);
        const Vec3d along = cross(outward, random_direction(random));
        const Vec3d direction = along * (1 / length(along));
        const Rigid pose = with_tip_at(outward * random.uniform(1.005, 1.05) + direction * 0.5,
                                       direction, thin_pin, 1);
        const Uploaded a(device(), needle, pose);
        const Uploaded b(device(), ball);
        if (!collision_zone(a.placed(), b.placed())) {
            continue;
        }
        const Scene scene(device(), needle, pose, ball, {});
        ASSERT_EQ(scene.exact().verdict, Verdict::Apart);
        ASSERT_FALSE(scene.ask(device())) << i;
        ++met;
    }
    EXPECT_GT(met, cases / 2);
}

TEST_P(SpikeContacts, NeedlesThroughNeedlesAreFound) {
    // Both bodies are too thin for the pixels where they meet.
    Random random(3);
    const Mesh needle = pin(thin_pin);
    for (std::size_t i = 0, cases = scaled(40); i < cases; ++i) {
        const Vec3d direction_a = random_direction(random);
        const Vec3d side = cross(direction_a, random_direction(random));
        const Vec3d direction_b = side * (1 / length(side));
        const Vec3d crossing = random.in_box({-5, -5, -5}, {5, 5, 5});
        const Scene scene(
            device(), needle, with_tip_at(crossing + direction_a * 0.5, direction_a, thin_pin, 1),
            needle, with_tip_at(crossing + direction_b * 0.4, direction_b, thin_pin, 1));
        ASSERT_EQ(scene.exact().verdict, Verdict::Crossing);
        ASSERT_TRUE(scene.ask(device())) << i;
    }
}

TEST_P(SpikeContacts, ALooseNeedleWithinTheOtherBodyIsFound) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 1000, .amplitude = 0});
    const Mesh splinter = turned_on_a_lathe({{-0.3, 0.0002}, {0.3, 0.0002}}, 4);
    const Rigid inside = rotation({1, 2, 3}, 1);
    const Scene scene(device(), splinter, inside, ball, {});
    const auto found = scene.ask(device());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->verdict, Verdict::AInsideB);
    EXPECT_EQ(Scene(device(), ball, {}, splinter, inside).ask(device())->verdict,
              Verdict::BInsideA);
}

TEST_P(SpikeContacts, OnlySpikesNearTheOtherBodyAreAskedAbout) {
    // One needle points up and one down, over each other as the view sees them.
    Mesh two_pins = pin({.head = 1, .length = 4, .width = 0.01});
    append(two_pins,
           moved(pin({.head = 1, .length = 4, .width = 0.01}), Rigid{.row_x = {1, 0, 0},
                                                                     .row_y = {0, -1, 0},
                                                                     .row_z = {0, 0, -1},
                                                                     .translation = {0, 0, -3}}));
    const Uploaded a(device(), two_pins);
    const Uploaded b(device(), meshed(box({-1, -1, -7.5}, {1, 1, -6})));
    const auto spikes = thin_spikes(a.mesh.view(), 0.05);
    ASSERT_EQ(spikes.size(), 2U);
    const auto view = need(raster::orthographic_view(
        {0.01, 0.02, 1}, united(box_of(a.mesh), box_of(b.mesh)), resolution, resolution));
    const Body body_a = a.body();
    const Body body_b = b.body();
    const auto near =
        need(spikes_near(device(), view, {body_a, spikes, a.geometry.get()}, {body_b, {}}));
    ASSERT_EQ(near.size(), 1U);
    EXPECT_FALSE(has_corner_above(a.mesh, spikes[near[0]], 0));

    const Body above{b.mesh.view(), translation({0, 0, 11})};
    const auto near_above =
        need(spikes_near(device(), view, {body_a, spikes, a.geometry.get()}, {above, {}}));
    ASSERT_EQ(near_above.size(), 1U);
    EXPECT_TRUE(has_corner_above(a.mesh, spikes[near_above[0]], 0));

    const Body aside{b.mesh.view(), translation({0.5, 1.5, 0})};
    EXPECT_TRUE(
        need(spikes_near(device(), view, {body_a, spikes, a.geometry.get()}, {aside, {}})).empty());
}

TEST_P(SpikeContacts, ManySpikesAreToldApart) {
    // More needles than there are marks; the other body is a bar over one column of them.
    constexpr int count = 18;
    Mesh bed;
    for (int y = 0; y < count; ++y) {
        for (int x = 0; x < count; ++x) {
            append(bed, moved(pin({.head = 0.4, .length = 3, .width = 0.01}),
                              translation({1.0 * x, 1.0 * y, 0})));
        }
    }
    const Uploaded a(device(), bed);
    const Uploaded b(device(), meshed(box({0.7, -0.3, 2.9}, {1.3, 17.3, 4})));
    const auto spikes = thin_spikes(bed.view(), 0.1);
    ASSERT_EQ(spikes.size(), count * count);
    const auto view = need(raster::orthographic_view(
        {0, 0, 1}, united(box_of(a.mesh), box_of(b.mesh)), 3 * resolution, 3 * resolution));
    const Body body_a = a.body();
    const Body body_b = b.body();
    std::vector<std::size_t> met;
    for (std::size_t y = 0; y < count; ++y) {
        met.push_back(y * count + 1);
    }
    EXPECT_EQ(need(spikes_near(device(), view, {body_a, spikes}, {body_b, {}})), met);
    const auto found = need(spike_contacts(device(), view, {body_a, spikes}, {body_b, {}}, {}));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->pairs, need(collide(body_a, body_b, {.detail = Detail::Pairs})).pairs);
}

/// The cells of a 3 by 3 grid whose middle column is thin.
PolyMesh around_thin_column(const Levels& zs, const std::vector<std::string>& layers) {
    const Levels xs{0, 1, 1.0078125, 2};
    const CellComplex complex = brick_complex(xs, xs, zs);
    const GridNumbering grid = numbering(xs, xs, zs);
    CellSet set = complex.no_cells();
    for_each_grid_cell(grid, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        set[grid.cell(x, y, z)] = layers[z][3 * y + x] == '#';
    });
    return complex.boundary(set);
}

TEST_P(SpikeContacts, NeedlesThatPassThroughEdgesOnlyAreFound) {
    // The needle goes through a face of the block exactly along edges of its triangles, so that
    // triangles only touch; that part of it lies in the block tells.
    const Mesh needle = meshed(around_thin_column({1, 3, 5}, {"....#....", "#########"}));
    const Mesh block = meshed(around_thin_column({0, 2}, {"#########"}));
    const Scene scene(device(), needle, {}, block, {});
    const Interference exact = scene.exact();
    ASSERT_EQ(exact.verdict, Verdict::Crossing);
    ASSERT_EQ(exact.crossing_pairs, 0U);
    const auto found = scene.ask(device());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->verdict, Verdict::Crossing);
    EXPECT_EQ(found->crossing_pairs, 0U);
}

TEST_P(SpikeContacts, BodiesWithoutSpikesGiveNothing) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 1000, .amplitude = 0});
    const Scene scene(device(), ball, {}, ball, translation({1, 0.3, 0}));
    ASSERT_EQ(scene.exact().verdict, Verdict::Crossing);
    EXPECT_FALSE(scene.ask(device()));
}

/// A query with and without proxies about a needle in a ball.
struct Asked {
    Sampled ignoring;
    Sampled with_proxies;
};

Asked ask_about_poke(raster::Device& device, const Mesh& needle, const Mesh& ball, Random& random) {
    const Poke poke = random_poke(random, 0.1, 0.4);
    const Body a{needle.view(), with_tip_at(poke.outward * (1 - poke.depth), poke.direction,
                                            thin_pin, random.uniform(0.7, 1.3))};
    const Body b{ball.view()};
    SampledOptions options{.resolution = resolution};
    Asked asked;
    asked.ignoring = need(sampled_collide(device, a, b, options));
    options.spikes = Spikes::Proxies;
    asked.with_proxies = need(sampled_collide(device, a, b, options));
    return asked;
}

TEST_P(SpikeContacts, QueriesFindNeedlesIfAsked) {
    Random random(4);
    std::size_t missed = 0;
    const std::size_t cases = scaled(50);
    const Mesh ball = scenes::bumpy_sphere({.triangles = 1000, .amplitude = 0});
    const Mesh needle = pin(thin_pin);
    for (std::size_t i = 0; i < cases; ++i) {
        const Asked asked = ask_about_poke(device(), needle, ball, random);
        const bool misses = asked.ignoring.interference.verdict == Verdict::Apart;
        missed += misses ? 1 : 0;
        const Interference& found = asked.with_proxies.interference;
        ASSERT_EQ(found.verdict, Verdict::Crossing) << i;
        ASSERT_EQ(found.certainty, misses ? Certainty::Exact : Certainty::Sampled);
        ASSERT_EQ(found.pairs.empty(), !misses);
        ASSERT_TRUE(asked.with_proxies.settled);
    }
    EXPECT_GT(missed, cases * 3 / 4) << "pixels see nearly all of them anyway";
}

TEST_P(SpikeContacts, QueriesAboutBodiesWithoutSpikesAnswerTheSame) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 1000});
    for (const double distance : {1.7, 2.05}) {
        const Body a{ball.view()};
        const Body b{ball.view(), translation({distance * 0.8, distance * 0.6, 0})};
        SampledOptions options{.resolution = resolution};
        const auto ignoring = need(sampled_collide(device(), a, b, options));
        options.spikes = Spikes::Proxies;
        const auto with_proxies = need(sampled_collide(device(), a, b, options));
        EXPECT_EQ(ignoring.interference.verdict, with_proxies.interference.verdict);
        EXPECT_EQ(ignoring.interference.hash, with_proxies.interference.hash);
        EXPECT_EQ(with_proxies.interference.certainty, Certainty::Sampled);
    }
}

} // namespace
} // namespace impinge::tests
