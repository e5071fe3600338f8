// SPDX-License-Identifier: Apache-2.0
//
// Rays against what the software device draws, triangle by triangle and bit for bit.
#include "imagespace/pixel_layers.hpp"

#include "base/random.hpp"
#include "raster/local_mesh.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace impinge::tests {
namespace {

using imagespace::Layer;
using imagespace::Owner;
using imagespace::PixelLayers;
using imagespace::PixelPlace;
using imagespace::Side;

std::vector<PixelPlace> all_pixels(int width, int height) {
    std::vector<PixelPlace> pixels;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            pixels.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
        }
    }
    return pixels;
}

Side side_of(const Mesh& mesh, const Rigid& pose = {}) { return {nullptr, mesh.view(), pose}; }

PixelLayers layers_of(const raster::View& view, const Side& a, const Side& b,
                      const std::vector<PixelPlace>& pixels, unsigned threads = 2) {
    return need(imagespace::pixel_layers(view, a, b, pixels, Context(threads)));
}

struct Drawn {
    float depth = 0;
    bool front = false;

    friend bool operator==(const Drawn&, const Drawn&) = default;
};

/// By pixel and triangle.
using DrawnLayers = std::map<std::array<std::size_t, 2>, Drawn>;

/// Every triangle drawn alone; the vertices of all stay, as triangles of a point, since they say
/// where the floats of a mesh are measured from.
DrawnLayers draw_one_by_one(const raster::View& view, const Side& side) {
    const auto device = need(raster::make_device(raster::DeviceKind::Software));
    const raster::PixelArea area = raster::shown_area(view);
    const auto target = need(device->make_target(area.width, area.height));
    DrawnLayers drawn;
    const auto triangles = side.mesh.triangles();
    raster::Pass pass{.depth_compare = raster::Compare::Always};
    pass.stencil.front.passes = raster::StencilOp::Increment;
    pass.stencil.back.passes = raster::StencilOp::Decrement;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        Mesh alone;
        alone.triangles = {triangles[t]};
        for (std::uint32_t v = 0; v < side.mesh.vertex_count(); ++v) {
            alone.positions.push_back(side.mesh.position(v));
            alone.triangles.push_back({v, v, v});
        }
        const auto geometry = need(device->upload(alone.view()));
        need(device->clear(*target, {.stencil = std::uint8_t{128}}));
        need(device->draw(*target, view, pass, {.geometry = geometry.get(), .pose = side.pose}));
        const auto depth = need(device->read_depth(*target));
        const auto stencil = need(device->read_stencil(*target));
        for (std::size_t pixel = 0; pixel < depth.size(); ++pixel) {
            if (stencil[pixel] != 128) {
                drawn[{pixel, t}] = {depth[pixel], stencil[pixel] == 129};
            }
        }
    }
    return drawn;
}

DrawnLayers of_owner(const PixelLayers& layers, Owner owner) {
    DrawnLayers found;
    for (std::size_t pixel = 0; pixel < layers.layers.size(); ++pixel) {
        for (const Layer& layer : layers.at(pixel)) {
            if (layer.owner == owner) {
                const auto [place, is_new] =
                    found.insert({{pixel, layer.triangle}, {layer.depth, layer.front}});
                EXPECT_TRUE(is_new) << "a triangle was met twice";
            }
        }
    }
    return found;
}

/// Triangles of every size and shape: slivers, flat ones, some far out of the window.
Mesh random_soup(Random& random, double reach, std::size_t count) {
    Mesh mesh;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3d middle = random.in_box({-1, -1, -1}, {1, 1, 1});
        const double size = reach * (random.below(3) == 0 ? 1.0 : 0.1);
        const Vec3d a = middle + random.in_box({-size, -size, -0.2}, {size, size, 0.2});
        const Vec3d b = middle + random.in_box({-size, -size, -0.2}, {size, size, 0.2});
        const double along = random.unit();
        const Vec3d on_line = a * along + b * (1 - along);
        const Vec3d c = random.below(4) == 0
                            ? on_line + random.in_box({-1e-3, -1e-3, 0}, {1e-3, 1e-3, 0})
                            : middle + random.in_box({-size, -size, -0.2}, {size, size, 0.2});
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), {a, b, c});
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

Rigid random_pose(Random& random) {
    Rigid pose = rotation_degrees(random.in_box({-1, -1, -1}, {1, 1, 1}), random.uniform(0, 360));
    pose.translation = random.in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1});
    return pose;
}

