// SPDX-License-Identifier: Apache-2.0
//
// Several views side by side in one target: each part holds what a target of its own would.
#include "scenes/bumpy_sphere.hpp"
#include "tests/raster/devices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::tests {
namespace {

using namespace raster;

constexpr int wide = 200;
constexpr int high = 90;
/// None of them fills whole rows, nor ends at a multiple of anything.
constexpr std::array places{PixelArea{0, 0, 50, 37}, PixelArea{64, 20, 50, 37},
                            PixelArea{128, 53, 50, 37}};

class Areas : public EveryDevice {
  protected:
    Areas()
        : geometry(need(device().upload(mesh.view(), Parts::TrianglesAndEdges))),
          view(need(orthographic_view({0.3, 0.2, -1}, Box3{{-1, -1, -1}, {0.9, 0.9, 1}}, 50, 37))) {
    }
    [[nodiscard]] Draw draw() const { return {.geometry = geometry.get(), .body = 7}; }
    [[nodiscard]] bool is_software() const { return device().info().kind == DeviceKind::Software; }
    /// How much depth changes from a pixel to the next along a triangle or an edge.
    [[nodiscard]] double slope(Primitive primitive, std::uint32_t id) const {
        if (primitive == Primitive::Edges) {
            const Vec3d way = mesh.positions[edges[id][1]] - mesh.positions[edges[id][0]];
            return std::abs(dot(way, view.axis_z)) * depth_per_pixel() /
                   std::max(std::abs(dot(way, view.axis_x)), std::abs(dot(way, view.axis_y)));
        }
        const auto& corners = mesh.triangles[id];
        const Vec3d a = mesh.positions[corners[0]];
        const Vec3d normal = cross(mesh.positions[corners[1]] - a, mesh.positions[corners[2]] - a);
        return std::hypot(dot(normal, view.axis_x), dot(normal, view.axis_y)) * depth_per_pixel() /
               std::abs(dot(normal, view.axis_z));
    }
    /// Drivers find a depth from slopes and the way from the target's corner, in floats: products
    /// of up to slope * (wide + high) are rounded a few times.
    [[nodiscard]] double depth_slack(Primitive primitive, std::uint32_t id) const {
        return is_software() || id == no_id ? 0
                                            : 0x1p-22 * (1 + slope(primitive, id) * (wide + high));
    }

    Mesh mesh = scenes::bumpy_sphere({.triangles = 700});
    std::vector<EdgeIndices> edges = need(unique_edges(mesh.view()));
    std::unique_ptr<Geometry> geometry;
    View view;

