// SPDX-License-Identifier: Apache-2.0
#include "impinge/context.hpp"

#include <gtest/gtest.h>

namespace impinge {
namespace {

TEST(Context, CopiesShareTheStopFlag) {
    const Context original;
    Context copy = original;
    copy.set_threads(2);
    EXPECT_FALSE(original.cancelled());
    copy.cancel();
    EXPECT_TRUE(original.cancelled());
}

TEST(Context, SeparateContextsDoNot) {
    const Context one;
    const Context other;
    one.cancel();
    EXPECT_FALSE(other.cancelled());
}

TEST(Context, ReportsProgressToWhoeverAsked) {
    Context context;
    context.report(0.25); // nobody listens: nothing happens
    double heard = 0;
    context.set_progress([&](double fraction) { heard = fraction; });
    context.report(0.5);
    EXPECT_EQ(heard, 0.5);
}

TEST(Context, KeepsTheNumberOfThreads) {
    EXPECT_EQ(Context().threads(), 0u);
    Context context(3);
    EXPECT_EQ(context.threads(), 3u);
    context.set_threads(5);
    EXPECT_EQ(context.threads(), 5u);
}

} // namespace
} // namespace impinge