raster::View view_of(int width, int height) {
    return need(
        raster::orthographic_view({0.3, 0.2, -1}, Box3{{-2, -2, -2}, {2, 2, 2}}, width, height));
}

void expect_what_is_drawn(const raster::View& view, const Side& a, const Side& b) {
    const raster::PixelArea area = raster::shown_area(view);
    const PixelLayers layers = layers_of(view, a, b, all_pixels(area.width, area.height));
    EXPECT_EQ(of_owner(layers, Owner::A), draw_one_by_one(view, a));
    EXPECT_EQ(of_owner(layers, Owner::B), draw_one_by_one(view, b));
}

TEST(PixelLayers, AreTheFragmentsOfTheSoftwareDeviceBitForBit) {
    std::size_t met = 0;
    for (std::uint64_t seed = 0; seed < scaled(48); ++seed) {
        Random random(seed);
        // The last reaches put corners beyond 2^24, 2^26, 2^31 and 2^41 steps.
        const double reach = std::array{0.5, 1.0, 4.0, 1e4, 6e4, 1e6, 1e9}[seed % 7];
        const Mesh a = random_soup(random, reach, 24);
        const Mesh b = random_soup(random, reach, 8);
        const auto view = view_of(random.integer(1, 40), random.integer(1, 40));
        const Side placed_a = side_of(a, random_pose(random));
        expect_what_is_drawn(view, placed_a, side_of(b, random_pose(random)));
        met += draw_one_by_one(view, placed_a).size();
        ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
    EXPECT_GT(met, scaled(48) * 100);
}

TEST(PixelLayers, AreThoseOfTheShownPart) {
    Random random(5);
    const Mesh a = random_soup(random, 1, 40);
    const Mesh b = random_soup(random, 4, 12);
    raster::View view = view_of(70, 40);
    const PixelLayers whole = layers_of(view, side_of(a), side_of(b), all_pixels(70, 40));
    view.shown = {21, 9, 33, 17};
    const PixelLayers part = layers_of(view, side_of(a), side_of(b), all_pixels(33, 17));
    ASSERT_GT(part.layers.size(), 200U);
    for (std::size_t i = 0; i < 33 * 17U; ++i) {
        const auto seen = part.at(i);
        const auto expected = whole.at((i / 33 + 9) * 70 + i % 33 + 21);
        ASSERT_TRUE(std::ranges::equal(seen, expected)) << "pixel " << i;
    }
}

TEST(PixelLayers, OfSomePixelsAreThoseOfAll) {
    Random random(17);
    const Mesh a = scenes::torus_knot({});
    const Mesh b = scenes::bumpy_sphere({});
    const auto view = need(raster::orthographic_view({1, 2, 3}, a.positions, 150, 131));
    const PixelLayers all = layers_of(view, side_of(a), side_of(b), all_pixels(150, 131));
    ASSERT_GT(all.layers.size(), 10'000U);
    for (const std::uint64_t one_in : {2U, 50U, 3000U}) {
        std::vector<PixelPlace> some;
        std::vector<std::size_t> places;
        for (const PixelPlace& pixel : all_pixels(150, 131)) {
            if (random.below(one_in) == 0) {
                some.push_back(pixel);
                places.push_back(pixel.y * 150U + pixel.x);
            }
        }
        const PixelLayers layers = layers_of(view, side_of(a), side_of(b), some);
        for (std::size_t i = 0; i < some.size(); ++i) {
            ASSERT_TRUE(std::ranges::equal(layers.at(i), all.at(places[i])));
        }
    }
}

TEST(PixelLayers, OfSolidsAlternateBetweenFrontAndBack) {
    const Mesh a = scenes::torus_knot({});
    const auto view = need(raster::orthographic_view({1, 2, 3}, a.positions, 200, 200));
    const PixelLayers layers = layers_of(view, side_of(a), side_of(Mesh{}), all_pixels(200, 200));
    std::size_t covered = 0;
    for (std::size_t pixel = 0; pixel < 200 * 200U; ++pixel) {
        const auto here = layers.at(pixel);
        covered += here.empty() ? 0 : 1;
        ASSERT_TRUE(std::ranges::is_sorted(here, {}, &Layer::depth));
        for (std::size_t i = 0; i < here.size(); ++i) {
            ASSERT_EQ(here[i].front, i % 2 == 0) << "pixel " << pixel;
        }
    }
    EXPECT_GT(covered, 5'000U);
}

TEST(PixelLayers, AreTheSameForAnyNumberOfThreads) {
    const Mesh a = scenes::torus_knot({});
    const Mesh b = scenes::bumpy_sphere({});
    const auto view = need(raster::orthographic_view({1, 2, 3}, a.positions, 64, 64));
    const auto one = layers_of(view, side_of(a), side_of(b), all_pixels(64, 64), 1);
    const auto three = layers_of(view, side_of(a), side_of(b), all_pixels(64, 64), 3);
    EXPECT_TRUE(one.layers == three.layers);
}

TEST(PixelLayers, OfEqualDepthComeInTheOrderStated) {
    // Two unit squares at one depth, each of both faces, for either body.
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.triangles = {{0, 2, 1}, {0, 3, 2}, {0, 1, 2}, {0, 2, 3}};
    raster::View view;
    view.min_x = 0;
    view.min_y = 0;
    view.eye = {0, 0, 0.5};
    view.width = 4;
    view.height = 4;
    const PixelLayers layers = layers_of(view, side_of(mesh), side_of(mesh), {{2, 1}});
    std::vector<std::pair<Owner, bool>> order;
    for (const Layer& layer : layers.at(0)) {
        EXPECT_EQ(layer.depth, 0.5F);
        order.emplace_back(layer.owner, layer.front);
    }
    const std::vector<std::pair<Owner, bool>> stated{
        {Owner::A, true}, {Owner::B, true}, {Owner::B, false}, {Owner::A, false}};
    EXPECT_EQ(order, stated);
}

TEST(PixelLayers, AreThoseOfAKeptMesh) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 300, .seed = 3});
    const Mesh b = scenes::bumpy_sphere({.triangles = 200, .seed = 4});
    const raster::View view = view_of(20, 20);
    const auto pixels = all_pixels(20, 20);
    const auto kept_a = need(raster::local_mesh(a.view(), raster::Parts::Triangles));
    Side with_kept = side_of(a);
    with_kept.local = &kept_a;
    const PixelLayers made = layers_of(view, side_of(a), side_of(b), pixels);
    const PixelLayers kept = layers_of(view, with_kept, side_of(b), pixels);
    EXPECT_TRUE(kept.layers == made.layers);
    EXPECT_GT(kept.layers.items().size(), 50U);

    Mesh shrunk = a;
    for (Vec3d& position : shrunk.positions) {
        position = position * 0.5;
    }
    const auto kept_shrunk = need(raster::local_mesh(shrunk.view(), raster::Parts::Triangles));
    with_kept.local = &kept_shrunk;
    EXPECT_FALSE(layers_of(view, with_kept, side_of(b), pixels).layers == made.layers)
        << "the mesh is not converted again";
}

