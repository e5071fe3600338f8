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

} // namespace
} // namespace impinge::viewer
