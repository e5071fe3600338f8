// SPDX-License-Identifier: Apache-2.0
#include "panels/newest_work.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <new>

namespace impinge::viewer {
namespace {

using Doubling = NewestWork<int, int>;
constexpr std::chrono::seconds patience{60};

std::shared_ptr<const int> doubled(int number, const Context& /*context*/) {
    if (number < 0) {
        throw std::bad_alloc();
    }
    return std::make_shared<const int>(2 * number);
}

std::shared_ptr<const int> until_cancelled(int number, const Context& context) {
    while (number == 0 && !context.cancelled()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return std::make_shared<const int>(number);
}

TEST(NewestWork, AnswersTheLastOfManyRequests) {
    Doubling work(
        1, [] {}, doubled);
    for (int i = 0; i <= 100; ++i) {
        work.ask(i, i % 2 == 0 ? OlderWork::Cancel : OlderWork::Finish);
    }
    work.settle(patience);
    ASSERT_TRUE(work.answer());
    EXPECT_EQ(*work.answer(), 200);
    EXPECT_FALSE(work.busy());
}

TEST(NewestWork, WorkThatThrowsLeavesNoAnswerAndTheThreadGoesOn) {
    Doubling work(
        1, [] {}, doubled);
    work.ask(1);
    work.settle(patience);
    work.ask(-1);
    work.settle(patience);
    EXPECT_FALSE(work.busy());
    EXPECT_FALSE(work.answer());
    work.ask(21);
    work.settle(patience);
    ASSERT_TRUE(work.answer());
    EXPECT_EQ(*work.answer(), 42);
}

TEST(NewestWork, WhatIsDroppedIsCancelledAndHasNoAnswer) {
    Doubling work(
        1, [] {}, until_cancelled);
    work.ask(0);
    while (!work.busy()) {
    }
    work.drop();
    work.settle(patience); // else it would go on for good
    EXPECT_FALSE(work.busy());
    EXPECT_FALSE(work.answer());
    work.ask(7);
    work.settle(patience);
    EXPECT_EQ(*work.answer(), 7);
}

} // namespace
} // namespace impinge::viewer
