// SPDX-License-Identifier: Apache-2.0
//
// What panes know is about the bodies of one scene, by their numbers.
#include "clearance/clearance_pane.hpp"
#include "hand/hand_pane.hpp"
#include "impinge/files.hpp"
#include "methods/methods_pane.hpp"
#include "planes/planes_pane.hpp"
#include "tests/viewer/box_mesh.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <thread>

namespace impinge::viewer {
namespace {

class PaneScenes : public testing::Test {
  protected:
    PaneScenes() {
        std::string name = (std::filesystem::temp_directory_path() / "impinge-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        EXPECT_TRUE(write_mesh(folder_ / "box.ply", box_mesh({0, 0, 0}, {1, 1, 1})));
    }
    ~PaneScenes() override { std::filesystem::remove_all(folder_); }
    PaneScenes(const PaneScenes&) = delete;
    PaneScenes& operator=(const PaneScenes&) = delete;
    PaneScenes(PaneScenes&&) = delete;
    PaneScenes& operator=(PaneScenes&&) = delete;

    /// Boxes of which each overlaps its neighbours. The pane sees nothing of it yet.
    void open_row(int boxes) {
        std::string bodies;
        for (int i = 0; i < boxes; ++i) {
            bodies += fmt::format(
                R"({}{{"name": "{}", "file": "box.ply", "pose": {{"translation": [{}, 0, 0]}}}})",
                i == 0 ? "" : ", ", i, 0.75 * i);
        }
        const auto scene = parse_scene(
            R"({"format": "impinge-scene", "format_version": 1, "bodies": [)" + bodies + "]}",
            folder_ / "scene.json");
        ASSERT_TRUE(scene) << scene.error().message;
        const int before = session.scenes_opened();
        session.open(*scene, folder_);
        wait_until([&] { return session.update() && session.scenes_opened() > before; });
    }
    /// Until it has nothing more to find out.
    void settle(Pane& pane) {
        wait_until([&] {
            session.update();
            pane.update(session);
            return session.idle() && !pane.busy();
        });
        pane.update(session);
    }
    static std::string fact(const Pane& pane, std::string_view name) {
        return pane.fact(name).value_or("nothing");
    }
    template <typename Condition> static void wait_until(const Condition& condition) {
        const auto begin = std::chrono::steady_clock::now();
        while (!condition()) {
            ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    /// That a fact of two boxes is known, and nothing of it in another scene or once it is closed.
    void knows_nothing_of_another_scene(Pane& pane, std::string_view name) {
        open_row(2);
        pane.set_open(true);
        settle(pane);
        EXPECT_NE(fact(pane, name), "nothing");
        open_row(2);
        pane.update(session);
        EXPECT_EQ(fact(pane, name), "nothing");
        settle(pane);
        EXPECT_NE(fact(pane, name), "nothing");
        pane.set_open(false);
        EXPECT_EQ(fact(pane, name), "nothing");
        pane.set_open(true);
        settle(pane);
        EXPECT_NE(fact(pane, name), "nothing");
    }

    Session session{1, [] {}};

  private:
    std::filesystem::path folder_;
};

TEST_F(PaneScenes, ARunOfMethodsIsForgottenWithItsScene) {
    MethodsPane pane(1, [] {});
    open_row(4);
    pane.set_open(true);
    settle(pane);
    EXPECT_EQ(fact(pane, "pairs"), "3");
    open_row(2); // of which the bodies of those pairs are none
    pane.update(session);
    EXPECT_EQ(fact(pane, "pairs"), "nothing");
    settle(pane);
    EXPECT_EQ(fact(pane, "pairs"), "1");
    EXPECT_EQ(fact(pane, "runs"), "1");
    open_row(3);
    pane.set_open(false); // and is opened before it was told of the scene
    EXPECT_EQ(fact(pane, "pairs"), "nothing");
}

TEST_F(PaneScenes, MethodsKnowNothingOfAnotherScene) {
    MethodsPane pane(1, [] {});
    knows_nothing_of_another_scene(pane, "pairs");
}

TEST_F(PaneScenes, AClearanceMapIsThatOfItsScene) {
    ClearancePane pane(1, [] {});
    knows_nothing_of_another_scene(pane, "both");
}

TEST_F(PaneScenes, APictureOfImageSpaceIsThatOfItsScene) {
    PlanesPane pane(1, [] {});
    knows_nothing_of_another_scene(pane, "size");
}

TEST_F(PaneScenes, AHandTouchesNothingOfAnotherScene) {
    HandPane pane(1, [] {});
    open_row(4);
    pane.set_open(true);
    settle(pane);
    EXPECT_EQ(fact(pane, "crossing"), "0 1 2 3");
    const std::string before = fact(pane, "bodies");
    open_row(2);
    pane.update(session);
    EXPECT_NE(fact(pane, "bodies"), before); // nothing yet, or two less
    settle(pane);
    EXPECT_EQ(fact(pane, "crossing"), "0 1");
}

} // namespace
} // namespace impinge::viewer
