// SPDX-License-Identifier: Apache-2.0
//
// A target for part of a window holds what that part of the whole would: of every primitive,
// coverage and projection, whatever reaches out of it.
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/raster/quads.hpp"
#include "tests/support/scale.hpp"

#include <algorithm>
#include <limits>

namespace impinge::tests {
namespace {

using raster::Compare;
using raster::IdSource;
using raster::Pass;
using raster::PixelArea;
using raster::StencilOp;
using raster::View;

class ShownPart : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(ShownPart);

/// Counts fragments up and down, keeps the nearest and names what drew it.
Pass counting_pass() {
    Pass pass;
    pass.stencil.front = {.depth_fails = StencilOp::IncrementWrap,
                          .passes = StencilOp::IncrementWrap};
    pass.stencil.back = {.depth_fails = StencilOp::DecrementWrap,
                         .passes = StencilOp::DecrementWrap};
    pass.ids = {IdSource::Body, IdSource::Triangle};
    return pass;
}

/// Triangles, edges, and conservative ones with both ends of their depths.
std::vector<Pass> all_kinds(const raster::Device& device) {
    std::vector<Pass> passes{counting_pass(), counting_pass()};
    passes[1].primitive = raster::Primitive::Edges;
    passes[1].edge_offset = 0.125;
    passes[1].ids[1] = IdSource::Edge;
    if (device.info().conservative) {
        passes.push_back(counting_pass());
        passes.back().coverage = raster::Coverage::Conservative;
        passes.back().depth = raster::DepthOf::Near;
        passes.back().ids = {IdSource::FarDepth, IdSource::ProvokingVertex};
    }
    return passes;
}

/// The nearest layer and the next one, which the comparison with a reference target finds.
using TwoLayers = std::array<Planes, 2>;

TwoLayers drawn(raster::Device& device, const View& view, const Pass& pass, const Stage& stage) {
    const PixelArea area = raster::shown_area(view);
    const auto first = need(device.make_target(area.width, area.height));
    const auto second = need(device.make_target(area.width, area.height));
    need(device.clear(*first));
    need(device.clear(*second));
    need(device.draw(*first, view, pass, stage.draws()));
    Pass behind = pass;
    behind.reference_compare = Compare::Greater;
    need(device.draw(*second, view, behind, stage.draws(), first.get()));
    return {read_planes(device, *first), read_planes(device, *second)};
}

Planes part_of(const Planes& whole, const PixelArea& area) {
    Planes part(area.width, area.height);
    for (int y = 0; y < area.height; ++y) {
        for (int x = 0; x < area.width; ++x) {
            const std::size_t to = part.index(x, y);
            const std::size_t from = whole.index(x + area.x, y + area.y);
            part.depth[to] = whole.depth[from];
            part.stencil[to] = whole.stencil[from];
            part.ids[0][to] = whole.ids[0][from];
            part.ids[1][to] = whole.ids[1][from];
        }
    }
    return part;
}

PixelArea random_area(Random& random, int width, int height) {
    const int x = random.integer(0, width - 1);
    const int y = random.integer(0, height - 1);
    return {x, y, random.integer(1, width - x), random.integer(1, height - y)};
}

std::size_t touched(const Planes& planes) {
    return planes.pixel_count() -
           static_cast<std::size_t>(std::ranges::count(planes.ids[0], raster::no_id));
}

/// Compares bit for bit; returns how many pixels of the first layer something was drawn to.
std::size_t expect_part(raster::Device& device, View view, const PixelArea& area, const Pass& pass,
                        const Stage& stage) {
    const TwoLayers whole = drawn(device, view, pass, stage);
    view.shown = area;
    const TwoLayers part = drawn(device, view, pass, stage);
    EXPECT_TRUE(same_planes(part[0], part_of(whole[0], area)));
    EXPECT_TRUE(same_planes(part[1], part_of(whole[1], area)));
    return touched(part[0]);
}

TEST_P(ShownPart, IsThatPartOfTheWholeWindow) {
    std::size_t seen = 0;
    std::size_t pixels = 0;
    for (std::uint64_t seed = 0; seed < scaled(is_software() ? 200 : 48); ++seed) {
        Random random(seed);
        const RandomTriangles window{random.integer(1, 90), random.integer(1, 70), 60};
        const Stage stage(device(), random_flat_bodies(random, window));
        const View view = pixel_view(window.width, window.height);
        for (const Pass& pass : all_kinds(device())) {
            const PixelArea area = random_area(random, window.width, window.height);
            seen += expect_part(device(), view, area, pass, stage);
            pixels += static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height);
            ASSERT_FALSE(HasFailure()) << "seed " << seed;
        }
    }
    EXPECT_GT(seen, is_full_run() ? pixels / 20 : 0U);
    EXPECT_LT(seen, pixels * 3 / 4);
}

/// Large enough for vectors, bands and tiles of the software device.
Stage solids(raster::Device& device, std::size_t triangles) {
    return {device,
            {{scenes::torus_knot({.triangles = triangles}), {}, 1},
             {scenes::bumpy_sphere({.triangles = triangles}), {}, 2}}};
}

std::vector<View> all_views(int width, int height) {
    const std::vector<Vec3d> points{{-3, -3, -3}, {3, 3, 3}};
    return {need(raster::orthographic_view({1, 2, 3}, points, width, height)),
            need(raster::perspective_view({9, 4, 7}, {0, 0, 0}, 1, 30, width, height)),
            // From within, so that the near plane cuts.
            need(raster::perspective_view({1, 1, 0.5}, {-1, 0, 0}, 0.3, 30, width, height,
                                          {.vertical_angle_degrees = 80}))};
}

TEST(ShownPartInSoftware, OfSlopedSolidsIsThatPartBitForBit) {
    for (const unsigned threads : {1U, 3U}) {
        const auto device =
            need(raster::make_device(raster::DeviceKind::Software, {}, Context(threads)));
        const Stage stage = solids(*device, 9000);
        Random random(threads);
        std::size_t seen = 0;
        for (const View& view : all_views(640, 300)) {
            for (const Pass& pass : all_kinds(*device)) {
                for (int i = 0; i < 4; ++i) {
                    const PixelArea area = random_area(random, view.width, view.height);
                    seen += expect_part(*device, view, area, pass, stage);
                }
            }
        }
        EXPECT_GT(seen, 100'000U);
    }
}

TEST(ShownPartInSoftware, HoldsForCornersBeyondWhatFloatsCount) {
    // A step is lost to floats beyond 2^24; those corners are on the left, where taking off the
    // shown part's beginning would carry them over.
    const auto device = need(raster::make_device(raster::DeviceKind::Software));
    std::vector<GridTriangle> triangles;
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        const auto far = [&] { return -(1 << 24) + random.integer(-9000, 9000); };
        const auto near = [&] { return random.integer(0, 64 * 256); };
        const float depth = static_cast<float>(random.integer(0, 256)) / 256;
        triangles.push_back(
            {{{far(), near(), depth}, {near(), far() / 4, 0.5F}, {near(), near(), 0}}});
    }
    const Stage stage(*device, {{grid_mesh(triangles)}});
    std::size_t seen = 0;
    for (int i = 0; i < 20; ++i) {
        seen += expect_part(*device, pixel_view(64, 64), random_area(random, 64, 64),
                            counting_pass(), stage);
    }
    EXPECT_GT(seen, 2'000U);
}

TEST_P(ShownPart, IsDrawnAsTheReferenceDrawsIt) {
    const Stage stage = solids(device(), 400);
    Random random(7);
    std::size_t seen = 0;
    for (const View& whole : {all_views(200, 160)[0], all_views(200, 160)[1]}) {
        for (int i = 0; i < 4; ++i) {
            View view = whole;
            view.shown = {random.integer(0, 140), random.integer(0, 120), random.integer(20, 60),
                          random.integer(20, 40)};
            Twin twin(device(), view.shown.width, view.shown.height,
                      tolerance_of(device().info().kind));
            twin.draw(view, counting_pass(), stage);
            EXPECT_TRUE(twin.agrees());
            EXPECT_LT(undecided_share(twin.planes()), 0.05);
            seen += touched(twin.planes());
        }
    }
    EXPECT_GT(seen, 2'000U);
}

TEST_P(ShownPart, MayBelongToAWindowThatNoTargetCouldHold) {
    // One unit square in a window of 2^20 pixels' side: 16 pixels in the middle of each row.
    View view = pixel_view(1 << 20, 1 << 20);
    view.shown = {(1 << 19) - 8, (1 << 19) - 8, 32, 32};
    const int first = (1 << 19) * 256;
    const GridCorner a{first, first, 0.5F};
    const GridCorner b{first + 16 * 256, first, 0.5F};
    const GridCorner c{first + 16 * 256, first + 16 * 256, 0.5F};
    const GridCorner d{first, first + 16 * 256, 0.5F};
    const Stage stage(device(), {{grid_mesh({{a, b, c}, {a, c, d}})}});
    const TwoLayers layers = drawn(device(), view, counting_pass(), stage);
    EXPECT_EQ(touched(layers[0]), 256U);
    EXPECT_EQ(layers[0].depth[layers[0].index(8, 8)], 0.5F);
    EXPECT_EQ(layers[0].depth[layers[0].index(7, 8)], 1.0F);
    EXPECT_EQ(layers[0].depth[layers[0].index(23, 23)], 0.5F);
    EXPECT_EQ(layers[0].depth[layers[0].index(23, 24)], 1.0F);
}

TEST_P(ShownPart, MustLieInItsWindowAndFitTheTarget) {
    const auto target = need(device().make_target(10, 20));
    const Stage stage(device(), {{quad_mesh({whole_window(10, 20, 0.5F)})}});
    const auto refusal = [&](const PixelArea& area) {
        View view = pixel_view(100, 50);
        view.shown = area;
        const Status status = device().draw(*target, view, {}, stage.draws());
        return !status ? status.error().message : std::string("accepted");
    };
    EXPECT_EQ(refusal({90, 30, 10, 20}), "accepted");
    const std::string outside = "view: what it shows is not part of its window";
    EXPECT_EQ(refusal({91, 30, 10, 20}), outside);
    EXPECT_EQ(refusal({90, 31, 10, 20}), outside);
    EXPECT_EQ(refusal({-1, 0, 10, 20}), outside);
    EXPECT_EQ(refusal({0, -1, 10, 20}), outside);
    EXPECT_EQ(refusal({0, 0, -10, 20}), outside);
    EXPECT_EQ(refusal({0, 0, 10, 0}), outside);
    EXPECT_EQ(refusal({5, 0, 0, 0}), outside);
    EXPECT_EQ(refusal({0, 0, std::numeric_limits<int>::max(), 20}), outside);
    EXPECT_EQ(refusal({0, 0, 20, 10}), "view: it shows 20 x 10 pixels, the target 10 x 20");
    EXPECT_EQ(refusal({}), "view: its window has 100 x 50 pixels, the target 10 x 20");
    View huge = pixel_view((1 << 24) + 1, 20);
    huge.shown = {0, 0, 10, 20};
    EXPECT_EQ(raster::validate(huge).error().message,
              "view: a window has at most 2^24 pixels on a side");
}

} // namespace
} // namespace impinge::tests
