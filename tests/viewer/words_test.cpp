// SPDX-License-Identifier: Apache-2.0
#include "panels/words.hpp"

#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

TEST(ShortNames, LeaveOutTheFileThatBothAreOf) {
    EXPECT_EQ(pair_name("jaws/upper", "jaws/lower"), "upper \u2013 lower");
    EXPECT_EQ(pair_name("line.glb/cell/a", "line.glb/cell/b"), "a \u2013 b");
    EXPECT_EQ(pair_name("line.glb/cell/a", "line.glb/door/a"),
              "line.glb/cell/a \u2013 line.glb/door/a");
    EXPECT_EQ(pair_name("bolt", "housing"), "bolt \u2013 housing");
    EXPECT_EQ(short_names("jaws/upper", "jaws/").second, "");
    EXPECT_EQ(short_names("", "").first, "");
}

TEST(Words, HaveNoUnderscores) { EXPECT_EQ(words_of("a_inside_b"), "a inside b"); }

} // namespace
} // namespace impinge::viewer
