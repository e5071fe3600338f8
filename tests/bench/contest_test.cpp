// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks against other libraries count every wrong answer.
#include "bench/peers/contest.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

using bench::peers::Answer;
using bench::peers::BodyPair;
using Frames = std::vector<std::vector<BodyPair>>;

/// Answers what it was told to, and notes about which frames it was asked.
class Parrot : public bench::peers::Peer {
  public:
    Parrot(Frames answers, std::vector<std::size_t>& asked)
        : answers_(std::move(answers)), asked_(asked) {}
    void ask(std::size_t frame, Answer& answer) override {
        asked_.push_back(frame);
        answer.colliding = answers_[frame];
        answer.candidates = 7;
    }

  private:
    Frames answers_;
    std::vector<std::size_t>& asked_;
};

/// The standings of two that give these answers, with one untimed frame and turns of two frames.
std::vector<bench::peers::Standing> contest(const Frames& first, const Frames& second,
                                            const Frames& truth) {
    std::vector<std::size_t> asked;
    std::vector<bench::peers::Contestant> contestants;
    contestants.push_back({"first", "", std::make_unique<Parrot>(first, asked)});
    contestants.push_back({"second", "", std::make_unique<Parrot>(second, asked)});
    auto standings = hold_contest(contestants, truth, {.frames_in_a_row = 2, .untimed_frames = 1});
    EXPECT_EQ(asked, (std::vector<std::size_t>{0, 1, 0, 1, 2, 2}));
    return standings;
}

const Frames truth{{{0, 1}}, {{0, 1}, {2, 5}}, {{3, 4}}};

TEST(Contest, OrderOfPairsAndOfTheirBodiesDoesNotMatter) {
    const auto standings = contest(truth, {{}, {{5, 2}, {1, 0}}, {{4, 3}, {3, 4}}}, truth);
    for (const auto& standing : standings) {
        EXPECT_EQ(standing.missed, 0U);
        EXPECT_EQ(standing.invented, 0U);
        EXPECT_EQ(standing.colliding, 3U);
        EXPECT_EQ(standing.candidates, 14U);
        EXPECT_EQ(standing.whole_frame.size(), 2U);
        EXPECT_EQ(standing.processor.size(), 2U);
    }
    EXPECT_EQ(standings[0].hash, standings[1].hash);
}

TEST(Contest, MissedAndInventedPairsAreCounted) {
    const auto standings =
        contest({{}, {{0, 1}}, {}}, {{}, {{0, 1}, {2, 5}, {2, 6}}, {{3, 5}}}, truth);
    EXPECT_EQ(standings[0].missed, 2U);
    EXPECT_EQ(standings[0].invented, 0U);
    EXPECT_EQ(standings[1].missed, 1U);
    EXPECT_EQ(standings[1].invented, 2U);
    EXPECT_NE(standings[0].hash, standings[1].hash);
}

} // namespace
} // namespace impinge::tests
