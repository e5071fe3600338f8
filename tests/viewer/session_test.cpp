// SPDX-License-Identifier: Apache-2.0
#include "app/session.hpp"

#include "impinge/files.hpp"
#include "tests/viewer/box_mesh.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <thread>

namespace impinge::viewer {
namespace {

namespace fs = std::filesystem;

/// Three boxes in files of their own: a at 0, b that overlaps it, c far away.
class SessionTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "impinge-session-XXXXXX").string();
        folder = mkdtemp(name.data());
        write_box("a.ply", 0);
        write_box("b.ply", 0.5);
        write_box("c.ply", 10);
    }
    void TearDown() override { fs::remove_all(folder); }

    void write_box(const std::string& name, double x) const {
        EXPECT_TRUE(write_mesh(folder / name, box_mesh({x, 0, 0}, {x + 1, 1, 1})));
    }
    void write_text(const std::string& name, const std::string& text) const {
        std::ofstream(folder / name) << text;
    }
    void write_scene(const std::string& name, const std::vector<std::string>& files) const {
        std::string bodies;
        for (const std::string& file : files) {
            bodies += (bodies.empty() ? "" : ", ") + (R"({"name": ")" + file) +
                      (R"(", "file": ")" + file) + R"("})";
        }
        write_text(name, R"({"format": "impinge-scene", "format_version": 1, "bodies": [)" +
                             bodies + "]}");
    }
    void open(std::vector<std::string> files) {
        for (std::string& file : files) {
            file = (folder / file).string();
        }
        session.open_files(files);
    }

    /// As frames of a window do. Whether it became so within a time that is always enough.
    template <typename Is> bool update_until(const Is& is) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (!is() && std::chrono::steady_clock::now() < end) {
            session.update();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return is();
    }
    /// Bodies 0, 1 and perhaps 2, checked.
    void open_scene_of(const std::vector<std::string>& files) {
        write_scene("scene.json", files);
        open({"scene.json"});
        ASSERT_TRUE(settle());
    }
    bool settle() {
        return update_until([&] { return session.idle(); });
    }
    /// The checker has its answer, and the session has not taken it yet.
    void await_checker() const {
        while (session.checking()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    /// A drag that slides as far as to an answer that is not taken yet.
    void begin_slide(BodyIndex body, const Rigid& to) {
        session.tools.slide = true;
        session.begin_drag(body);
        session.drag_to(to);
        session.update();
        await_checker();
    }
    [[nodiscard]] double x_of(BodyIndex body) const {
        return session.state().body(body).pose.translation.x;
    }

    fs::path folder;
    Session session{1, [] {}};
};

TEST_F(SessionTest, MeshFilesInAnEmptyViewerAreAScene) {
    open({"a.ply", "b.ply"});
    ASSERT_TRUE(settle());
    EXPECT_EQ(session.scenes_opened(), 1);
    ASSERT_TRUE(session.verdicts_are_current());
    EXPECT_EQ(session.state_of(0), BodyState::Interfering);
    open({"c.ply"}); // beside them
    ASSERT_TRUE(settle());
    EXPECT_EQ(session.scenes_opened(), 1);
    EXPECT_EQ(session.state().present_count(), 3U);
}

TEST_F(SessionTest, SceneFilesAreReadBesideTheThreadOfTheWindow) {
    open({"none.json"});
    EXPECT_TRUE(session.loading());
    EXPECT_FALSE(session.failed()); // nobody has looked yet
    ASSERT_TRUE(update_until([&] { return !session.loading(); }));
    EXPECT_TRUE(session.failed());
    EXPECT_NE(session.message().find("none.json"), std::string::npos);
}

TEST_F(SessionTest, WhatIsWrongWithAFileIsStillSaidAfterTheNextOneIsRead) {
    write_text("bad.json", "{");
    write_scene("good.json", {"a.ply", "c.ply"});
    open({"bad.json", "good.json"});
    ASSERT_TRUE(settle());
    EXPECT_EQ(session.state().present_count(), 2U);
    EXPECT_TRUE(session.failed());
    EXPECT_NE(session.message().find("bad.json"), std::string::npos);
    open({"good.json"});
    ASSERT_TRUE(settle());
    EXPECT_FALSE(session.failed());
    EXPECT_EQ(session.message(), "");
}

TEST_F(SessionTest, AnswersAboutTheSceneBeforeAreNotTaken) {
    write_scene("first.json", {"a.ply", "b.ply"});
    write_scene("second.json", {"a.ply", "c.ply"});
    open({"first.json"});
    ASSERT_TRUE(settle());
    ASSERT_EQ(session.state_of(0), BodyState::Interfering);
    open({"second.json"});
    ASSERT_TRUE(update_until([&] { return session.scenes_opened() == 2; }));
    EXPECT_NE(session.state_of(0), BodyState::Interfering);
    ASSERT_TRUE(settle());
    EXPECT_EQ(session.state_of(0), BodyState::Clear);
}

TEST_F(SessionTest, ASlideThatIsOverMovesNoOtherBody) {
    open_scene_of({"a.ply", "b.ply", "c.ply"});
    begin_slide(0, translation({-3, 0, 0}));
    session.end_drag();
    session.begin_drag(2);
    session.update();
    EXPECT_EQ(x_of(2), 0);
    session.drag_to(translation({0, 5, 0}));
    ASSERT_TRUE(update_until([&] { return session.state().body(2).pose.translation.y == 5; }));
    session.end_drag();
    ASSERT_TRUE(settle());
    EXPECT_EQ(x_of(2), 0);
}

TEST_F(SessionTest, ASlideThatIsGivenUpSaysNothingAboutTheScene) {
    open_scene_of({"a.ply", "b.ply"});
    begin_slide(0, translation({-3, 0, 0})); // where it would be clear
    session.cancel_drag();
    session.update();
    EXPECT_EQ(x_of(0), 0);
    EXPECT_EQ(session.state_of(0), BodyState::Interfering);
    ASSERT_TRUE(settle());
    EXPECT_EQ(session.state_of(0), BodyState::Interfering);
}

TEST_F(SessionTest, ASlideWhoseBodyIsRemovedMeanwhileSaysNothingAboutTheScene) {
    open_scene_of({"a.ply", "b.ply", "c.ply"});
    begin_slide(2, translation({-9, 0, 0}));
    session.state().remove(2);
    session.update();
    EXPECT_FALSE(session.verdicts_are_current());
    ASSERT_TRUE(settle());
    EXPECT_EQ(session.state().present_count(), 2U);
}

TEST_F(SessionTest, ASlideIsNotAboutWhatChangedMeanwhile) {
    open_scene_of({"a.ply", "b.ply", "c.ply"});
    begin_slide(2, translation({1, 0, 0}));
    session.state().show_pose(0, translation({-3, 0, 0})); // by a hand, while another is carried
    session.update();
    EXPECT_EQ(x_of(2), 1);
    EXPECT_FALSE(session.verdicts_are_current());
    session.end_drag();
    ASSERT_TRUE(settle());
    EXPECT_EQ(session.state_of(1), BodyState::Clear);
}

TEST_F(SessionTest, AMouseThatGoesOnAfterItsBodyIsGoneAsksForNothing) {
    open_scene_of({"a.ply", "b.ply"});
    session.tools.slide = true;
    session.begin_drag(0);
    session.state().remove(0);
    session.drag_to(translation({-3, 0, 0}));
    EXPECT_TRUE(settle());
    session.end_drag();
    EXPECT_TRUE(settle());
}

TEST_F(SessionTest, ASlideThatFailsIsToldAndChecksGoOn) {
    open_scene_of({"a.ply", "b.ply", "c.ply"});
    begin_slide(2, translation({std::numeric_limits<double>::infinity(), 0, 0}));
    session.update();
    session.end_drag();
    EXPECT_TRUE(settle());
    EXPECT_NE(session.message(), "");
    EXPECT_EQ(x_of(2), 0);
    session.state().set_pose(0, translation({-3, 0, 0}));
    ASSERT_TRUE(settle());
    EXPECT_EQ(session.state_of(1), BodyState::Clear);
}

TEST_F(SessionTest, SavesOverNoMeshAndNoOtherInput) {
    const fs::path mesh = folder / "a.ply";
    const auto size = fs::file_size(mesh);
    open_scene_of({"a.ply", "b.ply"});
    EXPECT_FALSE(session.save(mesh));
    fs::create_symlink(mesh, folder / "link.json");
    EXPECT_FALSE(session.save(folder / "link.json"));
    EXPECT_EQ(fs::file_size(mesh), size);
    EXPECT_FALSE(session.save(folder / "scene.txt")); // could not be opened as one
    EXPECT_FALSE(fs::exists(folder / "scene.txt"));
    EXPECT_TRUE(session.save(folder / "scene.json")); // its own
    EXPECT_TRUE(session.save(folder / "other.json"));
}

TEST_F(SessionTest, ASceneWithoutBodiesReplacesNoFile) {
    const fs::path file = folder / "kept.json";
    write_scene("kept.json", {"a.ply", "b.ply"});
    const auto size = fs::file_size(file);
    open({"kept.json"});
    ASSERT_TRUE(settle());
    session.state().remove(0);
    session.state().remove(1);
    EXPECT_FALSE(session.save(file));
    EXPECT_EQ(fs::file_size(file), size);
    EXPECT_TRUE(session.state().changed());
}

} // namespace
} // namespace impinge::viewer
