// SPDX-License-Identifier: Apache-2.0
//
// Pictures as a whole: the same for any number of threads and nearly so on any device; strange
// bodies and wishes.
#include "scenes/catalogue.hpp"
#include "tests/raster/devices.hpp"
#include "tests/render/scene_kit.hpp"

namespace impinge::tests {
namespace {

/// Everything at once: crossing bodies, a transparent one, lines and a label.
PictureScene busy_scene(Studio& studio) {
    const auto gears = make_scene("gears-clash", {.triangles = 4000});
    const auto nested = make_scene("nested", {.triangles = 3000});
    PictureScene scene;
    for (const NamedBody& body : gears->bodies) {
        scene.bodies.push_back(studio.body(body.mesh));
    }
    PictureBody glass = studio.body(nested->bodies.back().mesh, {.colour = {90, 160, 200, 80}});
    glass.pose = {.translation = {4, 0, 3}, .scale = 5};
    scene.bodies.push_back(glass);
    scene.lines.push_back({.segments = {{{{0, 0, -5}, {0, 0, 9}}}, {{{0, 0, 0}, {20, 0, 0}}}},
                           .colour = {255, 220, 0, 255},
                           .hidden_opacity = 0.3});
    scene.labels.push_back({"gears", {0, 0, 9}});
    return scene;
}

TEST(Scene, PicturesDoNotDependOnTheNumberOfThreads) {
    std::vector<Picture> pictures;
    for (const unsigned threads : {1U, 2U, 8U}) {
        Studio studio(raster::DeviceKind::Software, Context(threads));
        pictures.push_back(
            studio.picture(busy_scene(studio), {.width = 160, .height = 110}, Context(threads)));
    }
    EXPECT_EQ(pictures[0].pixels, pictures[1].pixels);
    EXPECT_EQ(pictures[0].pixels, pictures[2].pixels);
    EXPECT_NE(pictures[0].pixels, Picture(160, 110, pictures[0].pixels.front()).pixels);
}

TEST(Scene, PicturesOfSoftwareAndOpenGlLookTheSame) {
    if (drivers_are_left_alone()) {
        GTEST_SKIP() << "no driver may be opened";
    }
    Studio opengl(raster::DeviceKind::OpenGl);
    if (!opengl.works()) {
        GTEST_SKIP() << opengl.reason();
    }
    Studio software;
    const RenderOptions options{.width = 160, .height = 110};
    const Frame one = software.frame(busy_scene(software), options);
    const Frame other = opengl.frame(busy_scene(opengl), options);
    EXPECT_EQ(one.layers, other.layers);
    EXPECT_EQ(one.view, other.view);
    ASSERT_EQ(one.picture.pixels.size(), other.picture.pixels.size());
    std::size_t differing = 0;
    double sum = 0;
    for (std::size_t i = 0; i < one.picture.pixels.size(); ++i) {
        const int by = difference(one.picture.pixels[i], other.picture.pixels[i]);
        differing += by > 2 ? 1 : 0;
        sum += by;
    }
    // Single samples along edges, shadows' borders and depths may fall the other way.
    EXPECT_LE(differing, one.picture.pixels.size() / 100);
    EXPECT_LE(sum / static_cast<double>(one.picture.pixels.size()), 0.1);
}

TEST(Scene, RenderersCanBeUsedAgainAndAgain) {
    Studio studio;
    const PictureScene scene = busy_scene(studio);
    const Picture first = studio.picture(scene, {.width = 90, .height = 60});
    const Picture other = studio.picture({}, {.width = 31, .height = 17});
    EXPECT_EQ(other.pixels.size(), 31U * 17U);
    EXPECT_EQ(studio.picture(scene, {.width = 90, .height = 60}).pixels, first.pixels);
}

TEST(Scene, NewPositionsLookLikeANewShape) {
    Studio studio;
    const Mesh small = ball(0.3);
    Mesh large = small;
    for (Vec3d& position : large.positions) {
        position = position * 2.5;
    }
    auto shape = studio.renderer().make_shape(small.view());
    ASSERT_TRUE(shape);
    ASSERT_TRUE(studio.renderer().update_positions(**shape, large.view()));
    const Picture updated = studio.picture({.bodies = {{.shape = *shape}}}, plain(64));
    EXPECT_EQ(updated.pixels, studio.picture({.bodies = {studio.body(large)}}, plain(64)).pixels);
    EXPECT_FALSE(studio.renderer().update_positions(**shape, plate(0, 1).view()));
}

TEST(Scene, WithoutBodiesIsTheBackgroundAlone) {
    Studio studio;
    RenderOptions options{.width = 20, .height = 40};
    options.background_top = {255, 255, 255, 255};
    options.background_bottom = {0, 0, 0, 255};
    const Frame frame = studio.frame({}, options);
    EXPECT_EQ(frame.layers, 0);
    for (int y = 0; y < 40; ++y) {
        EXPECT_NEAR(light_of(frame.picture.at(7, y).g), 1 - (y + 0.5) / 40, 0.006);
        EXPECT_EQ(frame.picture.at(7, y), frame.picture.at(19, y));
    }
}

TEST(Scene, StrangeMeshesHavePictures) {
    Studio studio;
    const std::vector<Mesh> meshes{
        {},                                                          // nothing
        {{{0, 0, 0}, {1, 0, 0}}, {}},                                // no triangles
        {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}},            // one
        {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}, {0, 0, 0}}}, // none with an area
        {{{5, 5, 5}, {5, 5, 5}, {5, 5, 5}}, {{0, 1, 2}}},            // a point
        {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}, {0, 1, 2}}},
        {{{1e9, 1e9, 1e9}, {1e9 + 1, 1e9, 1e9}, {1e9, 1e9 + 1, 1e9}}, {{0, 1, 2}}},
    };
    for (const Mesh& mesh : meshes) {
        for (const std::uint8_t alpha : {std::uint8_t{255}, std::uint8_t{90}}) {
            const auto projection =
                alpha == 255 ? raster::Projection::Perspective : raster::Projection::Orthographic;
            const PictureBody body = studio.body(mesh, {.colour = {200, 60, 60, alpha}});
            const Picture picture =
                studio.picture({.bodies = {body}},
                               {.width = 40, .height = 30, .camera = {.projection = projection}});
            EXPECT_EQ(picture.pixels.size(), 40U * 30U);
        }
    }
}

