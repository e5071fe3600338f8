// SPDX-License-Identifier: Apache-2.0
#include "impinge/expected.hpp"

#include "base/body_name.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <type_traits>

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

Status accept(int number) {
    if (number < 0) {
        return Error{ErrorCode::InvalidArgument, "number: is negative"};
    }
    return {};
}

TEST(Status, IsTrueOnSuccess) {
    EXPECT_TRUE(accept(1));
    EXPECT_TRUE(accept(1).ok());
    EXPECT_THROW((void)accept(1).error(), std::bad_optional_access);
    static_assert(!std::is_convertible_v<Status, bool>, "not by accident");
}

TEST(Status, HoldsTheErrorOfAFailure) {
    const Status status = accept(-1);
    EXPECT_FALSE(status);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, "number: is negative");
    EXPECT_EQ(status.error().reason(), status.error().message);
}

TEST(BodyName, IsNotPartOfTheReason) {
    const Error error = about(body_number(3), {ErrorCode::NonFinite, "vertex 7 is not finite"});
    EXPECT_EQ(error.message, "body 3: vertex 7 is not finite");
    EXPECT_EQ(error.reason(), "vertex 7 is not finite");
    EXPECT_EQ(error.body, 3U);
    const Error of_pair = about_pair(5, 9, about(body_b(), {ErrorCode::NonFinite, "is flat"}));
    EXPECT_EQ(of_pair.message, "bodies 5 and 9: body B: is flat");
    EXPECT_EQ(of_pair.body, 9U);
    EXPECT_FALSE(about({"mesh"}, {ErrorCode::NonFinite, "is flat"}).body.has_value());
}

} // namespace
} // namespace impinge