TEST(PixelLayers, OfNoPixelsAreNone) {
    const Mesh a = scenes::bumpy_sphere({});
    const PixelLayers layers = layers_of(view_of(8, 8), side_of(a), side_of(a), {});
    EXPECT_EQ(layers.layers.size(), 0U);
    EXPECT_TRUE(layers.layers.items().empty());
}

TEST(PixelLayers, RefuseWhatMakesNoSense) {
    const Mesh mesh = scenes::bumpy_sphere({});
    const auto message = [&](const raster::View& view, const Side& a,
                             const std::vector<PixelPlace>& pixels) {
        const auto answer = imagespace::pixel_layers(view, a, side_of(mesh), pixels, Context{});
        return answer ? std::string("accepted") : answer.error().message;
    };
    const std::string disorder = "layers: the pixels are not in order, or not of the target";
    const raster::View view = view_of(8, 8);
    EXPECT_EQ(message(view, side_of(mesh), {{0, 8}}), disorder);
    EXPECT_EQ(message(view, side_of(mesh), {{8, 0}}), disorder);
    EXPECT_EQ(message(view, side_of(mesh), {{1, 1}, {0, 1}}), disorder);
    EXPECT_EQ(message(view, side_of(mesh), {{1, 1}, {1, 1}}), disorder);
    EXPECT_EQ(
        message(need(raster::perspective_view({9, 9, 9}, {}, 1, 20, 8, 8)), side_of(mesh), {}),
        "layers: the view must be orthographic");
    Rigid pose;
    pose.scale = 0;
    EXPECT_EQ(message(view, side_of(mesh, pose), {}), "pose: the scale must be positive");
}

} // namespace
} // namespace impinge::tests
