// SPDX-License-Identifier: Apache-2.0
//
// What is seen through transparent bodies, against what one computes by hand.
#include "scenes/boxes.hpp"
#include "tests/render/scene_kit.hpp"

#include <array>

namespace impinge::tests {
namespace {

using Light = std::array<double, 3>;

Light light_of(Colour colour) {
    return {tests::light_of(colour.r), tests::light_of(colour.g), tests::light_of(colour.b)};
}

Light mixed(const Light& front, double opacity, const Light& behind) {
    Light out{};
    for (std::size_t i = 0; i < 3; ++i) {
        out[i] = opacity * front[i] + (1 - opacity) * behind[i];
    }
    return out;
}

void expect_near(const Light& seen, const Light& expected) {
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(seen[i], expected[i], 0.008) << "channel " << i;
    }
}

constexpr std::array<Colour, 3> colours{
    {{220, 60, 40, 255}, {40, 190, 90, 255}, {70, 90, 230, 255}}};

Colour with_alpha(Colour colour, std::uint8_t alpha) {
    colour.a = alpha;
    return colour;
}

/// The middle of a picture of one opaque plate.
Light alone(Studio& studio, Colour colour, const RenderOptions& options) {
    return light_of(middle(
        studio.picture({.bodies = {studio.body(plate(0, 0.5), {.colour = colour})}}, options)));
}

TEST(SceneTransparency, PlatesBeforeAnOpaqueOneMixByTheirOpacity) {
    Studio studio;
    RenderOptions options = plain();
    const Light first = alone(studio, colours[0], options);
    const Light second = alone(studio, colours[1], options);
    const Light third = alone(studio, colours[2], options);
    const PictureBody front =
        studio.body(plate(2, 0.5), {.colour = with_alpha(colours[0], 102)}); // 0.4
    const PictureBody between =
        studio.body(plate(1, 0.5), {.colour = with_alpha(colours[1], 153)}); // 0.6
    const PictureBody back = studio.body(plate(0, 0.5), {.colour = colours[2]});
    const Light expected = mixed(first, 0.4, mixed(second, 0.6, third));
    for (const auto& bodies : {std::vector{front, between, back}, std::vector{back, front, between},
                               std::vector{between, back, front}}) {
        const Frame frame = studio.frame({.bodies = bodies}, options);
        expect_near(light_of(middle(frame.picture)), expected);
        EXPECT_EQ(frame.layers, 2);
        EXPECT_FALSE(frame.layers_left_out);
    }
}

TEST(SceneTransparency, OpaqueBodiesHideTransparentOnesBehindThem) {
    Studio studio;
    const RenderOptions options = plain();
    const PictureBody opaque = studio.body(plate(1, 0.5), {.colour = colours[0]});
    const PictureBody behind = studio.body(plate(0, 0.5), {.colour = with_alpha(colours[1], 128)});
    const Frame frame = studio.frame({.bodies = {behind, opaque}}, options);
    expect_near(light_of(middle(frame.picture)), alone(studio, colours[0], options));
    EXPECT_EQ(frame.layers, 0);
}

TEST(SceneTransparency, BothWallsOfABoxAndWhatIsInsideAreSeen) {
    Studio studio;
    const RenderOptions options = plain();
    const Light wall = alone(studio, colours[0], options);
    const Light inside = alone(studio, colours[1], options);
    const PictureBody box = studio.body(scenes::box({-0.8, -0.8, -1}, {0.8, 0.8, 1}),
                                        {.colour = with_alpha(colours[0], 51)}); // 0.2
    const PictureBody core = studio.body(plate(0, 0.3), {.colour = colours[1]});
    const Frame frame = studio.frame({.bodies = {box, core}}, options);
    expect_near(light_of(middle(frame.picture)), mixed(wall, 0.2, inside));
    expect_near(light_of(frame.picture.at(5, 16)), mixed(wall, 0.2, mixed(wall, 0.2, Light{})));
    EXPECT_EQ(frame.layers, 2);
}

TEST(SceneTransparency, LayersBeyondTheLimitAreLeftOutAndThatIsSaid) {
    Studio studio;
    PictureScene scene;
    for (int i = 0; i < 5; ++i) {
        scene.bodies.push_back(studio.body(plate(i, 0.5), {.colour = with_alpha(colours[0], 60)}));
    }
    RenderOptions options = plain();
    EXPECT_EQ(studio.frame(scene, options).layers, 5);
    options.max_layers = 5;
    EXPECT_FALSE(studio.frame(scene, options).layers_left_out);
    options.max_layers = 2;
    const Frame cut = studio.frame(scene, options);
    EXPECT_EQ(cut.layers, 2);
    EXPECT_TRUE(cut.layers_left_out);
    const double opacity = 60.0 / 255;
    const Light plate_light = alone(studio, colours[0], options);
    expect_near(light_of(middle(cut.picture)),
                mixed(plate_light, opacity, mixed(plate_light, opacity, Light{})));
    options.max_layers = 0;
    EXPECT_TRUE(studio.frame(scene, options).layers_left_out);
}

TEST(SceneTransparency, BodiesWithoutOpacityAreNotThere) {
    Studio studio;
    const Frame frame = studio.frame(
        {.bodies = {studio.body(plate(0, 0.5), {.colour = {255, 255, 255, 0}})}}, plain());
    EXPECT_EQ(middle(frame.picture), (Colour{0, 0, 0, 255}));
    EXPECT_EQ(frame.layers, 0);
}

TEST(SceneTransparency, SlantedSurfacesCoverMoreAndFacingOnesDoNot) {
    Studio studio;
    RenderOptions options = plain(64);
    const PictureScene scene{.bodies = {studio.body(ball(0.9), {.colour = {255, 255, 255, 51}})}};
    options.background_top = options.background_bottom = {255, 255, 255, 0};
    const Picture without = studio.picture(scene, options);
    options.slant_opacity = 0.8;
    const Picture with = studio.picture(scene, options);
    EXPECT_EQ(middle(with).a, middle(without).a);
    EXPECT_GT(with.at(5, 32).a, without.at(5, 32).a + 40);
    EXPECT_EQ(with.at(1, 1).a, 0);
}

TEST(SceneTransparency, AClearBackgroundStaysClear) {
    Studio studio;
    RenderOptions options = plain();
    options.background_top = options.background_bottom = {255, 255, 255, 0};
    const PictureBody half = studio.body(plate(0, 0.5), {.colour = {200, 100, 50, 128}});
    const Picture picture = studio.picture({.bodies = {half}}, options);
    EXPECT_EQ(picture.at(1, 1).a, 0);
    EXPECT_EQ(middle(picture).a, 128);
    expect_near(light_of(middle(picture)), alone(studio, {200, 100, 50, 255}, options));
}

} // namespace
} // namespace impinge::tests