TEST(Scene, SizeOfTheWorldDoesNotMatter) {
    Studio studio;
    const RenderOptions options{.width = 64, .height = 48};
    const Picture one = studio.picture({.bodies = {studio.body(ball(1))}}, options);
    for (const double size : {1e-20, 1e-6, 1e6, 1e20}) {
        const Picture scaled = studio.picture({.bodies = {studio.body(ball(size))}}, options);
        std::size_t differing = 0;
        for (std::size_t i = 0; i < one.pixels.size(); ++i) {
            differing += difference(one.pixels[i], scaled.pixels[i]) > 3 ? 1 : 0;
        }
        EXPECT_LE(differing, one.pixels.size() / 100) << size;
    }
}

TEST(Scene, MistakesAreNamed) {
    Studio studio;
    const std::vector<Colour> one_colour(1);
    const Mesh mesh = plate(0, 1);
    EXPECT_NE(studio.complaint({.bodies = {{}}}, plain()).find("no shape"), std::string::npos);
    EXPECT_NE(
        studio.complaint({.bodies = {studio.body(mesh, {.face_colours = one_colour})}}, plain())
            .find("triangles"),
        std::string::npos);
    EXPECT_NE(
        studio.complaint({.bodies = {studio.body(mesh, {.vertex_colours = one_colour})}}, plain())
            .find("vertices"),
        std::string::npos);
    EXPECT_NE(studio.complaint({}, {.width = 0}), "");
    EXPECT_NE(studio.complaint({}, {.samples = 9}), "");
    EXPECT_NE(studio.complaint({}, {.samples = 0}), "");
    EXPECT_NE(studio.complaint({}, {.max_layers = -1}), "");
    EXPECT_NE(studio.complaint({}, {.outline = 2}), "");
    EXPECT_NE(studio.complaint({}, {.light = {.key = std::nan("")}}), "");
    EXPECT_NE(studio.complaint({}, {.light = {.sky = -1}}), "");
    EXPECT_NE(studio.complaint({}, {.light = {.key_from = {0, INFINITY, 0}}}), "");
    EXPECT_NE(studio.complaint({}, {.width = 7, .height = 7, .view = from_above(9)}), "");
    EXPECT_NE(studio.complaint({}, {.width = 1'000'000, .height = 2}), "");
    const Mesh not_finite{{{0, 0, 0}, {1, 0, 0}, {0, std::nan(""), 0}}, {{0, 1, 2}}};
    EXPECT_FALSE(studio.renderer().make_shape(not_finite.view()));
    EXPECT_FALSE(studio.renderer().make_shape(mesh.view(), {.crease_degrees = -1}));
    PictureBody thrown = studio.body(mesh);
    thrown.pose.translation = {std::nan(""), 0, 0};
    EXPECT_NE(studio.complaint({.bodies = {thrown}}, {.width = 9, .height = 9}), "");
}

} // namespace
} // namespace impinge::tests
