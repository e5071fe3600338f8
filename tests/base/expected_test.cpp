// SPDX-License-Identifier: Apache-2.0
#include "impinge/expected.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace impinge {
namespace {

Expected<int> half(int number) {
    if (number % 2 != 0) {
        return Error{ErrorCode::InvalidArgument, "number: 3: is odd"};
    }
    return number / 2;
}

TEST(Expected, HoldsTheAnswer) {
    const Expected<int> result = half(4);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result.has_value());
    EXPECT_EQ(*result, 2);
}

TEST(Expected, HoldsTheErrorInstead) {
    const Expected<int> result = half(3);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(result.error().message, "number: 3: is odd");
}

TEST(Expected, AskingForWhatIsNotThereThrows) {
    EXPECT_THROW((void)half(3).value(), std::bad_variant_access);
    EXPECT_THROW((void)half(4).error(), std::bad_variant_access);
}

TEST(Expected, GivesUpAMoveOnlyAnswer) {
    Expected<std::unique_ptr<int>> result(std::make_unique<int>(7));
    const std::unique_ptr<int> taken = *std::move(result);
    EXPECT_EQ(*taken, 7);
}

TEST(Expected, ReachesMembersThroughTheArrow) {
    Expected<std::string> result(std::string("ab"));
    result->push_back('c');
    EXPECT_EQ(*result, "abc");
}

} // namespace
} // namespace impinge
