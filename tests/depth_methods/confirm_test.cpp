// SPDX-License-Identifier: Apache-2.0
//
// Overlaps that pixels show, proved or refuted by the exact engine. Everything found is held
// against collide() on the whole bodies.
#include "depth_methods/proof/confirm.hpp"

#include "base/random.hpp"
#include "depth_methods/layer_order.hpp"
#include "exact/result_hash.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/imagespace/placed_bodies.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impinge::tests {
namespace {

using namespace imagespace;

raster::View view_of(const Body& a, const Body& b, int resolution) {
    const auto placed = [](const Body& body) {
        Box3 box;
        for (std::size_t i = 0; i < body.mesh.vertex_count(); ++i) {
            box = extend(box, body.mesh.position(i));
        }
        return Placed{box, body.pose};
    };
    const auto zone = collision_zone(placed(a), placed(b));
    return need(zone_view(first_direction(*zone), *zone, placed(a), placed(b), resolution));
}

std::vector<PixelPlace> all_pixels(const raster::View& view) {
    const raster::PixelArea area = raster::shown_area(view);
    std::vector<PixelPlace> places;
    for (std::uint32_t y = 0; y < static_cast<std::uint32_t>(area.height); ++y) {
        for (std::uint32_t x = 0; x < static_cast<std::uint32_t>(area.width); ++x) {
            places.push_back({x, y});
        }
    }
    return places;
}

std::vector<PixelPlace> overlapping_pixels(const Body& a, const Body& b, const raster::View& view) {
    const auto places = all_pixels(view);
    const auto layers = need(pixel_layers(view, {.mesh = a.mesh, .pose = a.pose},
                                          {.mesh = b.mesh, .pose = b.pose}, places, {}));
    std::vector<PixelPlace> overlapping;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (layers_overlap(layers.at(i), EqualDepths::Apart)) {
            overlapping.push_back(places[i]);
        }
    }
    return overlapping;
}

Interference exact(const Body& a, const Body& b) {
    return need(collide(a, b, {.detail = Detail::Pairs}));
}

void expect_same_answer(const Interference& found, const Interference& expected) {
    EXPECT_EQ(found.verdict, expected.verdict);
    EXPECT_EQ(found.pairs, expected.pairs);
    EXPECT_EQ(found.hash, expected.hash);
}

bool is_subset(const Interference& some, const Interference& all) {
    return std::includes(all.pairs.begin(), all.pairs.end(), some.pairs.begin(), some.pairs.end());
}

/// Confirms many overlaps of two bumpy spheres and counts how the proofs came about.
struct Proofs {
    std::size_t overlaps = 0;
    std::size_t by_parts = 0;

    void add(const Body& a, const Body& b, std::span<const PixelPlace> overlapping,
             const raster::View& view) {
        if (overlapping.empty()) {
            return;
        }
        ++overlaps;
        const Interference proof = need(confirm(a, b, view, overlapping, {}));
        const Interference all = exact(a, b);
        ASSERT_EQ(proof.verdict, all.verdict);
        ASSERT_EQ(proof.certainty, Certainty::Exact);
        ASSERT_TRUE(is_subset(proof, all));
        ASSERT_EQ(proof.crossing_pairs + proof.touching_pairs, proof.pairs.size());
        ASSERT_GT(proof.crossing_pairs, 0U);
        ASSERT_EQ(proof.hash, hash_of(proof));
        by_parts += proof.counters.triangles_in_region < all.counters.triangles_in_region ? 1 : 0;
    }
};

Rigid beside(Random& random, double distance) {
    Rigid pose = turn_of_any_angle(random);
    pose.translation = random_direction(random) * distance;
    return pose;
}

TEST(Confirm, FindsSomeOfTheExactPairs) {
    Random random(1);
    const Mesh mesh_a = scenes::bumpy_sphere({.triangles = 3000, .seed = 1});
    const Mesh mesh_b = scenes::bumpy_sphere({.triangles = 2000, .seed = 2});
    Proofs proofs;
    const std::size_t cases = scaled(60);
    for (std::size_t i = 0; i < cases; ++i) {
        Rigid pose_b = beside(random, random.uniform(1.6, 2.0));
        pose_b.scale = random.uniform(0.9, 1.1);
        const Body a{mesh_a.view(), turn_of_any_angle(random)};
        const Body b{mesh_b.view(), pose_b};
        const raster::View view = view_of(a, b, 64);
        proofs.add(a, b, overlapping_pixels(a, b, view), view);
    }
    EXPECT_GT(proofs.overlaps, cases / 2);
    EXPECT_GT(proofs.by_parts, proofs.overlaps * 9 / 10);
}

TEST(Confirm, OnePixelIsOftenEnough) {
    Random random(2);
    const Mesh mesh = scenes::bumpy_sphere({.triangles = 3000});
    Proofs proofs;
    const std::size_t cases = scaled(60);
    for (std::size_t i = 0; i < cases; ++i) {
        const Body a{mesh.view(), turn_of_any_angle(random)};
        const Body b{mesh.view(), beside(random, random.uniform(1.7, 2.0))};
        const raster::View view = view_of(a, b, 64);
        const auto overlapping = overlapping_pixels(a, b, view);
        proofs.add(a, b, std::span(overlapping).first(std::min<std::size_t>(overlapping.size(), 1)),
                   view);
    }
    EXPECT_GT(proofs.overlaps, cases / 2);
    EXPECT_GT(proofs.by_parts, proofs.overlaps / 2);
}

