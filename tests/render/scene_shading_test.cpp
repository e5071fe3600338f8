// SPDX-License-Identifier: Apache-2.0
//
// Bodies in pictures: where they are light, what hides what, which colour they have.
#include "scenes/boxes.hpp"
#include "tests/render/scene_kit.hpp"

namespace impinge::tests {
namespace {

constexpr Colour red{200, 40, 30, 255};
constexpr Colour green{40, 180, 60, 255};
constexpr Colour white{255, 255, 255, 255};

TEST(SceneShading, LightOfABallFallsWithTheAngleToTheLamp) {
    Studio studio;
    RenderOptions options = plain(129);
    const Vec3d lamp = Vec3d{-0.48, 0.6, 0.64}; // of length 1
    options.light.key_from = lamp;
    const Picture picture =
        studio.picture({.bodies = {studio.body(ball(0.9, 20000), {.colour = white})}}, options);
    const auto light_at = [&](double x, double y) {
        return light_of(
            picture.at(static_cast<int>((x + 1) / 2 * 129), static_cast<int>((1 - y) / 2 * 129)).g);
    };
    int compared = 0;
    for (double y = -0.8; y <= 0.8; y += 0.1) {
        for (double x = -0.8; x <= 0.8; x += 0.1) {
            const double square = (x * x + y * y) / 0.81;
            if (square > 0.7) {
                continue;
            }
            const Vec3d normal{x / 0.9, y / 0.9, std::sqrt(1 - square)};
            EXPECT_NEAR(light_at(x, y), 0.8 * std::max(0.0, dot(normal, lamp)), 0.03)
                << x << " " << y;
            ++compared;
        }
    }
    EXPECT_GT(compared, 100);
}

TEST(SceneShading, BrightestPlaceOfABallFacesTheLampInDefaultLight) {
    Studio studio;
    RenderOptions options = plain(96);
    options.light = {.key_from = {-0.5, 0.5, 0.7}, .shadow = 0};
    const Picture picture = studio.picture({.bodies = {studio.body(ball(0.9))}}, options);
    int best_x = 0;
    int best_y = 0;
    for (int y = 0; y < 96; ++y) {
        for (int x = 0; x < 96; ++x) {
            if (brightness(picture.at(x, y)) > brightness(picture.at(best_x, best_y))) {
                best_x = x;
                best_y = y;
            }
        }
    }
    EXPECT_LT(best_x, 42);
    EXPECT_GT(best_x, 10);
    EXPECT_LT(best_y, 42);
    EXPECT_GT(best_y, 10);
}

TEST(SceneShading, WhatIsBehindIsHiddenHoweverTheBodiesAreOrdered) {
    Studio studio;
    const PictureBody front = studio.body(plate(1, 0.4), {.colour = red});
    const PictureBody back = studio.body(plate(0, 0.8), {.colour = green});
    for (const auto& bodies : {std::vector{front, back}, std::vector{back, front}}) {
        const Picture picture = studio.picture({.bodies = bodies}, plain());
        EXPECT_GT(middle(picture).r, middle(picture).g);
        EXPECT_GT(picture.at(4, 16).g, picture.at(4, 16).r); // x = -0.72
        EXPECT_EQ(picture.at(1, 1), (Colour{0, 0, 0, 255}));
    }
}

TEST(SceneShading, TopOfThePictureIsUp) {
    Studio studio;
    const PictureBody high = studio.body(rectangle({-1, 0.5, 0}, {1, 1, 0}), {.colour = white});
    const Picture picture = studio.picture({.bodies = {high}}, plain());
    EXPECT_GT(picture.at(16, 2).g, 100);
    EXPECT_EQ(picture.at(16, 29).g, 0);
}

TEST(SceneShading, PosesMoveBodies) {
    Studio studio;
    PictureBody body = studio.body(plate(0, 0.2), {.colour = white});
    body.pose = {.translation = {0.5, 0.5, 0}};
    const Picture picture = studio.picture({.bodies = {body}}, plain());
    EXPECT_GT(picture.at(24, 7).g, 100);
    EXPECT_EQ(middle(picture).g, 0);
}

TEST(SceneShading, FacesHaveTheirOwnColours) {
    Studio studio;
    const std::vector<Colour> colours{red, green};
    const PictureBody body = studio.body(plate(0, 1), {.face_colours = colours});
    const Picture picture = studio.picture({.bodies = {body}}, plain());
    EXPECT_GT(picture.at(28, 28).r, picture.at(28, 28).g); // below the diagonal: the first
    EXPECT_GT(picture.at(3, 3).g, picture.at(3, 3).r);
}

TEST(SceneShading, ColoursOfVerticesMixAsLightDoes) {
    Studio studio;
    const Colour black_vertex{0, 0, 0, 255};
    const std::vector<Colour> colours{black_vertex, white, white, black_vertex};
    const PictureBody body = studio.body(plate(0, 1), {.vertex_colours = colours});
    const Picture picture = studio.picture({.bodies = {body}}, plain(64));
    for (const int x : {8, 20, 31, 45, 60}) {
        const double expected = 0.8 * (x + 0.5) / 64;
        EXPECT_NEAR(light_of(picture.at(x, 20).g), expected, 0.006) << x;
    }
}

TEST(SceneShading, FacesSeenFromBehindHaveTheirOwnColourIfThereIsOne) {
    Studio studio;
    Mesh turned = plate(0, 0.5);
    for (TriangleIndices& triangle : turned.triangles) {
        std::swap(triangle[1], triangle[2]);
    }
    const Picture plain_one =
        studio.picture({.bodies = {studio.body(turned, {.colour = red})}}, plain());
    EXPECT_GT(middle(plain_one).r, 100);
    const Picture tinted =
        studio.picture({.bodies = {studio.body(turned, {.colour = red, .back = green})}}, plain());
    EXPECT_GT(middle(tinted).g, middle(tinted).r);
}

TEST(SceneShading, AMirroredBodyShowsItsOutside) {
    Studio studio;
    PictureBody body = studio.body(ball(0.9), {.colour = red, .back = green});
    const Picture straight = studio.picture({.bodies = {body}}, plain(64));
    body.pose.row_x = {-1, 0, 0};
    const Picture mirrored = studio.picture({.bodies = {body}}, plain(64));
    for (const int x : {12, 32, 50}) {
        EXPECT_GT(straight.at(x, 32).r, straight.at(x, 32).g);
        EXPECT_LE(difference(straight.at(x, 32), mirrored.at(63 - x, 32)), 2);
    }
}

TEST(SceneShading, CreasesStaySharpAndTheRestIsSmooth) {
    Studio studio;
    // Two faces that meet in a ridge along y and fall off by 45 degrees: they turn by 90.
    const Mesh roof{{{-1, -1, 0}, {0, -1, 1}, {0, 1, 1}, {-1, 1, 0}, {1, -1, 0}, {1, 1, 0}},
                    {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}}};
    RenderOptions options = plain(64);
    options.light.key_from = {-1, 0, 1};
    const auto left_half_range = [&](const ShapeOptions& shape) {
        const Picture picture =
            studio.picture({.bodies = {studio.body(roof, {.colour = white}, shape)}}, options);
        return std::pair(picture.at(4, 32).g, picture.at(30, 32).g);
    };
    const auto [sharp_outer, sharp_inner] = left_half_range({.crease_degrees = 80});
    EXPECT_EQ(sharp_outer, sharp_inner);
    EXPECT_NEAR(light_of(sharp_outer), 0.8, 0.01); // it faces the lamp
    const auto [smooth_outer, smooth_inner] = left_half_range({.crease_degrees = 100});
    EXPECT_LT(smooth_inner + 10, smooth_outer); // towards the ridge it turns away
    const auto [flat_outer, flat_inner] =
        left_half_range({.shading = Shading::Flat, .crease_degrees = 100});
    EXPECT_EQ(flat_outer, flat_inner);
}

TEST(SceneShading, ShadowsFallWhereSomethingStandsBeforeTheLamp) {
    Studio studio;
    // A small plate floats above a large one; the lamp is to the left at 45 degrees.
    const std::vector<PictureBody> bodies{studio.body(plate(0, 1), {.colour = white}),
                                          studio.body(plate(0.5, 0.2), {.colour = white})};
    RenderOptions options = plain(64);
    options.light.key_from = {-1, 0, 1};
    const Picture lit = studio.picture({.bodies = bodies}, options);
    options.light.shadow = 0.5;
    const Picture shaded = studio.picture({.bodies = bodies}, options);
    const auto light = [](const Picture& picture, double x) {
        return light_of(picture.at(static_cast<int>((x + 1) * 32), 32).g);
    };
    EXPECT_NEAR(light(shaded, 0.5) / light(lit, 0.5), 0.5, 0.02); // shifted to the right
    EXPECT_EQ(light(shaded, 0), light(lit, 0));                   // the small plate itself
    EXPECT_EQ(light(shaded, -0.6), light(lit, -0.6));
    EXPECT_EQ(light(shaded, 0.9), light(lit, 0.9));
}

TEST(SceneShading, CornersAreDarkerThanOpenPlacesAndPlanesAreNot) {
    Studio studio;
    RenderOptions options = plain(96);
    options.light.key = 0;
    options.light.sky = 0.8;
    options.light.occlusion = 1;
    const Picture flat =
        studio.picture({.bodies = {studio.body(plate(0, 1), {.colour = white})}}, options);
    EXPECT_LE(std::abs(flat.at(48, 48).g - flat.at(10, 70).g), 1);
    const std::vector<PictureBody> step{
        studio.body(plate(0, 1), {.colour = white}),
        studio.body(scenes::box({-0.2, -1, 0}, {0.2, 1, 0.3}), {.colour = white})};
    const Picture picture = studio.picture({.bodies = step}, options);
    const double beside = brightness(picture.at(59, 48)); // x = 0.24
    const double far_off = brightness(picture.at(85, 48));
    EXPECT_LT(beside, 0.9 * far_off);
    EXPECT_NEAR(brightness(picture.at(48, 48)), far_off, 0.02); // on top
}

TEST(SceneShading, SamplesSmoothEdgesInLinearLight) {
    Studio studio;
    // The border runs through the middle of a column of pixels.
    const double border = 2 * 16.5 / 32 - 1;
    const PictureBody half = studio.body(rectangle({-1, -1, 0}, {border, 1, 0}), {.colour = white});
    RenderOptions options = plain();
    options.samples = 4;
    const Picture picture = studio.picture({.bodies = {half}}, options);
    EXPECT_NEAR(light_of(picture.at(16, 16).g), 0.5 * light_of(picture.at(10, 16).g), 0.005);
    EXPECT_EQ(picture.at(17, 16).g, 0);
}

TEST(SceneShading, OutlinesDarkenTheBorderOfABodyOnly) {
    Studio studio;
    const PictureBody body = studio.body(plate(0, 0.5), {.colour = white});
    RenderOptions options = plain();
    const Picture without = studio.picture({.bodies = {body}}, options);
    options.outline = 0.5;
    const Picture with = studio.picture({.bodies = {body}}, options);
    EXPECT_EQ(middle(with), middle(without));
    EXPECT_NEAR(light_of(with.at(8, 16).g) / light_of(without.at(8, 16).g), 0.5, 0.01);
    EXPECT_EQ(with.at(7, 16), without.at(7, 16));
}

} // namespace
} // namespace impinge::tests
