// SPDX-License-Identifier: Apache-2.0
#include "impinge/unit.hpp"

#include <array>
#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

constexpr std::array all_units = {LengthUnit::Micrometre, LengthUnit::Millimetre,
                                  LengthUnit::Centimetre, LengthUnit::Metre,
                                  LengthUnit::Inch,       LengthUnit::Foot};

TEST(Unit, SymbolsReadBack) {
    for (const LengthUnit unit : all_units) {
        EXPECT_EQ(length_unit_from_string(to_string(unit)), unit);
    }
    EXPECT_STREQ(to_string(LengthUnit::Millimetre), "mm");
    EXPECT_STREQ(to_string(LengthUnit::Inch), "in");
}

TEST(Unit, NamesInFullAreKnownAndOthersAreNot) {
    EXPECT_EQ(length_unit_from_string("millimeter"), LengthUnit::Millimetre);
    EXPECT_EQ(length_unit_from_string("metre"), LengthUnit::Metre);
    EXPECT_EQ(length_unit_from_string("inch"), LengthUnit::Inch);
    EXPECT_EQ(length_unit_from_string("feet"), LengthUnit::Foot);
    EXPECT_EQ(length_unit_from_string("micron"), LengthUnit::Micrometre);
    for (const char* text : {"", "MM", "mm ", "parsec", "inc"}) {
        EXPECT_EQ(length_unit_from_string(text), std::nullopt) << text;
    }
}

TEST(Unit, ConversionsAreTheNearestDoubles) {
    EXPECT_EQ(conversion(LengthUnit::Inch, LengthUnit::Millimetre), 25.4);
    EXPECT_EQ(conversion(LengthUnit::Foot, LengthUnit::Metre), 0.3048);
    EXPECT_EQ(conversion(LengthUnit::Foot, LengthUnit::Inch), 12.0);
    EXPECT_EQ(conversion(LengthUnit::Millimetre, LengthUnit::Metre), 0.001);
    EXPECT_EQ(conversion(LengthUnit::Micrometre, LengthUnit::Metre), 1e-6);
    EXPECT_EQ(conversion(LengthUnit::Metre, LengthUnit::Centimetre), 100.0);
    for (const LengthUnit unit : all_units) {
        EXPECT_EQ(conversion(unit, unit), 1.0);
    }
}

} // namespace
} // namespace impinge::tests