TEST(Confirm, PlacesFloatsAsTheWholeBodyDoes) {
    Random random(3);
    const Mesh mesh = scenes::bumpy_sphere({.triangles = 3000});
    std::vector<Vec3f> floats;
    for (const Vec3d& p : mesh.positions) {
        floats.push_back(
            {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
    }
    const MeshView view_of_floats(floats, mesh.triangles);
    Proofs proofs;
    for (std::size_t i = 0; i < 20; ++i) {
        Rigid pose_b = beside(random, 1.9);
        pose_b.translation = pose_b.translation + Vec3d{1e5, 0, 0};
        Rigid pose_a = turn_of_any_angle(random);
        pose_a.translation = {1e5, 0, 0};
        const Body a{view_of_floats, pose_a};
        const Body b{view_of_floats, pose_b};
        const raster::View view = view_of(a, b, 64);
        proofs.add(a, b, overlapping_pixels(a, b, view), view);
    }
    EXPECT_GT(proofs.by_parts, 10U);
}

TEST(Confirm, PixelsOfTheShownPartAreMeant) {
    const Mesh mesh = scenes::bumpy_sphere({.triangles = 3000});
    const Body a{mesh.view()};
    const Body b{mesh.view(), translation({1.2, 1.2, 0})};
    raster::View view = view_of(a, b, 128);
    const auto whole = overlapping_pixels(a, b, view);
    ASSERT_FALSE(whole.empty());
    const PixelPlace middle = whole[whole.size() / 2];
    view.shown = {static_cast<int>(middle.x) - 1, static_cast<int>(middle.y) - 1, 3, 3};
    const auto shown = overlapping_pixels(a, b, view);
    ASSERT_FALSE(shown.empty());
    EXPECT_EQ(need(confirm(a, b, view, shown, {})).verdict, Verdict::Crossing);
}

TEST(Confirm, TellsNestedBodiesByTheWholeBodies) {
    const Mesh outer = scenes::bumpy_sphere({.triangles = 3000});
    const Mesh inner = scenes::bumpy_sphere({.triangles = 2000, .radius = 0.3});
    const Body a{outer.view()};
    const Body b{inner.view(), translation({0.1, 0.2, 0})};
    const raster::View view = view_of(a, b, 32);
    const auto overlapping = overlapping_pixels(a, b, view);
    ASSERT_GT(overlapping.size(), 100U);
    expect_same_answer(need(confirm(a, b, view, overlapping, {})), exact(a, b));
    EXPECT_EQ(need(confirm(a, b, view, overlapping, {})).verdict, Verdict::BInsideA);
    const raster::View mirrored_view = view_of(b, a, 32);
    EXPECT_EQ(
        need(confirm(b, a, mirrored_view, overlapping_pixels(b, a, mirrored_view), {})).verdict,
        Verdict::AInsideB);
}

TEST(Confirm, RefutesAnOverlapThatRoundingInvented) {
    // Two pyramids on the two sides of one slanted square: depths of the two bottoms, which are cut
    // into triangles differently, are rounded differently.
    Random random(4);
    std::size_t invented = 0;
    for (std::size_t i = 0, cases = scaled(50); i < cases; ++i) {
        const Vec3d corner = random.in_box({-1, -1, -1}, {1, 1, 1});
        const Vec3d side_u = random.in_box({0.3, -0.1, -1}, {1, 0.1, 1});
        const Vec3d side_v = random.in_box({-0.1, 0.3, -1}, {0.1, 1, 1});
        const auto on_grid = [](Vec3d v) {
            const auto snap = [](double x) { return std::round(x * 1024) / 1024; };
            return Vec3d{snap(v.x), snap(v.y), snap(v.z)};
        };
        const Vec3d p = on_grid(corner);
        const Vec3d u = on_grid(side_u);
        const Vec3d v = on_grid(side_v);
        const std::vector<Vec3d> square{p, p + u, p + u + v, p + v};
        const std::vector<Vec3d> reversed{p + u, p, p + v, p + u + v};
        const Vec3d normal = cross(u, v);
        const Vec3d centre = p + (u + v) * 0.5;
        const Mesh above = meshed(pyramid(square, centre + normal));
        const Mesh below = meshed(pyramid(reversed, centre - normal));
        const Body a{above.view()};
        const Body b{below.view()};
        ASSERT_EQ(exact(a, b).verdict, Verdict::Touching);
        const auto view = need(raster::orthographic_view({0.1, 0.2, 1}, box_of(above), 64, 64));
        const auto overlapping = overlapping_pixels(a, b, view);
        invented += overlapping.empty() ? 0 : 1;
        expect_same_answer(need(confirm(a, b, view, overlapping, {})), exact(a, b));
        expect_same_answer(need(confirm(a, b, view, all_pixels(view), {})), exact(a, b));
    }
    EXPECT_GT(invented, scaled(50) / 4) << "nothing to refute";
}

TEST(Confirm, PassesRefusalsOn) {
    Mesh broken = meshed(cube({0, 0, 0}, 1));
    const Mesh good = broken;
    broken.triangles[3][1] = 99;
    const auto view = need(raster::orthographic_view({0, 0, 1}, box_of(good), 8, 8));
    EXPECT_FALSE(confirm({good.view()}, {broken.view()}, view, {}, {}));
}

} // namespace
} // namespace impinge::tests
