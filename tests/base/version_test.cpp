// SPDX-License-Identifier: Apache-2.0
#include "impinge/version.hpp"

#include <gtest/gtest.h>

#include <string>

namespace impinge {
namespace {

TEST(Version, IsTheSameInAllItsForms) {
    const std::string numbers = std::to_string(IMPINGE_VERSION_MAJOR) + "." +
                                std::to_string(IMPINGE_VERSION_MINOR) + "." +
                                std::to_string(IMPINGE_VERSION_PATCH);
    EXPECT_EQ(numbers, IMPINGE_VERSION_STRING);
    EXPECT_EQ(numbers, version());
}

} // namespace
} // namespace impinge
