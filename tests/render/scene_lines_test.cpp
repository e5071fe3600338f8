// SPDX-License-Identifier: Apache-2.0
//
// Lines and labels in pictures of bodies.
#include "tests/render/scene_kit.hpp"

namespace impinge::tests {
namespace {

constexpr Colour yellow{255, 255, 0, 255};
constexpr Colour grey{90, 90, 90, 255};

/// A line from left to right at some height, over a plate at z = 0.
Lines across(double z) { return {.segments = {{{{-0.9, 0, z}, {0.9, 0, z}}}}, .colour = yellow}; }

bool is_yellow(Colour colour) { return colour.r > 150 && colour.g > 150 && colour.b < 60; }

TEST(SceneLines, BehindABodyTheyAreHiddenAndBesideItTheyAreNot) {
    Studio studio;
    const PictureBody body = studio.body(plate(0, 0.5), {.colour = grey});
    const Picture before = studio.picture({.bodies = {body}, .lines = {across(0.5)}}, plain(64));
    EXPECT_TRUE(is_yellow(before.at(32, 32)));
    EXPECT_TRUE(is_yellow(before.at(6, 32)));
    const Picture behind = studio.picture({.bodies = {body}, .lines = {across(-0.5)}}, plain(64));
    EXPECT_EQ(behind.at(32, 32), behind.at(32, 20));
    EXPECT_TRUE(is_yellow(behind.at(6, 32)));
}

TEST(SceneLines, HiddenOnesAreAsFaintAsWished) {
    Studio studio;
    const PictureBody body = studio.body(plate(0, 0.5), {.colour = grey});
    Lines lines = across(-0.5);
    lines.hidden_opacity = 1;
    EXPECT_TRUE(
        is_yellow(studio.picture({.bodies = {body}, .lines = {lines}}, plain(64)).at(32, 32)));
    lines.hidden_opacity = 0.5;
    const Picture picture = studio.picture({.bodies = {body}, .lines = {lines}}, plain(64));
    const double ground = light_of(picture.at(32, 20).r);
    EXPECT_NEAR(light_of(picture.at(32, 32).r), 0.5 + 0.5 * ground, 0.01);
}

TEST(SceneLines, OnASurfaceTheyAreSeenAtAnySlant) {
    Studio studio;
    for (const double rise : {0.0, 0.5, 1.0, 2.0}) {
        Mesh slope = plate(0, 0.9);
        for (Vec3d& position : slope.positions) {
            position.z = rise * position.y;
        }
        const Lines lines{.segments = {{{{-0.9, 0.1, rise * 0.1}, {0.9, 0.1, rise * 0.1}}},
                                       {{{0.1, -0.9, rise * -0.9}, {0.1, 0.9, rise * 0.9}}}},
                          .colour = yellow};
        const Picture picture = studio.picture(
            {.bodies = {studio.body(slope, {.colour = grey})}, .lines = {lines}}, plain(80));
        for (int i = 6; i < 74; ++i) {
            EXPECT_TRUE(is_yellow(picture.at(i, 36)) || is_yellow(picture.at(i, 35))) << rise;
            EXPECT_TRUE(is_yellow(picture.at(44, i)) || is_yellow(picture.at(43, i))) << rise;
        }
    }
}

TEST(SceneLines, AreAsWideAsWishedAndSoftAtTheBorder) {
    Studio studio;
    for (const double width : {1.0, 2.0, 5.0, 0.5}) {
        Lines lines = across(0);
        lines.colour = {255, 255, 255, 255};
        lines.width_pixels = width;
        const Picture picture = studio.picture({.lines = {lines}}, plain(64));
        double covered = 0;
        for (int y = 0; y < 64; ++y) {
            covered += light_of(picture.at(32, y).g);
        }
        EXPECT_NEAR(covered, width, 0.02);
    }
}

TEST(SceneLines, WhereTheyOverlapTheyAreNoDarker) {
    Studio studio;
    Lines lines = across(0);
    lines.colour = {255, 255, 255, 128};
    const Picture once = studio.picture({.lines = {lines}}, plain(64));
    lines.segments.insert(lines.segments.end(), 7, lines.segments.front());
    EXPECT_EQ(studio.picture({.lines = {lines}}, plain(64)).pixels, once.pixels);
}

TEST(SceneLines, PointsAreDiscsAndOthersAreLeftOut) {
    Studio studio;
    Lines lines{.segments = {{{{0, 0, 0}, {0, 0, 0}}},
                             {{{0, NAN, 0}, {0.5, 0.5, 0}}},
                             {{{INFINITY, 0, 0}, {0, 0, 0}}},
                             {{{1e300, 0, 0}, {1e300, 1, 0}}}},
                .colour = yellow,
                .width_pixels = 6};
    const Picture picture = studio.picture({.lines = {lines}}, plain(64));
    EXPECT_TRUE(is_yellow(picture.at(32, 32)));
    EXPECT_TRUE(is_yellow(picture.at(34, 31)));
    EXPECT_FALSE(is_yellow(picture.at(38, 32)));
    EXPECT_FALSE(is_yellow(picture.at(45, 20)));
    lines.width_pixels = 0;
    EXPECT_FALSE(is_yellow(studio.picture({.lines = {lines}}, plain(64)).at(32, 32)));
}

TEST(SceneLines, PerspectiveKeepsThemOnTheirSurfaceAndCutsThemAtTheEye) {
    Studio studio;
    const auto view = raster::perspective_view({0, 0, 3}, {0, 0, 0}, 0.1, 10, 64, 64,
                                               {.up = {0, 1, 0}, .vertical_angle_degrees = 40});
    ASSERT_TRUE(view);
    RenderOptions options = plain(64);
    options.view = *view;
    const PictureBody body = studio.body(plate(0, 0.9), {.colour = grey});
    const Lines lines{.segments = {{{{-0.8, 0, 0}, {0.8, 0, 0}}},  // on the plate
                                   {{{0, 0.5, 0.5}, {0, 0.5, 8}}}, // past the eye
                                   {{{0, 0, 4}, {1, 0, 5}}}},      // behind it
                      .colour = yellow};
    const Picture picture = studio.picture({.bodies = {body}, .lines = {lines}}, options);
    EXPECT_TRUE(is_yellow(picture.at(20, 31)) || is_yellow(picture.at(20, 32)));
    EXPECT_TRUE(is_yellow(picture.at(31, 4)) || is_yellow(picture.at(32, 4)));
    EXPECT_FALSE(is_yellow(picture.at(32, 50)));
}

TEST(SceneLabels, StandAtTheirPointAndNotOutsideTheWindow) {
    Studio studio;
    const TextStyle style{
        .colour = yellow, .anchor_x = AnchorX::Centre, .anchor_y = AnchorY::Middle};
    const auto inked = [&](const PictureScene& scene) {
        const Picture picture = studio.picture(scene, plain(96));
        std::pair<int, double> found{0, 0};
        for (int y = 0; y < 96; ++y) {
            for (int x = 0; x < 96; ++x) {
                if (picture.at(x, y).r > 128) {
                    ++found.first;
                    found.second += y;
                }
            }
        }
        return found;
    };
    const auto [count, sum] = inked({.labels = {{"HHH", {0, 0.5, 0}, style}}});
    ASSERT_GT(count, 20);
    EXPECT_NEAR(sum / count, 24, 4);
    EXPECT_EQ(inked({.labels = {{"HHH", {0, 3, 0}, style}}}).first, 0);
}

} // namespace
} // namespace impinge::tests
