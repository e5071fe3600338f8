// SPDX-License-Identifier: Apache-2.0
//
// The scale decides how much every other test checks, so it is checked itself.
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

TEST(TestScale, MultipliesTheCount) {
    EXPECT_EQ(scaled_by(1, 1000), 1000u);
    EXPECT_EQ(scaled_by(10, 1000), 10'000u);
    EXPECT_EQ(scaled_by(parse_scale("0.05"), 1000), 50u);
}

TEST(TestScale, LeavesSomeCasesButNeverMoreThanAskedFor) {
    EXPECT_EQ(scaled_by(0.001, 1000), 32u);
    EXPECT_EQ(scaled_by(0.001, 5), 5u);
    EXPECT_EQ(scaled_by(0.001, 0), 0u);
}

TEST(TestScale, RefusesWhatIsNotAPositiveNumber) {
    for (const char* text : {"", "0", "-1", "ten", "1,5", "1x", "inf", "nan", " 1"}) {
        EXPECT_THROW(parse_scale(text), std::invalid_argument) << '"' << text << '"';
    }
}

} // namespace
} // namespace impinge::tests
