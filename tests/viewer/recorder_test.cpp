// SPDX-License-Identifier: Apache-2.0
#include "timeline/recorder.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

namespace impinge::viewer {
namespace {

namespace fs = std::filesystem;

class FiveFrames final : public Track {
  public:
    [[nodiscard]] std::string title() const override { return "five"; }
    [[nodiscard]] std::size_t frame_count() const override { return 5; }
    [[nodiscard]] double frames_per_second() const override { return 60; }
    void seek(std::size_t /*frame*/) override {}
    [[nodiscard]] bool is_ready(std::size_t /*frame*/) const override { return true; }
};

class RecorderTest : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(folder);
        timeline.open(std::make_shared<FiveFrames>());
    }
    void TearDown() override { fs::remove_all(folder); }

    /// Draws frames until so many are written.
    Status draw(Recorder& recorder, std::size_t frames) {
        while (recorder.written() < frames) {
            if (recorder.ready_for_next(timeline)) {
                seen.push_back(timeline.frame());
                recorder.add(render::Picture(4, 4, render::white));
            }
            if (Status status = recorder.update(); !status) {
                return status;
            }
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        return {};
    }
    [[nodiscard]] std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }

    fs::path folder = fs::temp_directory_path() / ("impinge-recorder-" + std::to_string(getpid()));
    Timeline timeline;
    std::vector<std::size_t> seen;
};

TEST_F(RecorderTest, WritesEveryFrameOnce) {
    timeline.seek(3);
    auto recorder = Recorder::begin(folder / "a film/", {4, 4}, timeline);
    ASSERT_TRUE(recorder);
    ASSERT_TRUE(draw(*recorder, 5));
    EXPECT_TRUE(recorder->finished());
    EXPECT_EQ(seen, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(entries(), 1U);
    for (const char* name : {"frame-0000.png", "frame-0004.png"}) {
        EXPECT_TRUE(fs::exists(folder / "a film" / name)) << name;
    }
    const std::string film = (folder / "a film").string();
    EXPECT_EQ(recorder->ffmpeg_line(), "ffmpeg -framerate 60 -pattern_type glob -i '" + film +
                                           "/frame-*.png' -pix_fmt yuv420p '" + film + ".mp4'");
}

TEST_F(RecorderTest, LeavesNothingIfItIsStopped) {
    {
        auto recorder = Recorder::begin(folder / "film", {4, 4}, timeline);
        ASSERT_TRUE(recorder);
        ASSERT_TRUE(draw(*recorder, 3));
        EXPECT_EQ(entries(), 1U); // what is being written
        EXPECT_FALSE(fs::exists(folder / "film"));
        EXPECT_FALSE(recorder->finished());
    }
    EXPECT_EQ(entries(), 0U);
}

TEST_F(RecorderTest, TakesNoFolderThatHoldsSomething) {
    fs::create_directories(folder / "film");
    EXPECT_TRUE(Recorder::begin(folder / "film", {4, 4}, timeline));
    std::ofstream(folder / "film" / "mine.txt") << "keep";
    EXPECT_FALSE(Recorder::begin(folder / "film", {4, 4}, timeline));
    EXPECT_FALSE(Recorder::begin(folder / "nowhere" / "film", {4, 4}, timeline));
    EXPECT_EQ(entries(), 1U);
    timeline.close();
    EXPECT_FALSE(Recorder::begin(folder / "other", {4, 4}, timeline));
}

} // namespace
} // namespace impinge::viewer
