// SPDX-License-Identifier: Apache-2.0
#include "draw/frame_target.hpp"
#include "draw/scene_drawing.hpp"
#include "tests/viewer/offscreen_viewer.hpp"

#include <thread>

namespace impinge::viewer {
namespace {

using ViewerPanels = OffscreenViewer;

TEST_F(ViewerPanels, AreTwiceAsLargeAtTwiceTheScale) {
    open_row(3, 0.75);
    const auto height = [&](const char* first, const char* second) {
        return viewer->landmark(second)->y - viewer->landmark(first)->y;
    };
    const double row = height("row.b0", "row.b1");
    const double first = viewer->landmark("row.b0")->y;
    EXPECT_GT(row, 10);
    size = {1320, 880};
    viewer->set_scale(2);
    settle();
    EXPECT_NEAR(height("row.b0", "row.b1"), 2 * row, 2);
    EXPECT_NEAR(viewer->landmark("row.b0")->y, 2 * first, 4);
    button(Event::Kind::Press, *viewer->landmark("row.b1"));
    button(Event::Kind::Release, *viewer->landmark("row.b1"));
    settle();
    EXPECT_EQ(session().state().selected(), BodyIndex(1));
    viewer->set_scale(1);
    size = {660, 440};
    settle();
    EXPECT_EQ(height("row.b0", "row.b1"), row);
}

TEST_F(ViewerPanels, LayOutOnlyRowsThatCanBeSeen) {
    open_row(400, 0.75);
    EXPECT_TRUE(viewer->landmark("row.b0"));
    EXPECT_FALSE(viewer->landmark("row.b300"));
    EXPECT_TRUE(viewer->landmark("pair.b0.b1"));
    EXPECT_FALSE(viewer->landmark("pair.b300.b301"));
}

TEST_F(ViewerPanels, TakeAClickOnARowWhileAnswersCome) {
    open_row(4, 0.75);
    const ScreenPoint row = *viewer->landmark("pair.b1.b2");
    button(Event::Kind::Press, row);
    frame();
    const CheckResult* const before = session().result();
    session().state().set_pose(3, translation({2.3, 0, 0})); // of the same pairs
    settle();
    EXPECT_NE(session().result(), before);
    button(Event::Kind::Release, row);
    settle();
    EXPECT_EQ(session().measured(), PairOfBodies(1, 2));
}

/// Frames without bodies.
class EmptySource final : public FrameSource {
  public:
    [[nodiscard]] Stage stage() const override {
        return {.what = "nothing", .shown = {{}, {1, 1, 1}}};
    }
    Expected<std::shared_ptr<const SimulationFrame>> make(std::size_t /*frame*/,
                                                          const Context& /*context*/) override {
        return std::make_shared<const SimulationFrame>();
    }
};

TEST_F(ViewerPanels, DoNotHoldASimulationThatHasEnded) {
    auto simulation = std::make_shared<Simulation>(
        SimulationSetup{.kind = "empty",
                        .title = "empty",
                        .store = {},
                        .source = [](const Context&) -> Expected<std::unique_ptr<FrameSource>> {
                            return std::unique_ptr<FrameSource>(std::make_unique<EmptySource>());
                        }},
        [this] { surface->wake(); });
    session().simulation = simulation;
    session().timeline.open(simulation);
    while (!simulation->shown()) {
        frame();
    }
    frame();
    // Its last reference waits for its thread, which may be in the middle of a long frame: whoever
    // lets go of it must know that it is the last.
    session().timeline.close();
    session().simulation.reset();
    EXPECT_EQ(simulation.use_count(), 1);
    frame();
}

TEST(Simulation, HasASerialNumberOfItsOwn) {
    const auto make = [] {
        return std::make_unique<Simulation>(
            SimulationSetup{.kind = "",
                            .title = "",
                            .store = {},
                            .source = [](const Context&) -> Expected<std::unique_ptr<FrameSource>> {
                                return Error{ErrorCode::InvalidArgument, "nothing"};
                            }},
            [] {});
    };
    auto first = make();
    const std::uint64_t serial = first->serial();
    first.reset();
    EXPECT_NE(make()->serial(), serial); // wherever it stands in memory
    EXPECT_NE(serial, 0U);
}

TEST_F(ViewerPanels, OverlapsAreDrawnIntoTheChannelsOfAnEyeAlone) {
    auto drawing = SceneDrawing::make();
    ASSERT_TRUE(drawing);
    FrameTarget target;
    (void)target.resize(64, 64, 1);
    DrawnScene scene;
    const auto shape =
        std::make_shared<const ShapeData>(make_shape_data(box_mesh({-1, -1, -1}, {1, 1, 1})));
    scene.view = *raster::orthographic_view({0, 0, 1}, Box3{{-2, -2, -2}, {2, 2, 2}}, 64, 64);
    scene.area = {0, 0, 64, 64};
    scene.through.push_back({shape, {}, {104, 44, 196, 176}, 0, false, {}});
    target.begin_scene();
    glColorMask(GL_FALSE, GL_TRUE, GL_TRUE, GL_TRUE);
    drawing->draw(scene);
    std::array<GLboolean, 4> mask{};
    glGetBooleanv(GL_COLOR_WRITEMASK, mask.data());
    EXPECT_EQ(mask, (std::array<GLboolean, 4>{GL_FALSE, GL_TRUE, GL_TRUE, GL_TRUE}));
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    target.end_scene();
    target.begin_interface();
    const render::Picture picture = target.read();
    int violet = 0;
    for (const render::Colour& pixel : picture.pixels) {
        EXPECT_EQ(pixel.r, picture.pixels.front().r); // as it was cleared
        violet += pixel.g < 180 ? 1 : 0;
    }
    EXPECT_GT(violet, 500);
}

} // namespace
} // namespace impinge::viewer