  private:
    [[nodiscard]] double depth_per_pixel() const {
        return pixel_size(view) / (view.far - view.near);
    }
};

/// Each of them says in its second image what covers a pixel.
std::vector<Pass> passes() {
    const std::array names{IdSource::Body, IdSource::Triangle};
    Pass counting{.depth_compare = Compare::Always, .depth_write = false, .ids = names};
    counting.stencil.front.passes = StencilOp::Increment;
    counting.stencil.back.passes = StencilOp::IncrementWrap;
    return {{.ids = names},
            {.cull = Cull::Front, .ids = {IdSource::ProvokingVertex, IdSource::Triangle}},
            counting,
            {.coverage = Coverage::Conservative, .depth = DepthOf::Near, .ids = names},
            {.primitive = Primitive::Edges, .ids = {IdSource::Body, IdSource::Edge}}};
}

TEST_P(Areas, HoldWhatATargetOfTheirOwnWould) {
    const auto alone = need(device().make_target(50, 37));
    const auto atlas = need(device().make_target(wide, high));
    for (const Pass& pass : passes()) {
        need(device().clear(*alone));
        need(device().draw(*alone, view, pass, draw()));
        const auto ids = need(device().read_ids(*alone, 0));
        const auto covering = need(device().read_ids(*alone, 1));
        const auto depths = need(device().read_depth(*alone));
        const auto stencils = need(device().read_stencil(*alone));
        for (const PixelArea& place : places) {
            need(device().clear(*atlas));
            Pass there = pass;
            there.area = place;
            need(device().draw(*atlas, view, there, draw()));
            const auto all_ids = need(device().read_ids(*atlas, 0));
            const auto all_covering = need(device().read_ids(*atlas, 1));
            const auto all_depths = need(device().read_depth(*atlas));
            const auto all_stencils = need(device().read_stencil(*atlas));
            std::size_t inside = 0;
            std::size_t other_ids = 0;
            for (int y = 0; y < high; ++y) {
                for (int x = 0; x < wide; ++x) {
                    const auto at = static_cast<std::size_t>(y * wide + x);
                    const int own_x = x - place.x;
                    const int own_y = y - place.y;
                    if (own_x >= 0 && own_y >= 0 && own_x < 50 && own_y < 37) {
                        const auto own = static_cast<std::size_t>(own_y * 50 + own_x);
                        const bool is_same =
                            all_ids[at] == ids[own] && all_covering[at] == covering[own];
                        other_ids += is_same ? 0 : 1;
                        const double slack =
                            std::max(depth_slack(pass.primitive, covering[own]),
                                     depth_slack(pass.primitive, all_covering[at]));
                        ASSERT_NEAR(all_depths[at], depths[own], slack) << x << ' ' << y;
                        ASSERT_EQ(all_stencils[at], stencils[own]) << x << ' ' << y;
                        inside += ids[own] != no_id ? 1 : 0;
                    } else if (own_x < 0 || own_y < 0 || own_x >= area_alignment || own_y >= 37) {
                        ASSERT_EQ(all_ids[at], no_id) << x << ' ' << y;
                        ASSERT_EQ(all_depths[at], 1.0F) << x << ' ' << y;
                        ASSERT_EQ(all_stencils[at], 0U) << x << ' ' << y;
                    }
                }
            }
            EXPECT_GT(inside, 300U);
            EXPECT_LE(other_ids, is_software() ? 0U : inside / 100); // of nearly equal depths
        }
    }
}

TEST_P(Areas, AreComparedWithTheReferenceAtTheirOwnPixels) {
    const auto reference = need(device().make_target(wide, high));
    const auto atlas = need(device().make_target(wide, high));
    need(device().clear(*reference, {.depth = 0.0F}));
    need(device().clear(*atlas));
    // The first place has a layer before it, the last has none.
    need(device().draw(*reference, view,
                       {.depth_compare = Compare::Greater, .area = places.front()}, draw()));
    std::array<std::uint64_t, 2> samples{};
    for (std::size_t i = 0; i < 2; ++i) {
        const auto query = need(device().make_query());
        Draw counted = draw();
        counted.query = query.get();
        const Pass behind{.area = i == 0 ? places.front() : places.back(),
                          .reference_compare = Compare::Greater};
        need(device().draw(*atlas, view, behind, counted, reference.get()));
        samples.at(i) = need(device().result(*query));
    }
    EXPECT_EQ(samples[0], 0U) << "nothing lies behind the farthest surface";
    EXPECT_GT(samples[1], 300U);
}

TEST_P(Areas, GiveTheirClosePairsEach) {
    const auto one = need(device().make_target(wide, high));
    const auto other = need(device().make_target(wide, high));
    need(device().clear(*one));
    need(device().clear(*other));
    for (const PixelArea& place : places) {
        const Pass front{.ids = {IdSource::Triangle, IdSource::None}, .area = place};
        need(device().draw(*one, view, front, draw()));
        need(device().draw(*other, view, front, draw()));
    }
    const std::array<CloseArea, 3> areas{
        {{places[0], 1e-6F}, {places[1], -1.0F}, {{130, 55, 20, 20}, 1e-6F}}};
    const auto lists = need(device().close_pairs(*one, *other, areas));
    ASSERT_EQ(lists.size(), 3U);
    const auto ids = need(device().read_ids(*one, 0));
    for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
        std::vector<IdPair> expected;
        for (int y = areas.at(i).area.y; y < areas.at(i).area.y + areas.at(i).area.height; ++y) {
            for (int x = areas.at(i).area.x; x < areas.at(i).area.x + areas.at(i).area.width; ++x) {
                const std::uint32_t id = ids[static_cast<std::size_t>(y * wide + x)];
                if (id != no_id) {
                    expected.push_back({id, id});
                }
            }
        }
        EXPECT_GT(expected.size(), 50U);
        EXPECT_EQ(lists[i], expected);
    }
    EXPECT_TRUE(lists[1].empty());
    EXPECT_TRUE(need(device().close_pairs(*one, *other, std::span<const CloseArea>())).empty());
}

TEST_P(Areas, AreRefusedWhereTheyDoNotFit) {
    const auto atlas = need(device().make_target(wide, high));
    const auto refused = [&](PixelArea area) {
        const Status status = device().draw(*atlas, view, {.area = area}, draw());
        EXPECT_FALSE(status);
        return status ? std::string() : status.error().message;
    };
    EXPECT_EQ(refused({64, 0, 51, 37}),
              "view: its window has 50 x 37 pixels, the area it is drawn into 51 x 37");
    EXPECT_EQ(refused({32, 0, 50, 37}), "pass: its area must begin at a multiple of 64 pixels");
    for (const PixelArea& area :
         {PixelArea{192, 0, 50, 37}, PixelArea{0, 60, 50, 37}, PixelArea{-64, 0, 50, 37}}) {
        EXPECT_EQ(refused(area), "pass: its area does not lie within the target");
    }
    EXPECT_FALSE(device().cover(*atlas, 0.5F, {.area = places[1]}));
    const CloseArea beyond{{100, 0, 101, 10}, 1};
    EXPECT_FALSE(device().close_pairs(*atlas, *atlas, std::span(&beyond, 1)));
}

IMPINGE_ON_EVERY_DEVICE(Areas);

} // namespace
} // namespace impinge::tests
