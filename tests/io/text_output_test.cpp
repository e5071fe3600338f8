// SPDX-License-Identifier: Apache-2.0
//
// Texts of JSON: what a reader of JSON makes of them, and the same bytes that nlohmann's writer
// gives.
#include "io/text_output.hpp"

#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>

namespace impinge::tests {
namespace {

std::string by_nlohmann(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

TEST(JsonText, EveryByteAloneIsWrittenAsByNlohmann) {
    for (int byte = 0; byte < 256; ++byte) {
        const std::string text(1, static_cast<char>(byte));
        EXPECT_EQ(json_text(text), by_nlohmann(text)) << byte;
    }
}

/// Two bytes decide what is overlong, a surrogate, or beyond U+10FFFF.
TEST(JsonText, EveryTwoBytesAreWrittenAsByNlohmann) {
    for (int first = 0x7F; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            std::string text{static_cast<char>(first), static_cast<char>(second)};
            EXPECT_EQ(json_text(text), by_nlohmann(text)) << first << " " << second;
            text += "\x80\x80";
            EXPECT_EQ(json_text(text), by_nlohmann(text)) << first << " " << second;
        }
    }
}

TEST(JsonText, RandomPiecesAreWrittenAsByNlohmann) {
    constexpr std::array<std::string_view, 12> pieces = {
        "a", "\"", "\\",           "\n",           "\x01", "\x7f",
        "ä", "€",  "\xF0\x9F\x98", "\xF4\x8F\xBF", "\xED", "\x80"};
    Random random(5);
    for (std::size_t i = 0; i < scaled(20000); ++i) {
        std::string text;
        for (std::uint64_t n = random.below(6); n > 0; --n) {
            text += pieces[random.below(pieces.size())];
        }
        EXPECT_EQ(json_text(text), by_nlohmann(text));
    }
}

TEST(JsonLine, HasItsFieldsInTheirOrder) {
    JsonLine line;
    EXPECT_EQ(line.text(), "{}");
    line.add("b", "1");
    line.add_text("a", "x\"y");
    line.add_text("absent", "");
    line.add("list", json_list({}));
    const std::array<std::string, 2> values{"1", "null"};
    line.add("values", json_list(values));
    EXPECT_EQ(line.text(), R"({"b": 1, "a": "x\"y", "list": [], "values": [1, null]})");
}

TEST(JsonLine, NeedsNoSpaces) {
    const std::array<std::string, 2> values{"1", "2"};
    JsonLine line(JsonSpaces::None);
    line.add("a", json_list(values, JsonSpaces::None));
    line.add("b", "true");
    EXPECT_EQ(line.text(), R"({"a":[1,2],"b":true})");
}

} // namespace
} // namespace impinge::tests
