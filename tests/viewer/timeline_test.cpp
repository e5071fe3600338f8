// SPDX-License-Identifier: Apache-2.0
#include "timeline/timeline.hpp"

#include "timeline/time_commands.hpp"

#include <gtest/gtest.h>
#include <set>

namespace impinge::viewer {
namespace {

/// Ten frames a second.
class TestTrack final : public Track {
  public:
    explicit TestTrack(std::size_t frames) : frames_(frames) {}

    [[nodiscard]] std::string title() const override { return "test"; }
    [[nodiscard]] std::size_t frame_count() const override { return frames_; }
    [[nodiscard]] double frames_per_second() const override { return 10; }
    void seek(std::size_t frame) override { at = frame; }
    [[nodiscard]] bool is_ready(std::size_t frame) const override {
        return !missing.contains(frame);
    }
    [[nodiscard]] bool may_skip() const override { return skips; }

    std::set<std::size_t> missing;
    std::size_t at = 0;
    bool skips = true;

  private:
    std::size_t frames_;
};

struct Played {
    explicit Played(std::size_t frames) : track(std::make_shared<TestTrack>(frames)) {
        timeline.open(track);
    }
    std::shared_ptr<TestTrack> track;
    Timeline timeline;
};

TEST(Timeline, PlaysAtTheSpeedOfItsTrackAndPausesAtTheEnd) {
    Played played(21);
    played.timeline.advance(1);
    EXPECT_EQ(played.timeline.frame(), 0U); // it does not play
    played.timeline.play();
    played.timeline.advance(0.25);
    EXPECT_EQ(played.timeline.frame(), 2U);
    played.timeline.advance(0.05); // the half frame of before counts
    EXPECT_EQ(played.timeline.frame(), 3U);
    EXPECT_EQ(played.track->at, 3U);
    played.timeline.set_speed(2);
    played.timeline.advance(0.5);
    EXPECT_EQ(played.timeline.frame(), 13U);
    EXPECT_DOUBLE_EQ(played.timeline.seconds(), 1.3);
    played.timeline.advance(100);
    EXPECT_EQ(played.timeline.frame(), 20U);
    EXPECT_FALSE(played.timeline.playing());
    played.timeline.play(); // from the beginning
    EXPECT_EQ(played.timeline.frame(), 0U);
}

TEST(Timeline, LoopsFromTheEndToTheBeginning) {
    Played played(5);
    played.timeline.set_loops(true);
    played.timeline.play();
    played.timeline.advance(100);
    EXPECT_EQ(played.timeline.frame(), 4U); // the last one is seen
    played.timeline.advance(0.1);
    EXPECT_EQ(played.timeline.frame(), 0U);
    EXPECT_TRUE(played.timeline.playing());
}

TEST(Timeline, WaitsForFramesThatAreNotReady) {
    Played played(30);
    played.track->missing = {4, 5, 6};
    played.timeline.play();
    played.timeline.advance(1);
    EXPECT_EQ(played.timeline.frame(), 3U); // not over the gap
    played.timeline.advance(1);
    EXPECT_EQ(played.timeline.frame(), 3U);
    played.track->missing = {3};
    played.timeline.advance(1); // nor away from what was not seen yet
    EXPECT_EQ(played.timeline.frame(), 3U);
    EXPECT_TRUE(played.timeline.playing());
    played.track->missing.clear();
    played.timeline.advance(0.1);
    EXPECT_EQ(played.timeline.frame(), 4U); // time that was waited is not made up for
}

TEST(Timeline, LeavesOutNoFrameWhereThatIsNotAllowed) {
    Played played(30);
    played.track->skips = false;
    played.timeline.play();
    for (std::size_t i = 1; i <= 5; ++i) {
        played.timeline.advance(3);
        EXPECT_EQ(played.timeline.frame(), i);
    }
}

TEST(Timeline, SeeksWithinItsFrames) {
    Played played(30);
    Timeline& timeline = played.timeline;
    timeline.seek(1000);
    EXPECT_EQ(timeline.frame(), 29U);
    timeline.seek_seconds(1.26);
    EXPECT_EQ(timeline.frame(), 13U);
    timeline.seek_seconds(-5);
    EXPECT_EQ(timeline.frame(), 0U);
    timeline.step(-1);
    EXPECT_EQ(timeline.frame(), 0U);
    timeline.play();
    timeline.step(2);
    EXPECT_EQ(timeline.frame(), 2U);
    EXPECT_FALSE(timeline.playing());
    EXPECT_TRUE(execute_time(timeline, Command::LastFrame));
    EXPECT_EQ(timeline.frame(), 29U);
    EXPECT_TRUE(execute_time(timeline, Command::Slower));
    EXPECT_EQ(timeline.speed(), 0.5);
    EXPECT_FALSE(execute_time(timeline, Command::Undo));
}

TEST(Timeline, WithoutATrackDoesNothing) {
    Timeline timeline;
    timeline.play();
    timeline.step(1);
    timeline.seek_seconds(1);
    timeline.advance(1);
    EXPECT_EQ(timeline.frame(), 0U);
    EXPECT_FALSE(timeline.playing());
    EXPECT_TRUE(timeline.is_ready());
}

} // namespace
} // namespace impinge::viewer
