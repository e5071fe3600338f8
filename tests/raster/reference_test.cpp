// SPDX-License-Identifier: Apache-2.0
//
// The reference against cases done by hand, and its comparators against wrong planes: what cannot
// fail proves nothing.
#include "tests/raster/quads.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>

namespace impinge::tests {
namespace {

using raster::Pass;

std::string picture(const GridTriangle& triangle, int width, int height) {
    const Shape shape{.corner = triangle};
    std::string rows;
    for (int y = height - 1; y >= 0; --y) {
        for (int x = 0; x < width; ++x) {
            rows += covers_centre(shape, x, y) ? '#' : '.';
        }
        rows += '\n';
    }
    return rows;
}

GridCorner at(double x, double y, float depth = 0.5F) {
    return {static_cast<std::int64_t>(x * 256), static_cast<std::int64_t>(y * 256), depth};
}

TEST(Reference, OwnsCentresOnLeftAndTopEdgesOnly) {
    // Both halves of the square between centres (0.5, 0.5) and (3.5, 3.5).
    EXPECT_EQ(picture({at(0.5, 0.5), at(3.5, 3.5), at(0.5, 3.5)}, 5, 5), ".....\n"
                                                                         "###..\n"
                                                                         "##...\n"
                                                                         "#....\n"
                                                                         ".....\n");
    EXPECT_EQ(picture({at(0.5, 0.5), at(3.5, 0.5), at(3.5, 3.5)}, 5, 5), ".....\n"
                                                                         ".....\n"
                                                                         "..#..\n"
                                                                         ".##..\n"
                                                                         ".....\n");
}

TEST(Reference, GivesEveryCentreOfAFanToOneTriangle) {
    // Random corners on centres and borders around a hub: the fan tiles its square.
    Random random(61);
    for (std::size_t i = 0; i < scaled(100); ++i) {
        const GridCorner hub = at(random.integer(1, 15) / 2.0, random.integer(1, 15) / 2.0);
        const std::array<GridCorner, 4> rim{at(0, 0), at(8, 0), at(8, 8), at(0, 8)};
        for (int y = 0; y < 8; ++y) {
            for (int x = 0; x < 8; ++x) {
                int owners = 0;
                for (std::size_t k = 0; k < 4; ++k) {
                    // Either orientation owns the same centres.
                    const GridTriangle triangle = i % 2 == 0
                                                      ? GridTriangle{hub, rim[k], rim[(k + 1) % 4]}
                                                      : GridTriangle{hub, rim[(k + 1) % 4], rim[k]};
                    owners += covers_centre({.corner = triangle}, x, y) ? 1 : 0;
                }
                ASSERT_EQ(owners, 1);
            }
        }
    }
}

TEST(Reference, HasTheDepthOfThePlane) {
    const Shape shape{.corner = {at(0, 0, 0.0F), at(8, 0, 0.5F), at(0, 4, 0.25F)}};
    EXPECT_EQ(exact_depth(shape, 0, 0), 0.5L / 16 + 0.5L / 16);
    EXPECT_EQ(exact_depth(shape, 3, 1), 3.5L / 16 + 1.5L / 16);
    EXPECT_DOUBLE_EQ(depth_slope(shape, 2, 2), 0.125);
    EXPECT_EQ(clamped_depth(-0.5L), 0.0F);
    EXPECT_EQ(clamped_depth(1.5L), 1.0F);
}

TEST(Reference, KnowsWhatTouchesASquare) {
    const auto touches = [](const GridTriangle& t, int x, int y) {
        return touches_pixel({.corner = t}, x, y);
    };
    const GridTriangle point{at(2, 3), at(2, 3), at(2, 3)};
    EXPECT_TRUE(touches(point, 1, 2) && touches(point, 2, 2) && touches(point, 1, 3) &&
                touches(point, 2, 3));
    EXPECT_FALSE(touches(point, 0, 2) || touches(point, 3, 3) || touches(point, 1, 4));
    const GridTriangle line{at(0.5, 0.25), at(3.5, 3.25), at(2, 1.75)};
    EXPECT_TRUE(touches(line, 1, 1) && touches(line, 1, 0));
    EXPECT_FALSE(touches(line, 0, 1) || touches(line, 3, 1));
    // The box of the triangle reaches this square, the triangle does not.
    const GridTriangle slanted{at(0, 0), at(4, 4), at(0, 4)};
    EXPECT_FALSE(touches(slanted, 3, 1));
    EXPECT_TRUE(touches(slanted, 2, 1)); // in one corner
    EXPECT_TRUE(touches(slanted, 4, 4));
}

TEST(Reference, FindsTheDepthsOfAPart) {
    const Shape shape{.corner = {at(0, 0, 0.0F), at(8, 0, 0.5F), at(0, 8, 0.0F)}};
    const DepthRange whole = depth_range(shape, 2, 2);
    EXPECT_DOUBLE_EQ(whole.near, 2.0 / 16);
    EXPECT_DOUBLE_EQ(whole.far, 3.0 / 16);
    const DepthRange tip = depth_range(shape, 7, 0); // the triangle's corner only
    EXPECT_DOUBLE_EQ(tip.near, 7.0 / 16);
    EXPECT_DOUBLE_EQ(tip.far, 8.0 / 16);
    const Shape upright{.corner = {at(0.5, 0.5, 0.25F), at(4.5, 0.5, 0.25F), at(2.5, 0.5, 0.75F)}};
    const DepthRange wall = depth_range(upright, 2, 0);
    EXPECT_DOUBLE_EQ(wall.near, 0.25);
    EXPECT_DOUBLE_EQ(wall.far, 0.75);
}

TEST(Reference, MeasuresDistancesToSegments) {
    const GridCorner from{0, 0, 0};
    const GridCorner to{300, 400, 0};
    EXPECT_TRUE(within_steps({-3, 0, 0}, from, to, 3));
    EXPECT_FALSE(within_steps({-4, 0, 0}, from, to, 3));
    EXPECT_TRUE(within_steps({150 + 4, 200 - 3, 0}, from, to, 5));
    EXPECT_FALSE(within_steps({150 + 8, 200 - 6, 0}, from, to, 9));
    EXPECT_FALSE(within_steps({150, 200, 0}, from, from, 5)); // a point, far away
}

TEST(SamePlanes, NoticesEveryKindOfDifference) {
    const Planes planes(5, 4);
    EXPECT_TRUE(same_planes(planes, planes));
    const auto differs = [&](auto change) {
        Planes other(5, 4);
        change(other);
        return !same_planes(planes, other) && !same_planes(other, planes);
    };
    EXPECT_TRUE(differs([](Planes& p) { p.depth[19] = std::nextafter(1.0F, 0.0F); }));
    EXPECT_TRUE(differs([](Planes& p) { p.depth[0] = std::nanf(""); }));
    EXPECT_TRUE(differs([](Planes& p) { p.stencil[7] = 1; }));
    EXPECT_TRUE(differs([](Planes& p) { p.ids[0][0] = 0; }));
    EXPECT_TRUE(differs([](Planes& p) { p.ids[1][10] = 3; }));
    EXPECT_TRUE(differs([](Planes& p) { p = Planes(4, 5); }));
}

TEST(SamePlanes, LeavesOutOnlyWhatIsUndecided) {
    const Planes planes(5, 4);
    Planes other(5, 4);
    other.stencil[7] = 1;
    other.undecided[6] = 1;
    EXPECT_FALSE(same_planes(planes, other));
    other.undecided[7] = 1;
    EXPECT_TRUE(same_planes(planes, other));
    EXPECT_DOUBLE_EQ(undecided_share(other), 0.1);
    other.depth[3] = 0.75F;
    other.depth_error[3] = 0.125;
    EXPECT_FALSE(same_planes(planes, other));
    other.depth_error[3] = 0.25;
    EXPECT_TRUE(same_planes(planes, other));
}

TEST(ReferenceMachine, MarksWhatATolerantDeviceMayDecideOtherwise) {
    const Mesh mesh = grid_mesh({{at(0, 0, 0.5F), at(8, 0, 0.5F), at(8, 8, 0.5F)},
                                 {at(0, 0, 0.5F), at(8, 8, 0.5F), at(0, 8, 0.5F)}});
    const std::array draws{ReferenceDraw{&mesh}};
    Planes planes(8, 8);
    ReferenceMachine().draw(planes, pixel_view(8, 8), {}, draws);
    EXPECT_DOUBLE_EQ(undecided_share(planes), 0);
    ReferenceMachine({.edge_steps = 0}).draw(planes, pixel_view(8, 8), {}, draws);
    EXPECT_DOUBLE_EQ(undecided_share(planes), 0.125); // the diagonal
    Planes again(8, 8);
    ReferenceMachine close({.depth = 1e-6});
    close.draw(again, pixel_view(8, 8), {}, draws);
    EXPECT_DOUBLE_EQ(undecided_share(again), 0);
    close.draw(again, pixel_view(8, 8), {}, draws); // equal depths: less or not?
    EXPECT_DOUBLE_EQ(undecided_share(again), 1);
}

TEST(ReferenceMachine, DistinguishesPassesThatDifferInOneSetting) {
    // A device that ignored a setting would draw the picture of the other pass.
    const Mesh mesh = grid_mesh({{at(1, 1, 0.5F), at(7, 2, 0.5F), at(3, 7, 0.5F)},
                                 {at(0, 0, 0.25F), at(3, 7, 0.25F), at(7, 1, 0.25F)}});
    const std::array draws{ReferenceDraw{&mesh, {}, 4}};
    Pass plain;
    plain.ids = {raster::IdSource::Triangle, raster::IdSource::None};
    plain.stencil = {
        .compare = raster::Compare::Less,
        .reference = 2,
        .front = {raster::StencilOp::Zero, raster::StencilOp::Keep, raster::StencilOp::Increment}};
    const auto drawn = [&](const Pass& pass) {
        Planes planes(8, 8);
        std::fill(planes.stencil.begin(), planes.stencil.end(), std::uint8_t{7});
        ReferenceMachine().draw(planes, pixel_view(8, 8), pass, draws);
        return planes;
    };
    const auto differs = [&](auto change) {
        Pass pass = plain;
        change(pass);
        return !same_planes(drawn(pass), drawn(plain));
    };
    EXPECT_TRUE(differs([](Pass& p) { p.cull = raster::Cull::Back; }));
    EXPECT_TRUE(differs([](Pass& p) { p.depth_compare = raster::Compare::Greater; }));
    EXPECT_TRUE(differs([](Pass& p) { p.depth_write = false; }));
    EXPECT_TRUE(differs([](Pass& p) { p.ids[0] = raster::IdSource::ProvokingVertex; }));
    EXPECT_TRUE(differs([](Pass& p) { p.ids[1] = raster::IdSource::Body; }));
    EXPECT_TRUE(differs([](Pass& p) { p.stencil.reference = 9; }));
    EXPECT_TRUE(differs([](Pass& p) { p.stencil.read_mask = 2; }));
    EXPECT_TRUE(differs([](Pass& p) { p.stencil.write_mask = 1; }));
    EXPECT_TRUE(differs([](Pass& p) { p.stencil.back.passes = raster::StencilOp::Invert; }));
    EXPECT_TRUE(differs([](Pass& p) { p.primitive = raster::Primitive::Edges; }));
    EXPECT_TRUE(differs([](Pass& p) { p.coverage = raster::Coverage::Conservative; }));
}

} // namespace
} // namespace impinge::tests
